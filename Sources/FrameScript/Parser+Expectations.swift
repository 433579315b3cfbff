import FrameGesture

/// All forms of `expect`.
extension Parser {
  mutating func parseExpectation() throws(ScriptError) -> ExpectStatement {
    lexer.skipBlanks()
    if lexer.looking(at: "$") || lexer.looking(at: "(") {
      let value = try parseNumber()
      lexer.skipBlanks()
      let wanted = try parseValue("the expected value")
      return .value(value, wanted, tolerance: try parseTolerance())
    }
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
    let name = try parseName("transform, map, frame, selected, marked, a recognizer's name or a variable")
    return .state(name, try parseWord())
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
    return try parseNumber(meaning)
  }
}
