/// Expressions, from the lowest precedence: `or`, `and`, `not`, comparisons, sums, products, the sign.
extension Parser {
  mutating func parseExpression() throws(ScriptError) -> Expression {
    let expression = try parseBinary(level: 0)
    if lexer.looking(at: "&&") || lexer.looking(at: "||") { try refuse(foreignOperatorError) }
    return expression
  }

  private static let levels: [[Expression.BinaryOperator]] = [
    [.or], [.and],
    // Longer ones first: `<=` begins with `<`.
    [.lessOrEqual, .greaterOrEqual, .equal, .notEqual, .less, .greater],
    [.add, .subtract], [.multiply, .divide, .remainder],
  ]

  private mutating func parseBinary(level: Int) throws(ScriptError) -> Expression {
    guard level < Self.levels.count else { return try parseSign() }
    if level == 2, let not = try parseNot() { return not }
    lexer.skipBlanks()
    let start = lexer.index
    var left = try parseBinary(level: level + 1)
    while let (symbol, place) = takeOperator(of: Self.levels[level]) {
      if symbol == .remainder { try checkRemainder(from: start, at: place) }
      try countOperator(at: place)
      let right = try parseBinary(level: level + 1)
      left = Expression(.binary(symbol, left, right), at: place)
    }
    return left
  }

  private mutating func parseNot() throws(ScriptError) -> Expression? {
    lexer.skipBlanks()
    guard lexer.word == "not" else { return nil }
    let place = lexer.position()
    lexer.index += 3
    let operand = try nested(at: place) { parser throws(ScriptError) in
      try parser.parseBinary(level: 2)
    }
    return Expression(.not(operand), at: place)
  }

  /// Consumes a comparison if one is next.
  mutating func takeComparison() -> Expression.BinaryOperator? { takeOperator(of: Self.levels[2])?.0 }

  private mutating func takeOperator(
    of level: [Expression.BinaryOperator]
  ) -> (Expression.BinaryOperator, ScriptPosition)? {
    lexer.skipBlanks()
    let place = lexer.position()
    for symbol in level {
      let text = Array(symbol.rawValue.utf8)
      guard lexer.bytes[lexer.index...].starts(with: text) else { continue }
      if symbol == .and || symbol == .or {
        guard lexer.word == symbol.rawValue else { continue }
      }
      lexer.index += text.count
      return (symbol, place)
    }
    return nil
  }

  private mutating func parseSign() throws(ScriptError) -> Expression {
    lexer.skipBlanks()
    let place = lexer.position()
    guard lexer.looking(at: "-") else {
      let start = lexer.index
      return try parsePercent(after: try parseOperand(), from: start)
    }
    lexer.index += 1
    let operand = try nested(at: place) { parser throws(ScriptError) in try parser.parseSign() }
    return Expression(.negate(operand), at: place)
  }

  // MARK: The percent sign and the remainder

  /// Parses a percent sign directly after an operand.
  ///
  /// - Parameter start: The index of the operand's first byte.
  /// - Throws: an error if another operand follows, so that the sign could be the remainder.
  private mutating func parsePercent(
    after operand: Expression, from start: Int
  ) throws(ScriptError) -> Expression {
    // A length in pixels is a number.
    if takePixels() { return operand }
    guard lexer.looking(at: "%") else { return operand }
    var next = lexer
    next.index += 1
    next.skipBlanks()
    guard !Self.startsOperand(next) else {
      throw ambiguousPercent(from: start, to: lexer.index, before: next, at: lexer.position())
    }
    lexer.index += 1
    return Expression(.percent(operand), at: operand.position)
  }

  /// Consumes a unit of pixels directly after a number.
  mutating func takePixels() -> Bool {
    guard lexer.current == UInt8(ascii: "p"), Lexer.isDigit(lexer.peek(-1)),
      lexer.looking(at: "px") || lexer.looking(at: "pt"), !Lexer.isNameByte(lexer.peek(2))
    else { return false }
    lexer.index += 2
    return true
  }

  /// Returns whether a percent sign is next, directly after a value between blanks.
  func isPercentSign(at lexer: Lexer) -> Bool {
    var next = lexer
    guard next.take("%") else { return false }
    return !Self.startsOperand(next)
  }

