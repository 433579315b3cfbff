/// Variables, and text with variables.
extension Parser {
  /// Parses `$n`, `${n}`, either with `[i]` or `.field` after it, or `$isMarked(NAME)`.
  ///
  /// - Parameter hasFields: false in a string, where a dot is part of the text.
  mutating func parseVariable(hasFields: Bool = true) throws(ScriptError) -> Expression {
    let place = lexer.position()
    if lexer.looking(at: "${") {
      let (value, decimals) = try parseBraced()
      guard decimals == nil else {
        throw ScriptError(.expected("a value without a format", found: "a format with decimals"), at: place)
      }
      return value
    }
    lexer.index += 1
    let name = lexer.take(while: Lexer.isNameByte)
    guard let first = name.utf8.first, !Lexer.isDigit(first) else {
      throw ScriptError(
        .expected("a variable's name", found: name.isEmpty ? lexer.found : "'\(name)'"), at: place)
    }
    if name == "isMarked", lexer.take("(") { return try parseCall(of: .isMarked, at: place) }
    noteReading(of: name)
    return try parseElements(of: Expression(.variable(name), at: place), hasFields: hasFields)
  }

  private mutating func noteReading(of name: String) {
    names.inputVariables.noteReading(of: name, isIndexed: lexer.looking(at: "["))
    if ["canvas_width", "canvas_height"].contains(name) { names.readsScene = true }
  }

  mutating func parseElements(
    of list: Expression, hasFields: Bool = true
  ) throws(ScriptError) -> Expression {
    var value = list
    while true {
      let place = lexer.position()
      if hasFields, lexer.looking(at: "."),
        Lexer.isLetter(lexer.peek(1)) || lexer.peek(1) == UInt8(ascii: "_")
      {
        lexer.index += 1
        value = Expression(.field(value, lexer.take(while: Lexer.isNameByte)), at: place)
        continue
      }
      guard lexer.looking(at: "[") else { return value }
      lexer.index += 1
      let index = try nested(at: place) { parser throws(ScriptError) in try parser.parseExpression() }
      lexer.skipBlanks()
      guard lexer.take("]") else { throw expected("']'") }
      value = Expression(.element(value, index: index), at: place)
    }
  }

  /// `${n}`, `${n[i]}`, `${n:.2}`, `${(2*$n):.2}`.
  private mutating func parseBraced() throws(ScriptError) -> (Expression, decimals: Int?) {
    let start = lexer.index
    do throws(ScriptError) {
      lexer.index += 2
      return try parseBracedValue(at: lexer.position(at: start))
    } catch {
      // Otherwise its brace would seem to end a block.
      lexer.index = start
      skipBraced()
      throw error
    }
  }

  private mutating func parseBracedValue(
    at place: ScriptPosition
  ) throws(ScriptError) -> (Expression, decimals: Int?) {
    let start = lexer.index
    let value: Expression
    if lexer.looking(at: "("), let formula = try parseNumberIfPresent() {
      value = formula
    } else {
      let name = lexer.take(while: Lexer.isNameByte)
      guard let first = name.utf8.first, !Lexer.isDigit(first) else {
        throw ScriptError(.expected("a variable's name", found: lexer.found), at: place)
      }
      noteReading(of: name)
      value = try parseElements(of: Expression(.variable(name), at: place))
    }
    var decimals: Int?
    if lexer.take(":") {
      let place = lexer.index
      guard lexer.take("."), let count = Int(lexer.take(while: Lexer.isDigit)), count <= 17 else {
        lexer.index = place
        throw expected("a number of decimals from 0 to 17, as in ${x:.2}")
      }
      decimals = count
    }
    guard lexer.take("}") else {
      let rest = lexer.bytes[start...].prefix(200).prefix { $0 != UInt8(ascii: "}") && $0 != Lexer.newline }
      if decimals == nil, let b = lexer.current, "+-*/% (".utf8.contains(b) {
        let formula = String(decoding: rest, as: UTF8.self)
        throw ScriptError(.habit(.formulaInBraces(formula)), at: place)
      }
      throw expected("'}'")
    }
    return (value, decimals)
  }

  /// Parses a quoted string; resolves escapes and keeps variables.
  mutating func parseString() throws(ScriptError) -> Template {
    lexer.skipBlanks()
    guard lexer.looking(at: "\"") else { throw quotesError ?? expected("a string in quotes") }
    let start = lexer.index
    do throws(ScriptError) {
      lexer.index += 1
      return try parseStringPieces(from: start)
    } catch {
      // Otherwise its closing quote would seem to begin another string.
      lexer.index = start
      skipString()
      throw error
    }
  }

  private mutating func parseStringPieces(from start: Int) throws(ScriptError) -> Template {
    let place = lexer.position(at: start)
    var pieces: [Template.Piece] = []
    var text: [UInt8] = []
    func flush() {
      if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
    }
    while true {
      guard let b = lexer.current, b != Lexer.newline else {
        throw ScriptError(.unterminatedString, at: place)
      }
      switch b {
      case UInt8(ascii: "\""):
        lexer.index += 1
        flush()
        lexer.layout?.literals.append(start..<lexer.index)
        return Template(pieces, at: place)
      case UInt8(ascii: "\\"): text.append(try parseEscape())
      case UInt8(ascii: "$"):
        let next = lexer.peek(1)
        guard Lexer.isNameByte(next) && !Lexer.isDigit(next) || next == UInt8(ascii: "{") else {
          lexer.index += 1
          let found = next == UInt8(ascii: "\"") ? "the end of the string" : lexer.found
          throw ScriptError(
            .expected("a variable name after '$' (write \\$ for a dollar sign)", found: found),
            at: lexer.position())
        }
        flush()
        pieces.append(try parsePiece(hasFields: false))
      default:
        text.append(b)
        lexer.index += 1
      }
    }
  }

  private mutating func parseEscape() throws(ScriptError) -> UInt8 {
    let place = lexer.position()
    lexer.index += 1
    let escapes: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "\""): 0x22,
      UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "$"): 0x24,
    ]
    guard let b = lexer.current, let byte = escapes[b] else {
      throw ScriptError(.unknownEscape(lexer.found), at: place)
    }
    lexer.index += 1
    return byte
  }

  private mutating func parsePiece(hasFields: Bool = true) throws(ScriptError) -> Template.Piece {
    if lexer.looking(at: "${") {
      let (value, decimals) = try parseBraced()
      return .value(value, decimals: decimals)
    }
    return .value(try parseVariable(hasFields: hasFields), decimals: nil)
  }

  /// Parses an unquoted name with variables: `seat$i`, `seat-${row}-$i`.
  mutating func parseName(_ meaning: String) throws(ScriptError) -> Template {
    lexer.skipBlanks()
    let place = lexer.position()
    var pieces: [Template.Piece] = []
    while true {
      let text = lexer.take(while: Lexer.isWordByte)
      if !text.isEmpty { pieces.append(.text(text)) }
      guard lexer.looking(at: "$") else { break }
      pieces.append(try parsePiece())
    }
    guard !pieces.isEmpty else { throw expected(meaning) }
    return Template(pieces, at: place)
  }
}
