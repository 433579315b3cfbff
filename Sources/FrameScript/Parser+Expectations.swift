import FrameGesture

/// All forms of `expect`.
extension Parser {
  mutating func parseExpectation() throws(ScriptError) -> ExpectStatement {
    lexer.skipBlanks()
    if lexer.looking(at: "$") || lexer.looking(at: "(") || startsFunction { return try parseComparison() }
    // A recognizer may have the name of a form: `expect map ended`.
    let isForm = !isState(after: lexer.word)
    if isForm, accept("transform") {
      return .transform(try parseMatrix(), tolerance: try parseTolerance())
    }
    if isForm, accept("map") { return .map(try parseMatrix(), tolerance: try parseTolerance()) }
    if isForm, accept("frame") {
      return .frame(
        origin: try parsePair("a point X,Y"), size: try parsePair("a size W,H"),
        tolerance: try parseTolerance())
    }
    if isForm, accept("selected") { return .selected(try parseName("a layer's name")) }
    if isForm, accept("marked") { return .marked(try parseName("a layer's name")) }
    if isForm, accept("shown") { return try parseShown() }
    if isForm, accept("hit") {
      let point = try parsePair()
      let name = try parseName("a layer's name, or none")
      return .hit(point, name.literal == "none" ? nil : name)
    }
    if isForm, accept("count") {
      return .count(try parseName("a recognizer's name"), try parseNumber("a number of times"))
    }
    let name = try parseName(
      "transform, map, frame, shown, hit, count, selected, marked, a recognizer's name or a variable")
    return .state(name, try parseWord())
  }

  /// `expect VALUE VALUE [~TOL]`, or with a comparison between them.
  private mutating func parseComparison() throws(ScriptError) -> ExpectStatement {
    let value = try parseNumber()
    if let comparison = takeComparison() {
      return .comparison(value, comparison, try parseValue("the value to compare with"))
    }
    lexer.skipBlanks()
    let wanted = try parseValue("the expected value")
    return .value(value, wanted, tolerance: try parseTolerance())
  }

  /// `expect shown PROPERTY VALUE [~TOL]`
  private mutating func parseShown() throws(ScriptError) -> ExpectStatement {
    let argument: ShownArgument
    switch try parseWord(ShownProperty.self) {
    case .opacity: argument = .opacity(try parseFactor("an opacity from 0 to 1"))
    case .transform: argument = .transform(try parseMatrix())
    case .frame:
      argument = .frame(origin: try parsePair("a point X,Y"), size: try parsePair("a size W,H"))
    case .trim:
      let (start, end) = try parsePart()
      argument = .trim(start, end)
    case .fill: argument = .fill(try parseColor())
    case .stroke: argument = .stroke(try parseColor(), width: try parseLength())
    }
    return .shown(argument, tolerance: try parseTolerance())
  }

  /// True if a function call follows: `expect scaleOf(a) < 3`.
  var startsFunction: Bool {
    var ahead = lexer
    let name = ahead.take(while: Lexer.isNameByte)
    return Lexer.isLetter(lexer.current) && (name == "pi" || ahead.looking(at: "("))
  }

  private func isState(after word: String) -> Bool {
    var ahead = lexer
    ahead.index += word.utf8.count
    ahead.skipBlanks()
    return GestureState(word: ahead.word) != nil && !["selected", "marked"].contains(word)
  }

  private mutating func parseTolerance() throws(ScriptError) -> Expression? {
    lexer.skipBlanks()
    return lexer.take("~") ? try parseNumber("a tolerance") : nil
  }

  /// Parses a value between spaces: a number, a string, a list, a variable, an expression in parentheses.
  mutating func parseValue(_ meaning: String) throws(ScriptError) -> Expression {
    lexer.skipBlanks()
    if lexer.looking(at: "\"") || lexer.looking(at: "[") {
      // Both begin with what can only be the first operand of a whole expression.
      return try parseOperand()
    }
    let number = try parseNumber(meaning)
    guard isPercentSign(at: lexer) else { return number }
    lexer.index += 1
    return Expression(.percent(number), at: number.position)
  }
}