  /// Checks that a remainder has blanks on both sides, and a second operand without a sign.
  ///
  /// - Parameters:
  ///   - start: The index of the first operand's first byte.
  ///   - place: The position of the `%`, which is consumed. Before it is a blank.
  private func checkRemainder(from start: Int, at place: ScriptPosition) throws(ScriptError) {
    var next = lexer
    next.skipBlanks()
    guard Lexer.isBlank(lexer.current), Self.startsOperand(next) else {
      throw ambiguousPercent(from: start, to: lexer.index - 1, before: next, at: place)
    }
  }

  static func startsOperand(_ lexer: Lexer) -> Bool {
    guard let b = lexer.current else { return false }
    if Lexer.isDigit(b) || ".$(\"[".utf8.contains(b) { return true }
    guard Lexer.isLetter(b) else { return false }
    var ahead = lexer
    let word = ahead.take(while: Lexer.isNameByte)
    if ["and", "or", "not"].contains(word) { return false }
    return word == "pi" || ahead.looking(at: "(")
  }

  private func ambiguousPercent(
    from start: Int, to end: Int, before next: Lexer, at place: ScriptPosition
  ) -> ScriptError {
    func isShort(_ bytes: ArraySlice<UInt8>) -> Bool { (1...24).contains(bytes.count) }
    var left = lexer.bytes[start..<end]
    while Lexer.isBlank(left.last) { left.removeLast() }
    var rest = next
    _ = rest.take("-")
    _ = rest.take { Lexer.isNameByte($0) || $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: ".") }
    let right = lexer.bytes[next.index..<rest.index]
    let isWhole =
      !rest.looking(at: "(") && !rest.looking(at: "[") && isShort(left) && right.count <= 24
    func text(_ bytes: ArraySlice<UInt8>) -> String { isWhole ? String(decoding: bytes, as: UTF8.self) : "" }
    return ScriptError(.ambiguousPercent(left: text(left), right: text(right)), at: place)
  }

  mutating func parseOperand() throws(ScriptError) -> Expression {
    lexer.skipBlanks()
    let place = lexer.position()
    switch lexer.current {
    case UInt8(ascii: "\""): return Expression(.text(try parseString()), at: place)
    case UInt8(ascii: "["): return Expression(.list(try parseList()), at: place)
    default:
      if let number = try parseNumberIfPresent() { return number }
      try refuse(foreignOperatorError)
      if Lexer.isLetter(lexer.current) { throw bareWordError }
      throw expected("a number, a string, a list or a variable")
    }
  }

  private mutating func parseList() throws(ScriptError) -> [Expression] {
    let place = lexer.position()
    lexer.index += 1
    return try nested(at: place) { parser throws(ScriptError) in
      var items: [Expression] = []
      parser.lexer.skipBlanks()
      if parser.lexer.take("]") { return items }
      while true {
        items.append(try parser.parseExpression())
        parser.lexer.skipBlanks()
        if parser.lexer.take("]") { return items }
        guard parser.lexer.take(",") else { throw parser.expected("',' or ']'") }
      }
    }
  }

  // MARK: Where a number may stand

  /// Parses a number, a variable, an expression in parentheses, or a function call, with or without a sign.
  mutating func parseNumber(_ meaning: String = "a number") throws(ScriptError) -> Expression {
    lexer.skipBlanks()
    let start = lexer.index
    guard let number = try parseNumberIfPresent() else { throw expected(meaning) }
    try refuse(operatorError(after: start))
    return number
  }

  mutating func parseNumberIfPresent() throws(ScriptError) -> Expression? {
    let start = lexer.index
    switch lexer.current {
    case UInt8(ascii: "+") where Lexer.isDigit(lexer.peek(1)) || lexer.peek(1) == UInt8(ascii: "."):
      lexer.index += 1
      return try parseLiteral()
    case UInt8(ascii: "-"):
      guard Lexer.isDigit(lexer.peek(1)) || lexer.peek(1) == UInt8(ascii: ".") else {
        lexer.index += 1
        let place = lexer.position(at: start)
        let operand = try nested(at: place) { parser throws(ScriptError) in
          try parser.parseNumberIfPresent()
        }
        guard let operand else { throw expected("a number") }
        return Expression(.negate(operand), at: place)
      }
      return try parseLiteral()
    case UInt8(ascii: "("):
      lexer.index += 1
      return try nested(at: lexer.position(at: start)) { parser throws(ScriptError) in
        let inner = try parser.parseExpression()
        parser.lexer.skipBlanks()
        guard parser.lexer.take(")") else { throw parser.expected("')'") }
        return inner
      }
    case UInt8(ascii: "$"): return try parseVariable()
    case let b where Lexer.isDigit(b) || b == UInt8(ascii: "."): return try parseLiteral()
    case let b where Lexer.isLetter(b): return try parseFunction()
    default: return nil
    }
  }

  /// Parses digits, a decimal point between digits, and an exponent.
  private mutating func parseLiteral() throws(ScriptError) -> Expression {
    let start = lexer.index
    let place = lexer.position()
    _ = lexer.take("-")
    let whole = lexer.take(while: Lexer.isDigit)
    var sound = !whole.isEmpty
    // Two points are a range, as in `0..1`.
    if lexer.looking(at: "."), lexer.peek(1) != UInt8(ascii: ".") {
      lexer.index += 1
      if lexer.take(while: Lexer.isDigit).isEmpty { sound = false }
    }
    if lexer.current.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      let signed = lexer.peek(1) == UInt8(ascii: "-") || lexer.peek(1) == UInt8(ascii: "+")
      if Lexer.isDigit(lexer.peek(signed ? 2 : 1)) {
        lexer.index += signed ? 2 : 1
        _ = lexer.take(while: Lexer.isDigit)
      }
    }
    let text = String(decoding: lexer.bytes[start..<lexer.index], as: UTF8.self)
    guard sound, let value = Double(text), value.isFinite else {
      throw ScriptError(.badNumber(text), at: place)
    }
    return Expression(.number(value), at: place)
  }

  private mutating func parseFunction() throws(ScriptError) -> Expression? {
    let place = lexer.position()
    var ahead = lexer
    let name = ahead.take(while: Lexer.isNameByte)
    if name == "pi", !ahead.looking(at: "(") {
      lexer = ahead
      return Expression(.number(Double.pi), at: place)
    }
    guard ahead.looking(at: "(") else { return nil }
    if let function = Expression.LayerFunction(rawValue: name) {
      lexer = ahead
      lexer.index += 1
      return try parseCall(of: function, at: place)
    }
    lexer = ahead
    lexer.index += 1
    guard let function = Expression.Function(rawValue: name) else {
      return try parseDefinitionCall(name, at: place)
    }
    let arguments = try parseFormulas(at: place)
    guard function.arity.contains(arguments.count) else {
      let low = function.arity.lowerBound
      let wanted = function.arity.count == 1 ? "\(low)" : "\(low) or more"
      throw ScriptError(
        .wrongArgumentCount(function: name, wanted: wanted, found: arguments.count), at: place)
    }
    if function == .random { names.readsScene = true }
    return Expression(.call(function, arguments), at: place)
  }

  /// Parses the arguments of a function, after the opening parenthesis.
  mutating func parseFormulas(at place: ScriptPosition) throws(ScriptError) -> [Expression] {
    try nested(at: place) { parser throws(ScriptError) in
      var arguments = [try parser.parseExpression()]
      parser.lexer.skipBlanks()
      while parser.lexer.take(",") {
        arguments.append(try parser.parseExpression())
        parser.lexer.skipBlanks()
      }
      guard parser.lexer.take(")") else { throw parser.expected("',' or ')'") }
      return arguments
    }
  }

  /// Parses the arguments of a definition that a formula uses, after the opening parenthesis. It may follow later.
  private mutating func parseDefinitionCall(
    _ name: String, at place: ScriptPosition
  ) throws(ScriptError) -> Expression {
    lexer.skipBlanks()
    let arguments = lexer.take(")") ? [] : try parseFormulas(at: place)
    names.calls.append(PendingCall(name: name, place: place, count: arguments.count, isFormula: true))
    return try parseElements(of: Expression(.define(name, arguments), at: place))
  }

  /// Parses the arguments of a function of a layer, after the opening parenthesis.
  mutating func parseCall(
    of function: Expression.LayerFunction, at place: ScriptPosition
  ) throws(ScriptError) -> Expression {
    names.readsScene = true
    lexer.skipBlanks()
    let layer = try parseName("a layer's name")
    var numbers: [Expression] = []
    lexer.skipBlanks()
    while lexer.take(",") {
      numbers.append(try nested(at: place) { parser throws(ScriptError) in try parser.parseExpression() })
      lexer.skipBlanks()
    }
    guard lexer.take(")") else { throw expected("')'") }
    guard numbers.count == function.arity else {
      throw ScriptError(
        .wrongArgumentCount(
          function: function.rawValue, wanted: "\(function.arity + 1)", found: numbers.count + 1),
        at: place)
    }
    return try parseElements(of: Expression(.layer(function, layer, numbers), at: place))
  }
}
