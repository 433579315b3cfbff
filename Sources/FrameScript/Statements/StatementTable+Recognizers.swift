/// Recognizers, what limits and configures them, and the reactions to them.
extension StatementTable {
  static let recognizers: [StatementEntry] = [
    StatementEntry([
      "recognize KIND [on LAYER] [as NAME] [KEY VALUE]...": """
      attaches a recognizer. By default, LAYER is the current layer and NAME is the kind. Recognizers of different \
      layers can have the same name
      """
    ]) { p throws(ScriptError) in .recognizer(try p.parseRecognize()) },
    StatementEntry([
      "require A fails B":
        "recognizer A waits until recognizer B has failed; A fails if B is recognized or begins"
    ]) { p throws(ScriptError) in .recognizer(try p.parseRequire()) },
    StatementEntry(["simultaneous A B": "each can begin while the other is active"]) {
      p throws(ScriptError) in
      .recognizer(
        .simultaneous(
          try p.parseName("a recognizer's name"), try p.parseName("a second recognizer's name")))
    },
    StatementEntry([
      "disable A":
        "the recognizers A receive no touches until they are enabled again; disabling cancels their gestures"
    ]) { p throws(ScriptError) in .recognizer(.enable(try p.parseName("a recognizer's name"), false)) },
    StatementEntry(["enable A": "the recognizers A receive touches again"]) { p throws(ScriptError) in
      .recognizer(.enable(try p.parseName("a recognizer's name"), true))
    },
    StatementEntry([
      "preset frameit|pickview|uikit|swiftui|android|none": """
      replaces all recognizers and relations and resets every setting; `on` blocks and menus stay
      """
    ]) { p throws(ScriptError) in .recognizer(.preset(try p.parseChoice())) },
  ]

  static let limits: [StatementEntry] = [
    StatementEntry([
      "limit scale A..B [hard|elastic]":
        "its transform enlarges it by A at least and by B at most, as `scaleOf(NAME)` says",
      "limit cover X,Y W,H [hard|elastic]": "it covers a rectangle in its parent, also when it is turned",
      "limit cover LAYER [hard|elastic]": "it covers another layer, also when it is turned",
      "limit inside canvas [hard|elastic]": "what it draws stays on the canvas",
      "limit none": "removes all limits of the layer",
    ]) { p throws(ScriptError) in .edit(.limit(try p.parseLimit())) }
  ]

  static let settings: [StatementEntry] = [
    StatementEntry([
      "set KEY VALUE": "changes a setting, at once",
      "set rotate.snap ANGLE within ANGLE": """
      while a rotation turns a layer, an angle within the second ANGLE of a multiple of the first becomes that \
      multiple
      """,
    ]) { p throws(ScriptError) in .recognizer(try p.parseSetting()) }
  ]

  static let reactions: [StatementEntry] = [
    StatementEntry([
      "on NAME [STATE] { }": """
      runs a block when a recognizer of that name reaches a state: `began`, `changed`, `ended` or `cancelled` \
      (`recognized` is another name for `ended`). Without a state, it runs once, when the gesture is recognized or \
      begins
      """
    ]) { p throws(ScriptError) in .recognizer(try p.parseReaction()) }
  ]
}
