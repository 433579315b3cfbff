import FrameModel

/// Edits that need more than their table entry.
extension Parser {
  mutating func parseAbout() throws(ScriptError) -> PairArgument? {
    accept("about") ? try parsePair("a point of the parent x,y") : nil
  }

  /// `scale F[,F] [about P]`
  mutating func parseScale() throws(ScriptError) -> EditStatement {
    let x = try parseNumber("a factor")
    guard lexer.take(",") else { return .scale(x, nil, about: try parseAbout()) }
    try checkNoBlank()
    let y = try parseNumber("a second factor")
    return .scale(x, y, about: try parseAbout())
  }

  /// `skew ANGLE[,ANGLE] [about P]`
  mutating func parseSkew() throws(ScriptError) -> EditStatement {
    let x = try parseAngle()
    guard lexer.take(",") else { return .skew(x, nil, about: try parseAbout()) }
    try checkNoBlank()
    let y = try parseAngle()
    return .skew(x, y, about: try parseAbout())
  }
}
