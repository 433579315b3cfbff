/// Gestures, touches and time; recognizers, what limits and configures them, and the reactions to them; dialogs.
extension StatementTable {
  static let gestures: [StatementEntry] = [
    StatementEntry([
      "pan V [at P] [over TIME] [steps N]": "one finger; moves the current layer by V in its parent's axes"
    ]) { p throws(ScriptError) in try p.parseGesture(.pan(try p.parsePair("a vector x,y"))) },
    StatementEntry([
      "pinch F [at P] [over TIME] [steps N]": """
      two fingers, side by side and 100 pixels apart at the start; scales the current layer by F, which must be \
      above 0
      """
    ]) { p throws(ScriptError) in try p.parseGesture(.pinch(try p.parseNumber("a factor"))) },
    StatementEntry([
      "twist ANGLE [at P] [over TIME] [steps N]": """
      two fingers, side by side and 100 pixels apart at the start; rotates the current layer by ANGLE, which can \
      be more than a full turn
      """
    ]) { p throws(ScriptError) in try p.parseGesture(.twist(try p.parseAngle())) },
    StatementEntry(["tap P [over TIME]": "one finger, down for 50 ms"]) { p throws(ScriptError) in
      try p.parseGesture(.tap(try p.parsePair()))
    },
    StatementEntry([
      "double-tap P [over TIME]": "two taps of 50 ms, 50 ms apart, or `tap.min-gap` if that is longer"
    ]) { p throws(ScriptError) in try p.parseGesture(.doubleTap(try p.parsePair())) },
    StatementEntry([
      "long-press P [for TIME] [over TIME]":
        "one finger, held for TIME; by default 100 ms longer than `long-press.duration`"
    ]) { p throws(ScriptError) in try p.parseLongPress() },
    StatementEntry([
      "swipe left|right|up|down [from P] [over TIME] [steps N]": """
      one finger, which travels two times `swipe.min-distance`, by default from the current layer's center
      """
    ]) { p throws(ScriptError) in try p.parseSwipe() },
    StatementEntry([
      "drag P to P [to P]... [over TIME] [steps N]":
        "one finger, along straight lines at constant speed, with a move event at every corner"
    ]) { p throws(ScriptError) in try p.parseDrag() },
    StatementEntry([
      "two-finger P P to P P [over TIME] [steps N]":
        "two fingers: the start points of both, then the end points of both"
    ]) { p throws(ScriptError) in try p.parseTwoFinger() },
  ]

  static let touches: [StatementEntry] = [
    StatementEntry([
      "touch ID down|move P @T|+T": "finger ID goes down at P, or moves there. ID is an integer from 0",
      "touch ID up|cancel [P] @T|+T":
        "the finger goes up, or its touch is canceled. Without P, the finger keeps its last position",
    ]) { p throws(ScriptError) in .gesture(try p.parseTouch()) },
    StatementEntry(["wait TIME": "lets time pass: timers fire, and layers move on"]) {
      p throws(ScriptError) in .gesture(.wait(try p.parseTime()))
    },
  ]

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
