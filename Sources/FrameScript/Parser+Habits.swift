import FrameImage
import FramePlan

/// Recognizes the forms of other languages where this one has no meaning for them.
///
/// Each function and property returns the error for one habit, if that is what comes next in the script, or else nil.
extension Parser {
  /// Throws the error for a habit, if there is one.
  func refuse(_ habit: ScriptError?) throws(ScriptError) {
    if let habit { throw habit }
  }

  // MARK: Values

  /// An operator directly after a number that stands alone.
  ///
  /// - Parameters:
  ///   - start: the index of the number's first byte.
  ///   - other: an operator that may follow, as in `rgb(0 0 0/50%)`.
  func operatorError(after start: Int, but other: UInt8? = nil) -> ScriptError? {
    guard let b = lexer.current, b != other, Self.operatorBytes.contains(b), !startsComment else {
      return nil
    }
    // `+10ms` and `-5` begin values, but not directly after another one.
    return ScriptError(.habit(calculation(from: start)), at: lexer.position(at: start))
  }

  /// An operator between blanks after a number that stands alone.
  func calculationError(after start: Int) -> ScriptError? {
    var ahead = lexer
    ahead.skipBlanks(comments: false)
    guard let b = ahead.current, Self.operatorBytes.contains(b), Lexer.isBlank(ahead.peek(1)) else {
      return nil
    }
    return ScriptError(.habit(calculation(from: start)), at: lexer.position(at: start))
  }

  private static let operatorBytes = Set("+-*/".utf8)

  private var startsComment: Bool { lexer.looking(at: "//") || lexer.looking(at: "/*") }

  /// Returns a calculation that begins at a byte: to a comma, `..`, a blank that is not beside an operator, or the end of
  /// the statement. Its text has no units; they are listed beside it. Pixels are not listed, because they need no unit.
  private func calculation(from start: Int) -> Habit {
    var ahead = lexer
    ahead.index = start
    var text: [UInt8] = []
    var units: [String] = []
    var depth = 0
    var wasOperator = false
    scan: while let b = ahead.current, ahead.index - start < 200 {
      switch b {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        if depth == 0 { break scan }
        depth -= 1
      case Lexer.newline, UInt8(ascii: ";"),
        UInt8(ascii: "{") where ahead.peek(-1) != UInt8(ascii: "$"),
        UInt8(ascii: ",") where depth == 0, UInt8(ascii: ".") where ahead.looking(at: ".."):
        break scan
      case let b where Lexer.isBlank(b) && depth == 0 && !wasOperator:
        var next = ahead
        next.skipBlanks(comments: false)
        guard let b = next.current, Self.operatorBytes.contains(b), Lexer.isBlank(next.peek(1)) else {
          break scan
        }
      default: break
      }
      if !Lexer.isBlank(b) { wasOperator = Self.operatorBytes.contains(b) }
      let place = ahead.index
      ahead.index += 1
      if Lexer.isLetter(b) { _ = ahead.take(while: Lexer.isNameByte) }
      let isAfterNumber = text.last.map { Lexer.isDigit($0) || ")]}".utf8.contains($0) } ?? false
      guard isAfterNumber, let unit = Quantity.Unit(rawValue: ahead.text(from: place)), unit != .percent
      else {
        text += ahead.bytes[place..<ahead.index]
        continue
      }
      if unit != .pixels, unit != .points, !units.contains(unit.rawValue) { units.append(unit.rawValue) }
    }
    return .bareCalculation(String(decoding: text, as: UTF8.self).trimmed, units: units)
  }

  /// An operator of other languages, after or before an operand.
  var foreignOperatorError: ScriptError? {
    // The parser may have taken the first bytes for an operator of its own.
    let operators: [(String, taken: Int, own: String)] = [
      ("&&", 0, "and"), ("||", 0, "or"), ("!", 0, "not"), ("<>", 0, "!="), ("<>", 1, "!="), ("===", 2, "=="),
    ]
    let found = operators.first { lexer.bytes[max(0, lexer.index - $0.taken)...].starts(with: $0.0.utf8) }
    guard let (written, _, own) = found else { return nil }
    return ScriptError(.habit(.foreignOperator(written, own: own)), at: lexer.position())
  }

  /// A word in the place of a value.
  var bareWordError: ScriptError {
    let name = lexer.word
    var ahead = lexer
    ahead.index += name.utf8.count
    ahead.skipBlanks()
    let isFunction =
      Self.startsOperand(ahead)
      && (names.definitions[name]?.returns == true || Expression.functionNames.contains(name))
    return ScriptError(.habit(isFunction ? .bareFunction(name) : .bareName(name)), at: lexer.position())
  }

  /// A size like `300x200` or `300x200+10+10`, of which the first number is parsed.
  func geometryError(after start: Int) -> ScriptError? {
    var ahead = lexer
    let width = ahead.text(from: start)
    guard ahead.take("x") || ahead.take("X") else { return nil }
    let height = ahead.take(while: Lexer.isDigit)
    guard !height.isEmpty, width.utf8.allSatisfy(Lexer.isDigit) else { return nil }
    var offset: [String] = []
    while offset.count < 2, ahead.take("+") { offset.append(ahead.take(while: Lexer.isDigit)) }
    return ScriptError(
      .habit(.geometry(width: width, height: height, offset: offset.count == 2 ? offset : [])),
      at: lexer.position(at: start))
  }

