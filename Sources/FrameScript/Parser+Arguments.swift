import FrameImage

/// Parts of statements: keywords, numbers with units, pairs, colors.
extension Parser {
  // MARK: Words

  /// Consumes the word if it is next.
  mutating func accept(_ word: String) -> Bool {
    lexer.skipBlanks()
    guard lexer.word == word else { return false }
    lexer.index += word.utf8.count
    return true
  }

  mutating func expect(_ word: String) throws(ScriptError) {
    guard accept(word) else { throw expected("'\(word)'") }
  }

  /// Parses a keyword of a set.
  mutating func parseWord<W: ScriptKeyword>(_ type: W.Type = W.self) throws(ScriptError) -> W {
    lexer.skipBlanks()
    let place = lexer.position()
    let text = lexer.word
    guard !text.isEmpty else { throw expected("a \(W.meaning)") }
    guard let word = W(word: text) else { throw Self.unknownWord(text, W.self, at: place) }
    lexer.index += text.utf8.count
    return word
  }

  /// Parses a keyword of a set if one is next.
  mutating func acceptWord<W: ScriptKeyword>(_ type: W.Type = W.self) -> W? {
    lexer.skipBlanks()
    let text = lexer.word
    guard let word = W(word: text) else { return nil }
    lexer.index += text.utf8.count
    return word
  }

  /// Parses a keyword of a set, or a variable that will contain one.
  mutating func parseChoice<W: ScriptKeyword>(_ type: W.Type = W.self) throws(ScriptError) -> Choice<W> {
    let template = try parseName("a \(W.meaning)")
    guard let text = template.literal else { return .template(template) }
    guard let word = W(word: text) else {
      throw Self.unknownWord(text, W.self, at: template.position)
    }
    return .word(word)
  }

  static func unknownWord<W: ScriptKeyword>(
    _ text: String, _: W.Type, at place: ScriptPosition
  ) -> ScriptError {
    let words = W.allCases.map(\.rawValue)
    return ScriptError(
      .unknownWord(text, meaning: W.meaning, nearest: text.nearest(in: words), choices: words), at: place)
  }

  /// Parses a plain name without variables: of a parameter, a variable, a definition.
  mutating func parseIdentifier(_ meaning: String) throws(ScriptError) -> String {
    lexer.skipBlanks()
    guard Lexer.isLetter(lexer.current) || lexer.looking(at: "_") else { throw expected(meaning) }
    return lexer.take(while: Lexer.isNameByte)
  }

  // MARK: Quantities

  mutating func parseLength() throws(ScriptError) -> Quantity {
    try parseQuantity("a length", units: [.pixels, .points, .percent])
  }

  mutating func parseAngle() throws(ScriptError) -> Quantity {
    let angle = try parseQuantity("an angle", units: [.degrees, .radians, .turns])
    if let bare = bareText(angle) { throw ScriptError(.bareAngle(bare), at: angle.value.position) }
    return angle
  }

  mutating func parseTime() throws(ScriptError) -> Quantity {
    let time = try parseQuantity("a time", units: [.milliseconds, .seconds])
    if let bare = bareText(time) { throw ScriptError(.bareTime(bare), at: time.value.position) }
    return time
  }

  /// Returns the number of a quantity without a unit; a variable's text may contain the unit.
  private func bareText(_ quantity: Quantity) -> String? {
    guard quantity.unit == nil else { return nil }
    switch quantity.value.kind {
    case .variable, .element, .field, .text: return nil
    case .number(let value):
      return value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    default: return "(...)"
    }
  }

  mutating func parseQuantity(
    _ meaning: String, units: [Quantity.Unit]
  ) throws(ScriptError) -> Quantity {
    let value = try parseNumber(meaning)
    let place = lexer.position()
    if lexer.looking(at: "%"), units.contains(.percent) {
      lexer.index += 1
      return Quantity(value, .percent)
    }
    let text = lexer.take(while: Lexer.isLetter)
    if text.isEmpty { return Quantity(value, nil) }
    guard let unit = Quantity.Unit(rawValue: text), units.contains(unit) else {
      throw ScriptError(.wrongUnit(text, wanted: units.map(\.rawValue).joined(separator: ", ")), at: place)
    }
    return Quantity(value, unit)
  }

  // MARK: Pairs

  /// Parses `x,y` without spaces: a point, a size or a vector.
  mutating func parsePair(_ meaning: String = "a point x,y") throws(ScriptError) -> PairArgument {
    lexer.skipBlanks()
    let x = try parseQuantity(meaning, units: [.pixels, .points, .percent])
    guard lexer.take(",") else {
      guard x.unit == nil, isVariable(x.value) else { throw expected("',' and a second number") }
      return .variable(x.value)
    }
    return .pair(x, try parseSecond())
  }

  /// Parses what follows a comma. The comma belongs to the pair, so a space after it is an error.
  mutating func parseSecond() throws(ScriptError) -> Quantity {
    try checkNoBlank()
    return try parseLength()
  }

  func checkNoBlank() throws(ScriptError) {
    guard !Lexer.isBlank(lexer.current) else { throw expected("a number directly after ','") }
  }

  func isVariable(_ value: Expression) -> Bool {
    switch value.kind {
    case .variable, .element, .field: true
    default: false
    }
  }

  mutating func parseMatrix() throws(ScriptError) -> MatrixArgument {
    var numbers: [Expression] = []
    for name in MatrixArgument.names {
      numbers.append(try parseNumber("the number \(name) of the matrix a b c d tx ty"))
    }
    return MatrixArgument(numbers)
  }

  // MARK: Colors

  /// Parses `#rgb`, a name, `none`, `rgb(R,G,B[,A])`, or a variable.
  /// - Parameter others: what else is allowed here, for suggestions.
  mutating func parseColor(or others: [String] = []) throws(ScriptError) -> ColorArgument {
    lexer.skipBlanks(comments: false)
    let place = lexer.position()
    if lexer.looking(at: "#") {
      var ahead = lexer
      ahead.index += 1
      let digits = ahead.take(while: Lexer.isWordByte)
      // Anything but 3, 4, 6 or 8 digits is a comment, and the color is missing.
      guard !digits.isEmpty else { throw expected("a color") }
      guard let color = Color(hex: digits) else {
        throw ScriptError(
          .expected("a color with 3, 4, 6 or 8 hexadecimal digits", found: "'#\(digits)'"), at: place)
      }
      lexer = ahead
      return .color(color)
    }
    if lexer.looking(at: "rgb(") {
      lexer.index += 4
      var numbers = [try parseExpression()]
      lexer.skipBlanks()
      while lexer.take(",") {
        numbers.append(try parseExpression())
        lexer.skipBlanks()
      }
      guard lexer.take(")") else { throw expected("',' or ')'") }
      guard (3...4).contains(numbers.count) else {
        throw ScriptError(
          .wrongArgumentCount(function: "rgb", wanted: "3 or 4", found: numbers.count), at: place)
      }
      return .rgb(numbers)
    }
    if lexer.looking(at: "\"") { return .template(try parseString()) }
    let name = try parseName("a color")
    guard let text = name.literal else { return .template(name) }
    guard let color = Color(name: text) else {
      throw ScriptError(
        .unknownWord(
          text, meaning: "color", nearest: text.nearest(in: Color.allNames + others), choices: []),
        at: place)
    }
    return .color(color)
  }
}
