import FrameScene

/// Menus and dialogs.
extension StatementTable {
  static let dialogs: [StatementEntry] = [
    .dialog(
      [
        "menu NAME \"TITLE\" { item \"...\" { } destructive \"...\" { } cancel \"...\" }":
          "declares a menu; each item can have a block"
      ], .name("a menu's name"), .string, .items
    ) { name, title, items in .declareMenu(Dialog(menu: name, title: title, items: items)) },
    .dialog(["open NAME": "opens the menu; no effect if it is already open"], .name("a menu's name")) {
      .openMenu($0)
    },
    .dialog(
      ["dialog \"TITLE\" [message \"TEXT\"] { item \"...\" { } }": "opens a dialog"], .string,
      .after("message", .string), .items
    ) { title, message, items in
      .ask(Dialog(menu: nil, title: title, items: items), message: message ?? "")
    },
    .dialog(["choose \"ITEM\"": "answers the open menu or dialog and runs the item's block"], .string) {
      .choose($0)
    },
    .dialog(["say \"TEXT\"": "prints text"], .string) { .say($0) },
  ]
}

extension StatementEntry {
  fileprivate static func dialog<each Part>(
    _ forms: KeyValuePairs<String, String>, _ parts: repeat Argument<each Part>,
    command: @escaping @Sendable (repeat each Part) throws(ScriptError) -> DialogCommand
  ) -> StatementEntry {
    .command(forms, Argument(repeat each parts, value: command)) { _, command in .dialog(command) }
  }
}

// MARK: Items

/// The items of a menu or dialog, as written.
private struct MenuItems: Written {
  var items: [MenuItem] = []

  var blocks: [[Statement]] { items.map(\.body) }
}

private struct MenuItem: Equatable, Sendable {
  enum Role: String, ScriptKeyword {
    case item, destructive, cancel
    static let meaning = WordMeaning.menuItem
  }

  let role: Role
  let title: Template
  let body: [Statement]
}

extension Argument<[Dialog.Item]> {
  fileprivate static let items = Argument({ p throws(ScriptError) in
    MenuItems(items: try p.parseItems())
  }) { written, e throws(ScriptError) in try e.resolve(written.items) }
}

extension Parser {
  fileprivate mutating func parseItems() throws(ScriptError) -> [MenuItem] {
    var items: [MenuItem] = []
    try parseBraced("'{' and items") { parser throws(ScriptError) in
      let role: MenuItem.Role = try parser.parseWord()
      let title = try parser.parseString()
      parser.lexer.skipBlanks()
      let body = parser.lexer.looking(at: "{") ? try parser.parseBlock() : []
      items.append(MenuItem(role: role, title: title, body: body))
    }
    return items
  }
}

extension Evaluator {
  fileprivate mutating func resolve(_ items: [MenuItem]) throws(ScriptError) -> [Dialog.Item] {
    var resolved: [Dialog.Item] = []
    var titles: Set<String> = []
    for item in items {
      let title = try text(of: item.title)
      let position = item.title.position
      guard titles.insert(title).inserted else { throw ScriptError(.repeatedWord(title), at: position) }
      try account.hold(title.heldBytes + 2 * MemoryLayout<Dialog.Item>.stride, at: position)
      resolved.append(
        Dialog.Item(
          isCancel: item.role == .cancel, title: title, block: try deferred(item.body, at: position),
          at: Origin(position)))
    }
    return resolved
  }
}
