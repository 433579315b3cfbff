import FrameModel

extension ScriptProblem {
  public var message: Message {
    switch self {
    // Reading
    case .notUTF8:
      Message(
        "the script is not UTF-8 text", note: "the script comes first, then images; is this an image?")
    case .nulByte:
      Message("a NUL byte in the script", note: "scripts are plain text; is this another kind of file?")
    case .unknownStatement(let word, let nearest):
      Message("unknown statement '\(word)'", note: Message.suggestion(nearest))
    case .unknownWord(let word, let meaning, let nearest, let choices):
      Message("unknown \(meaning) '\(word)'", note: Message.suggestion(nearest, among: choices))
    case .expected(let what, let found): Message("expected \(what), found \(found)")
    case .unexpected(let found):
      Message("unexpected \(found)", note: "a statement ends at the end of its line, or at ';'")
    case .unterminatedString:
      Message(
        "a string without its closing quote",
        note: "strings end on their own line; write \\n for a line break")
    case .unknownEscape(let found):
      Message("unknown escape: \\ before \(found)", note: "the escapes are \\n \\t \\\" \\\\ \\$")
    case .unclosedBlock: Message("'{' without its '}'")
    case .strayBrace: Message("'}' without its '{'")
    case .strayElse: Message("'else' without its 'if'")
    case .badNumber(let text):
      Message(
        "'\(text)' is not a number",
        note: Double(text)?.isInfinite == true
          ? "it is larger than any number can be"
          : "a number has digits on both sides of its point, as in 0.5")
    case .bareAngle(let text):
      Message("an angle without its unit", note: "write \(text)deg, or use rad or turn")
    case .bareTime(let text):
      Message(
        "a time without its unit",
        note: (Double(text) ?? 0) < 10 ? "write \(text)s, or use ms" : "write \(text)ms, or use s")
    case .wrongUnit(let unit, let wanted):
      Message("'\(unit)' is not a unit that can stand here", note: "the units are: \(wanted)")
    case .unknownFunction(let name, let nearest):
      Message("unknown function '\(name)'", note: Message.suggestion(nearest))
    case .wrongArgumentCount(let function, let wanted, let found):
      Message("'\(function)' takes \(wanted) \(wanted == "1" ? "value" : "values"), not \(found)")
    case .unknownVersion(let version):
      Message("unknown version '\(version)' of the script language", note: "this program knows: frameit 1")
    case .versionNotFirst: Message("'frameit' must be the first statement")
    case .repeatedDefine(let name):
      Message("'\(name)' is already a statement", note: "choose another name for the definition")
    case .includeNotLiteral:
      Message(
        "the file of an 'include' cannot depend on variables", note: "files are read before anything is run")
    case .includeFailed(let path, let reason): Message("cannot include '\(path)': \(reason)")
    case .outsideFolder(let path):
      Message(
        "'\(path)' lies outside the script's folder",
        note: "allow its folder with --allow-read DIR, or move it beside the script")
    case .missingKey(let key): Message("the key '\(key)' is missing")
    case .unknownKey(let key, let nearest):
      Message("unknown key '\(key)'", note: Message.suggestion(nearest))
    case .repeatedKey(let key): Message("the key '\(key)' stands twice")
    case .repeatedSource(let name): Message("there are two sources '\(name)'")
    case .notAFinger(let type):
      Message("a source of type '\(type)' has no finger", note: "the types are: pointer, none")
    case .originIsElement:
      Message(
        "a move cannot start from an element: there is no page here",
        note: "the origins are: viewport, pointer")
    case .callArity(let name, let wanted, let found):
      Message("'\(name)' takes \(wanted) \(wanted == 1 ? "value" : "values"), not \(found)")

    // Running and planning
    case .unknownVariable(let name, let nearest):
      Message("unknown variable '$\(name)'", note: Message.suggestion(nearest.map { "$" + $0 }))
    case .unknownLayer(let name, let nearest):
      Message("there is no layer '\(name)'", note: Message.suggestion(nearest))
    case .unknownParameter(let name, let nearest):
      Message("the script has no parameter '\(name)'", note: Message.suggestion(nearest))
    case .repeatedLayer(let name): Message("there is already a layer '\(name)'")
    case .noCurrentLayer(let word):
      Message(
        "'\(word)' has no layer to act on", note: "declare one with 'layer NAME image', or give an image")
    case .canvasAfterLayers(let word):
      Message("'\(word)' must come before layers and edits", note: "layers are laid out on the canvas")
    case .canvasRequired:
      Message(
        "without an image the script must give the canvas",
        note: "write 'canvas W,H' first, or give an image")
    case .notANumber(let wanted, let found): Message("expected \(wanted), found \(found)")
    case .notAList(let found): Message("expected a list, found \(found)")
    case .badIndex(let index, let count):
      Message(
        "there is no item \(index)",
        note: count == 0 ? "the list is empty" : "items count from 0 to \(count - 1)")
    case .outOfRange(let what, let value, let wanted):
      Message("\(what) must be \(wanted), not \(value.scriptText)")
    case .notFinite(let what): Message("the result of \(what) is too large or not a number")
    case .divisionByZero: Message("division by zero")
    case .emptyRange(let low, let high):
      Message("nothing lies between \(low.scriptText) and \(high.scriptText)")
    case .singular(let layer):
      Message(
        "the transform of '\(layer)' is singular: it leaves no area to draw",
        note: "a scale of 0, or rows that point the same way, cannot be undone; 'hide' leaves a layer out")
    case .excessiveScale(let layer):
      Message("the transform of '\(layer)' enlarges more than a million times")
    case .tooFar(let layer):
      Message("the transform moves '\(layer)' more than a hundred thousand million pixels away")
    case .nothingDrawn: Message("'canvas fit' has nothing to fit: no layer shows anything")
    case .cropOutside(let canvas):
      Message(
        "the crop does not lie in the canvas",
        note: "the canvas is \(canvas.width) by \(canvas.height) pixels, from 0,0")
    case .emptyCanvas: Message("a canvas must be at least 1 by 1 pixel")
    case .nothingToRestore(let layer): Message("nothing was saved of '\(layer)'", note: "'save' comes first")
    case .nothingToUndo(let layer): Message("there is nothing to undo on '\(layer)'")
    case .nothingToRedo(let layer): Message("there is nothing to redo on '\(layer)'")
    case .notAShape(let word, let layer):
      Message("'\(word)' is for shapes and text, and '\(layer)' is neither")
    case .notAText(let word, let layer): Message("'\(word)' is for text, and '\(layer)' is none")
    case .text(let error): error.message
    case .uselessOption(let word, let kind, let instead):
      Message("'\(word)' does nothing for \(kind)", note: "'\(instead)' is what can be used here")
    case .pathData(let error, let data): error.message(in: data)
    case .dashes(let error): error.message
    case .notAnImage(let layer): Message("'\(layer)' shows no image")
    case .inputMissing(let number, let given):
      Message(
        "the script takes \(number) \(number == 1 ? "image" : "images"), \(given) given",
        note: "name the images after the script")
    case .emptyFolder(let path): Message("there is no image in '\(path)'")
    case .noImage(.input(let number)): Message("there is no image \(number)")
    case .noImage(.file(let path)), .noImage(.folder(let path)): Message("there is no '\(path)'")

    // Time
    case .badEasing(let x):
      Message(
        "an easing's control points lie from 0 to 1 in x, not at \(x.scriptText)",
        note: "time goes one way; y may lie anywhere")
    case .gradientAnimated(let word, let layer):
      Message(
        "the \(word) of '\(layer)' is a gradient, which cannot become a color",
        note: "say where it begins: 'animate \(layer) \(word) from COLOR ...'")

    // Fingers
    case .touch(let problem): problem.message
    case .touchWithoutPlace(let id):
      Message("touch \(id) has no place", note: "write where the finger is, X,Y, before the time")
    case .fingersDown(let ids, let statement):
      Message(
        "'\(statement)' begins while \(Message.touches(ids)) down",
        note: "a gesture begins with no finger on the image: write 'touch \(ids[0]) up +10ms' first")
    case .insideReaction(let word):
      Message("'\(word)' cannot stand in a reaction", note: "reactions edit; fingers move between them")
    case .withoutMeaning(let option, let word): Message("'\(option)' means nothing to '\(word)'")
    case .notRecognized(let word, let kind, let layer, let exists, let instead):
      Message(
        "nothing on '\(layer)' recognizes this \(word)" + (instead.map { ": '\($0)' takes it" } ?? ""),
        note: !exists
          ? "write 'recognize \(kind.rawValue) on \(layer)'"
          : instead.map { "let both be: 'simultaneous \(kind.rawValue) \($0)'" }
            ?? "the settings do not let '\(kind.rawValue)' begin")
    case .unknownRecognizer(let name, let nearest):
      Message(
        "there is no recognizer '\(name)'",
        note: RecognizerKind(rawValue: name) == nil
          ? Message.suggestion(nearest) ?? "'recognize KIND as \(name)' makes one"
          : "'recognize \(name)' makes one, on the current layer")
    case .neverReached(let state, let name):
      Message(
        "'\(name)' is never \(state.rawValue): it is recognized in an instant", note: "write 'on \(name) { }'"
      )
    case .requireCycle(let names):
      Message(
        "require cycle: \(names.joined(separator: " -> "))", note: "each would wait for the other to fail")
    case .unknownSetting(let key, let nearest):
      Message(
        "unknown setting '\(key)'", note: Message.suggestion(nearest, among: GestureSettings.keyNames))
    case .badSetting(let key, let wanted): Message("'\(key)' takes \(wanted)")
    case .unknownMenu(let name, let nearest):
      Message(
        "there is no menu '\(name)'",
        note: Message.suggestion(nearest) ?? "'menu \(name) \"TITLE\" { }' makes one")
    case .repeatedMenu(let name): Message("there is already a menu '\(name)'")
    case .nothingOpen: Message("no menu and no dialog is open", note: "'open NAME' opens a menu")
    case .unknownItem(let title, let menu, let items):
      Message(
        "\"\(menu)\" has no item \"\(title)\"",
        note: "it has: \(items.map { "\"\($0)\"" }.joined(separator: " "))")

    case .limit(let exceeded): exceeded.message
    case .moreErrors(let count): Message("there are more than \(count) errors: the others are not told")
    case .widthLimit(let width, let exceeded):
      Message("at a width of \(width), \(exceeded.message.what)", note: exceeded.message.note)
    case .claimFailed(let what, let expected, let found):
      Message("the claim about \(what) does not hold", note: "expected \(expected), found \(found)")
    }
  }
}

extension TouchProblem {
  var message: Message {
    switch self {
    case .notDown(let id):
      Message("touch \(id) is not down", note: "'touch \(id) down X,Y @TIME' comes first")
    case .alreadyDown(let id):
      Message("touch \(id) is down already", note: "each finger has a number of its own")
    case .twice(let id):
      Message("touch \(id) does two things at one time", note: "what one finger does lies at different times")
    case .timeGoesBack(let from, let to):
      Message(
        "time goes backwards: \(Message.seconds(to)) is before \(Message.seconds(from))",
        note: "@TIME counts from the end of the last gesture, +TIME from the last touch")
    case .notFinite: Message("a touch's place or time is no number")
    }
  }
}

extension Message {
  static func touches(_ ids: [Int]) -> String {
    ids.count == 1 ? "touch \(ids[0]) is" : "touches \(ids.map(String.init).joined(separator: ", ")) are"
  }

  /// With milliseconds.
  static func seconds(_ time: Double) -> String { time.fixed(3) + "s" }
}
