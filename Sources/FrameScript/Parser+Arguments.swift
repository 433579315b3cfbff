/// Parts of statements: keywords, numbers with units, pairs.
extension Parser {
  // MARK: Words

  /// Consumes the word if it is next.
  mutating func accept(_ word: String) -> Bool {
    lexer.skipBlanks()
    guard lexer.word == word else { return false }
    lexer.index += word.utf8.count
    return true
  }

  /// Consumes the word of an option if it is next.
  ///
  /// - Parameter known: the value of the option; nil if it is not set.
  /// - Throws: an error if the option is set twice.
  mutating func accept<Value>(_ word: String, once known: Value?) throws(ScriptError) -> Bool {
    guard accept(word) else { return false }
    guard known == nil else {
      throw ScriptError(.repeatedWord(word), at: lexer.position(at: lexer.index - word.utf8.count))
    }
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
    guard !text.isEmpty else { throw expected(W.meaning.withArticle) }
    guard let word = W(word: text) else { throw ScriptError(W.problem(with: text), at: place) }
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
    let template = try parseName(W.meaning.withArticle)
    guard let text = template.literal else { return .template(template) }
    guard let word = W(word: text) else {
      throw ScriptError(W.problem(with: text), at: template.position)
    }
    return .word(word)
  }

  /// Parses a plain name without variables: of a parameter, a variable, a definition.
  mutating func parseIdentifier(_ meaning: String) throws(ScriptError) -> String {
    lexer.skipBlanks()
    guard Lexer.isLetter(lexer.current) || lexer.looking(at: "_") else { throw expected(meaning) }
    return lexer.take(while: Lexer.isNameByte)
  }

  // MARK: Quantities

  mutating func parseLength(_ meaning: String = "a length") throws(ScriptError) -> Quantity {
    try parseQuantity(meaning, units: [.pixels, .points, .percent])
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

  /// Parses a factor or share: `0.5` or `50%`.
  mutating func parseFactor(_ meaning: String) throws(ScriptError) -> Quantity {
    try parseQuantity(meaning, units: [.percent])
  }

  /// - Parameter other: an operator that may follow directly.
  mutating func parseQuantity(
    _ meaning: String, units: [Quantity.Unit], before other: UInt8? = nil
  ) throws(ScriptError) -> Quantity {
    lexer.skipBlanks()
    let start = lexer.index
    guard let value = try parseNumberIfPresent() else { throw expected(meaning) }
    try refuse(geometryError(after: start))
    let quantity = try parseUnit(of: value, units: units)
    try refuse(operatorError(after: start, but: other))
    return quantity
  }

  private mutating func parseUnit(
    of value: Expression, units: [Quantity.Unit]
  ) throws(ScriptError) -> Quantity {
    let start = lexer.index
    if lexer.looking(at: "%"), units.contains(.percent) {
      lexer.index += 1
      return Quantity(value, .percent)
    }
    let text = lexer.take(while: Lexer.isLetter)
    if text.isEmpty { return Quantity(value, nil) }
    guard let unit = Quantity.Unit(rawValue: text), units.contains(unit) else {
      let wanted = units.map(\.rawValue).joined(separator: ", ")
      throw ScriptError(.wrongUnit(text, wanted: wanted), at: lexer.position(at: start))
    }
    return Quantity(value, unit)
  }

  // MARK: Pairs

  /// Parses `x,y`: a point, a size or a vector.
  mutating func parsePair(_ meaning: String = "a point x,y") throws(ScriptError) -> PairArgument {
    lexer.skipBlanks()
    let start = lexer.index
    let x = try parseLength(meaning)
    guard takeComma() else {
      try refuse(calculationError(after: start))
      guard x.unit == nil, isVariable(x.value) else {
        throw missingComma(after: start, "',' and a second number")
      }
      return .variable(x.value)
    }
    return .pair(x, try parseLength())
  }

  /// Consumes a comma, also after blanks.
  mutating func takeComma() -> Bool {
    var ahead = lexer
    ahead.skipBlanks(comments: false)
    guard ahead.take(",") else { return false }
    lexer = ahead
    return true
  }

  /// Returns the error for a pair of which only the first number is written with a comma after it, or none.
  ///
  /// - Parameter start: the index of the first number.
  func missingComma(after start: Int, _ meaning: String) -> ScriptError {
    if let error = calculationError(after: start) { return error }
    let first = lexer.text(from: start)
    var ahead = self
    guard Lexer.isBlank(ahead.lexer.current) else { return expected(meaning) }
    ahead.lexer.skipBlanks()
    let second = ahead.lexer.index
    guard (try? ahead.parseLength()) != nil else { return expected(meaning) }
    return ScriptError(.missingComma(first, ahead.lexer.text(from: second)), at: lexer.position())
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
    return MatrixArgument(numbers: numbers)
  }

  /// Nine numbers, row by row.
  mutating func parseProjection() throws(ScriptError) -> MatrixArgument {
    MatrixArgument(numbers: try parseNumbers(1...9))
  }

  /// Six numbers a b c d tx ty, or nine, row by row.
  mutating func parseMap() throws(ScriptError) -> MatrixArgument {
    var matrix = try parseMatrix()
    if startsNumber { matrix.numbers += try parseNumbers(7...9) }
    return matrix
  }

  /// - Parameter places: among the nine numbers.
  private mutating func parseNumbers(_ places: ClosedRange<Int>) throws(ScriptError) -> [Expression] {
    var numbers: [Expression] = []
    for place in places { numbers.append(try parseNumber("number \(place) of the nine of a 3 x 3 matrix")) }
    return numbers
  }
}
