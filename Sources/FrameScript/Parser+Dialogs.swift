import FrameModel

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