  /// A file name or text without quotes.
  var quotesError: ScriptError? {
    var ahead = lexer
    let text = ahead.take {
      Lexer.isWordByte($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "~")
    }
    guard !text.isEmpty, !Lexer.isDigit(text.utf8.first) else { return nil }
    if text.contains(".") || text.contains("/") {
      return ScriptError(.habit(.unquotedFile(text)), at: lexer.position())
    }
    return ScriptError(.habit(.unquotedText(text)), at: lexer.position())
  }

  /// Filters of CSS, or a statement, as the value of `filter`.
  var filterError: ScriptError? {
    var ahead = lexer
    ahead.skipBlanks()
    _ = ahead.take(":")
    ahead.skipBlanks()
    let place = ahead.position()
    if let statements = CSSFilter.statements(ahead.restOfStatement) {
      return ScriptError(.habit(.cssFilter(statements)), at: place)
    }
    let word = ahead.word
    guard (StatementTable.colors + StatementTable.neighborhoods).contains(where: { $0.word == word }) else {
      return nil
    }
    return ScriptError(.habit(.statementAsFilter(word)), at: place)
  }

  /// A statement or option that begins at a byte and is a filter function of CSS whose value has a unit: `blur(5px)`.
  func cssFunctionError(from start: Int) -> ScriptError? {
    guard lexer.looking(at: "(") else { return nil }
    var ahead = lexer
    ahead.index = start
    let text = ahead.restOfStatement
    guard let end = text.firstIndex(of: ")") else { return nil }
    // A value without a unit is a number in parentheses.
    let first = String(text[...end])
    guard ["px)", "deg)", "rad)", "turn)"].contains(where: first.hasSuffix),
      let statements = CSSFilter.statements(text) ?? CSSFilter.statements(first)
    else { return nil }
    return ScriptError(.habit(.cssFilter(statements)), at: lexer.position(at: start))
  }

  // MARK: Statements

  /// A comment of another language.
  var commentError: ScriptError? {
    guard startsComment else { return nil }
    return ScriptError(.habit(.foreignComment(lexer.looking(at: "//") ? "//" : "/*")), at: lexer.position())
  }

  /// Skips the comment of another language.
  mutating func skipForeignComment(_ sign: String) {
    let isBlock = sign == "/*"
    while !lexer.atEnd, isBlock ? !lexer.looking(at: "*/") : lexer.current != Lexer.newline {
      lexer.index += 1
    }
    if isBlock { _ = lexer.take("*/") }
  }

  /// A comma or parenthesis after a whole statement.
  var trailingError: ScriptError? {
    let habit: Habit
    switch lexer.current {
    case UInt8(ascii: ","): habit = .strayComma
    case UInt8(ascii: ")"): habit = .strayParenthesis
    default: return nil
    }
    return ScriptError(.habit(habit), at: lexer.position())
  }

  /// `=` or `:` after the first word of a statement.
  func separatorError(after word: String) -> ScriptError? {
    var ahead = lexer
    ahead.skipBlanks()
    let start = ahead.index
    guard ahead.take("=") || ahead.take(":") else { return nil }
    let separator = ahead.text(from: start)
    return ScriptError(
      .habit(.separatorAfterWord(word, separator: separator, rest: ahead.restOfStatement)),
      at: ahead.position(at: start))
  }

  /// `$x = 5` or `x = 5`
  var assignmentError: ScriptError? {
    var ahead = lexer
    _ = ahead.take("$")
    let name = ahead.take(while: Lexer.isNameByte)
    ahead.skipBlanks()
    guard !name.isEmpty, ahead.take("="), !ahead.looking(at: "=") else { return nil }
    return ScriptError(
      .habit(.assignmentWithoutLet(name, value: ahead.restOfStatement)), at: lexer.position())
  }

  // MARK: Paints

  /// A gradient by its angle or direction, without its first point.
  ///
  /// - Parameter place: of the gradient.
  func gradientError(at place: ScriptPosition) -> ScriptError? {
    var ahead = self
    ahead.lexer.skipBlanks(comments: false)
    if ahead.lexer.word == "to" || ahead.startsColor && !ahead.lexer.looking(at: "$") {
      return ScriptError(.habit(.gradientWithoutPoints), at: place)
    }
    guard (try? ahead.parseNumber()) != nil else { return nil }
    guard ["deg", "rad", "turn"].contains(ahead.lexer.word) else { return nil }
    return ScriptError(.habit(.gradientWithoutPoints), at: place)
  }
}

extension Lexer {
  /// The text to the end of the statement, without blanks at its ends.
  fileprivate var restOfStatement: String {
    var ahead = self
    ahead.skipBlanks()
    let start = ahead.index
    while !ahead.atStatementEnd, ahead.index - start < 200, ahead.current != UInt8(ascii: "#") {
      ahead.index += 1
    }
    return ahead.text(from: start).trimmed
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmed: String {
    String(reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed())
  }
}
