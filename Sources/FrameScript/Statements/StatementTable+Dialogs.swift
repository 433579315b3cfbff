extension StatementTable {
  /// Menus and dialogs.
  static let dialogs: [StatementEntry] = [
    StatementEntry([
      "menu NAME \"TITLE\" { item \"...\" { } destructive \"...\" { } cancel \"...\" }":
        "declares a menu; each item can have a block"
    ]) { p throws(ScriptError) in .dialog(try p.parseMenu()) },
    StatementEntry(["open NAME": "opens the menu; no effect if it is already open"]) {
      p throws(ScriptError) in .dialog(.open(try p.parseName("a menu's name")))
    },
    StatementEntry(["dialog \"TITLE\" [message \"TEXT\"] { item \"...\" { } }": "opens a dialog"]) {
      p throws(ScriptError) in .dialog(try p.parseDialog())
    },
    StatementEntry(["choose \"ITEM\"": "answers the open menu or dialog and runs the item's block"]) {
      p throws(ScriptError) in .dialog(.choose(try p.parseString()))
    },
    StatementEntry(["say \"TEXT\"": "prints text"]) { p throws(ScriptError) in
      .dialog(.say(try p.parseString()))
    },
  ]
}
