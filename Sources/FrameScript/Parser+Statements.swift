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
    let word = Spelling.own(written)
    guard let entry = StatementTable.byWord[word] else { return [try parseCall()] }
    lexer.index += written.utf8.count
    openStatement = (word, lexer.index)
    if word == "filter" { try refuse(filterError) }
    try refuse(cssFunctionError(from: lexer.index - written.utf8.count))
    try refuse(separatorError(after: word))
    lexer.skipBlanks(comments: false)
    switch entry.rule {
    case .parse(let parse): return [Statement(try parse(&self), word: word, at: place)]
    case .option(let parse): return [Statement(.look(try parse(&self)), word: word, at: place)]
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
    case .unexpected: if StatementTable.byWord[Spelling.own(lexer.word)] != nil { return error }
    default: return error
    }
    var error = error
    error.usages = StatementTable.usages(
      of: openStatement.word, written: lexer.words(from: openStatement.start, atMost: 8))
    return error
  }
}

/// Edits that need more than their table entry.
extension Parser {
  mutating func parseAbout() throws(ScriptError) -> PairArgument? {
    accept("about") ? try parsePair("a point x,y in the parent") : nil
  }

  /// `F[,F]`
  mutating func parseFactors() throws(ScriptError) -> (Quantity, Quantity?) {
    (try parseFactor("a factor"), takeComma() ? try parseFactor("a second factor") : nil)
  }

  /// `ANGLE[,ANGLE]`
  mutating func parseAngles() throws(ScriptError) -> (Quantity, Quantity?) {
    (try parseAngle(), takeComma() ? try parseAngle() : nil)
  }
}

/// Menus and dialogs.
extension Parser {
  mutating func parseMenu() throws(ScriptError) -> DialogStatement {
    let name = try parseName("a menu's name")
    let title = try parseString()
    return .menu(name: name, title: title, try parseItems())
  }

  mutating func parseDialog() throws(ScriptError) -> DialogStatement {
    let title = try parseString()
    let message = accept("message") ? try parseString() : Template([], at: title.position)
    return .dialog(title: title, message: message, try parseItems())
  }

  private mutating func parseItems() throws(ScriptError) -> [MenuItem] {
    lexer.skipBlanks()
    let brace = lexer.position()
    guard lexer.take("{") else { throw expected("'{' and items") }
    return try nested(at: brace) { parser throws(ScriptError) in
      var items: [MenuItem] = []
      while true {
        parser.lexer.skipBetweenStatements()
        if parser.lexer.take("}") { return items }
        if parser.lexer.atEnd {
          if !parser.lexer.gaveUp { parser.report(.unclosedBlock, at: brace) }
          return items
        }
        // An invalid item is skipped, as a statement is, and the menu stays open.
        parser.attempt { parser throws(ScriptError) in
          let role: MenuItem.Role = try parser.parseWord()
          let title = try parser.parseString()
          parser.lexer.skipBlanks()
          let body = parser.lexer.looking(at: "{") ? try parser.parseBlock() : []
          items.append(MenuItem(role: role, title: title, body: body))
        }
      }
    }
  }
}
