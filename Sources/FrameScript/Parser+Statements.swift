/// Finds a statement in the table and parses it.
extension Parser {
  /// Parses one statement; an `include` may give many.
  mutating func parseStatement() throws(ScriptError) -> [Statement] {
    let place = lexer.position()
    let written = lexer.word
    operators = 0
    openStatement = nil
    guard Lexer.isLetter(lexer.current) || lexer.looking(at: "_") else {
      try refuse(commentError ?? (lexer.looking(at: "$") ? assignmentError : nil))
      throw ScriptError(.expected("a statement", found: lexer.found), at: place)
    }
    guard let entry = StatementTable.entry(of: written) else { return [try parseCall()] }
    let word = entry.word
    lexer.index += written.utf8.count
    openStatement = (word, lexer.index)
    if word == "filter" { try refuse(filterError) }
    try refuse(cssFunctionError(from: lexer.index - written.utf8.count))
    try refuse(separatorError(after: word))
    lexer.skipBlanks(comments: false)
    switch entry.rule {
    case .arguments(let parse, _):
      return [Statement(.regular(entry, try parse(&self)), word: word, at: place)]
    case .parse(let parse): return [Statement(try parse(&self), word: word, at: place)]
    case .include: return try parseInclude(at: place)
    case .misplaced(let problem): throw ScriptError(problem, at: place)
    }
  }

  /// Returns the error with the usage of its statement, if the statement is not written as it must be.
  func addingUsage(to error: ScriptError) -> ScriptError {
    guard let openStatement else { return error }
    switch error.problem {
    case .expected: break
    // A statement after a statement needs a new line; usage does not help.
    case .unexpected: if StatementTable.entry(of: lexer.word) != nil { return error }
    default: return error
    }
    var error = error
    error.usages = StatementTable.usages(
      of: openStatement.word, written: lexer.words(from: openStatement.start, atMost: 8))
    return error
  }
}
