import FrameModel

extension ScriptProblem {
  public var wording: Wording {
    switch self {
    // Reading
    case .notUTF8:
      Wording(
        "the script is not UTF-8 text", note: "the script comes first, then pictures; is this a picture?")
    case .nulByte:
      Wording("a NUL byte in the script", note: "scripts are plain text; is this another kind of file?")
    case .unknownStatement(let word, let nearest):
      Wording("unknown statement '\(word)'", note: Wording.suggestion(nearest))
    case .unknownWord(let word, let meaning, let nearest, let choices):
      Wording("unknown \(meaning) '\(word)'", note: Wording.suggestion(nearest, among: choices))
    case .expected(let what, let found): Wording("expected \(what), found \(found)")
    case .unexpected(let found):
      Wording("unexpected \(found)", note: "a statement ends at the end of its line, or at ';'")
    case .unterminatedString:
      Wording(
        "a string without its closing quote",
        note: "strings end on their own line; write \\n for a line break")
    case .unknownEscape(let found):
      Wording("unknown escape: \\ before \(found)", note: "the escapes are \\n \\t \\\" \\\\ \\$")
    case .unclosedBlock: Wording("'{' without its '}'")
    case .strayBrace: Wording("'}' without its '{'")
    case .strayElse: Wording("'else' without its 'if'")
    case .badNumber(let text):
      Wording(
        "'\(text)' is not a number",
        note: Double(text)?.isInfinite == true
          ? "it is larger than any number can be"
          : "a number has digits on both sides of its point, as in 0.5")
    case .bareAngle(let text):
      Wording("an angle without its unit", note: "write \(text)deg, or use rad or turn")
    case .bareTime(let text):
      Wording(
        "a time without its unit",
        note: (Double(text) ?? 0) < 10 ? "write \(text)s, or use ms" : "write \(text)ms, or use s")
    case .wrongUnit(let unit, let wanted):
      Wording("'\(unit)' is not a unit that can stand here", note: "the units are: \(wanted)")
    case .unknownFunction(let name, let nearest):
      Wording("unknown function '\(name)'", note: Wording.suggestion(nearest))
    case .wrongArgumentCount(let function, let wanted, let found):
      Wording("'\(function)' takes \(wanted) \(wanted == "1" ? "value" : "values"), not \(found)")
    case .unknownVersion(let version):
      Wording("unknown version '\(version)' of the script language", note: "this program knows: frameit 1")
    case .versionNotFirst: Wording("'frameit' must be the first statement")
    case .repeatedDefine(let name):
      Wording("'\(name)' is already a statement", note: "choose another name for the definition")
    case .includeNotLiteral:
      Wording(
        "the file of an 'include' cannot depend on variables", note: "files are read before anything is run")
    case .includeFailed(let path, let reason): Wording("cannot include '\(path)': \(reason)")
    case .outsideFolder(let path):
      Wording(
        "'\(path)' lies outside the script's folder",
        note: "allow its folder with --allow-read DIR, or move it beside the script")
    case .missingKey(let key): Wording("the key '\(key)' is missing")
    case .unknownKey(let key, let nearest):
      Wording("unknown key '\(key)'", note: Wording.suggestion(nearest))
    case .repeatedKey(let key): Wording("the key '\(key)' stands twice")
    case .repeatedSource(let name): Wording("there are two sources '\(name)'")
    case .notAFinger(let type):
      Wording("a source of type '\(type)' has no finger", note: "the types are: pointer, none")
    case .originIsElement:
      Wording(
        "a move cannot start from an element: there is no page here",
        note: "the origins are: viewport, pointer")
    case .callArity(let name, let wanted, let found):
      Wording("'\(name)' takes \(wanted) \(wanted == 1 ? "value" : "values"), not \(found)")

    // Running and planning
    case .unknownVariable(let name, let nearest):
      Wording("unknown variable '$\(name)'", note: Wording.suggestion(nearest.map { "$" + $0 }))
    case .unknownLayer(let name, let nearest):
      Wording("there is no layer '\(name)'", note: Wording.suggestion(nearest))
    case .unknownParameter(let name, let nearest):
      Wording("the script has no parameter '\(name)'", note: Wording.suggestion(nearest))
    case .repeatedLayer(let name): Wording("there is already a layer '\(name)'")
    case .noCurrentLayer(let word):
      Wording(
        "'\(word)' has no layer to act on", note: "declare one with 'layer NAME image', or give a picture")
    case .canvasAfterLayers(let word):
      Wording("'\(word)' must come before layers and edits", note: "layers are laid out on the canvas")
    case .canvasRequired:
      Wording(
        "without a picture the script must give the canvas",
        note: "write 'canvas W,H' first, or give a picture")
    case .notANumber(let wanted, let found): Wording("expected \(wanted), found \(found)")
    case .notAList(let found): Wording("expected a list, found \(found)")
    case .badIndex(let index, let count):
      Wording(
        "there is no item \(index)",
        note: count == 0 ? "the list is empty" : "items count from 0 to \(count - 1)")
    case .outOfRange(let what, let value, let wanted):
      Wording("\(what) must be \(wanted), not \(value.scriptText)")
    case .notFinite(let what): Wording("the result of \(what) is too large or not a number")
    case .divisionByZero: Wording("division by zero")
    case .emptyRange(let low, let high):
      Wording("nothing lies between \(low.scriptText) and \(high.scriptText)")
    case .singular(let layer):
      Wording(
        "the transform of '\(layer)' is singular: it leaves no area to draw",
        note: "a scale of 0, or rows that point the same way, cannot be undone; 'hide' leaves a layer out")
    case .excessiveScale(let layer):
      Wording("the transform of '\(layer)' enlarges more than a million times")
    case .tooFar(let layer):
      Wording("the transform moves '\(layer)' more than a hundred thousand million pixels away")
    case .nothingDrawn: Wording("'canvas fit' has nothing to fit: no layer shows anything")
    case .cropOutside(let canvas):
      Wording(
        "the crop does not lie in the canvas",
        note: "the canvas is \(canvas.width) by \(canvas.height) pixels, from 0,0")
    case .emptyCanvas: Wording("a canvas must be at least 1 by 1 pixel")
    case .nothingToRestore(let layer): Wording("nothing was saved of '\(layer)'", note: "'save' comes first")
    case .nothingToUndo(let layer): Wording("there is nothing to undo on '\(layer)'")
    case .nothingToRedo(let layer): Wording("there is nothing to redo on '\(layer)'")
    case .notAShape(let word, let layer):
      Wording("'\(word)' is for shapes and text, and '\(layer)' is neither")
    case .notAText(let word, let layer): Wording("'\(word)' is for text, and '\(layer)' is none")
    case .text(let error): error.wording
    case .uselessOption(let word, let kind, let instead):
      Wording("'\(word)' does nothing for \(kind)", note: "'\(instead)' is what can be used here")
    case .pathData(let error, let data): error.wording(in: data)
    case .dashes(let error): error.wording
    case .notAnImage(let layer): Wording("'\(layer)' shows no picture")
    case .inputMissing(let number, let given):
      Wording(
        "the script takes \(number) \(number == 1 ? "picture" : "pictures"), \(given) given",
        note: "name the pictures after the script")
    case .emptyFolder(let path): Wording("there is no picture in '\(path)'")
    case .noPicture(.input(let number)): Wording("there is no picture \(number)")
    case .noPicture(.file(let path)), .noPicture(.folder(let path)): Wording("there is no '\(path)'")

    // Time
    case .badEasing(let x):
      Wording(
        "an easing's control points lie from 0 to 1 in x, not at \(x.scriptText)",
        note: "time goes one way; y may lie anywhere")
    case .gradientAnimated(let word, let layer):
      Wording(
        "the \(word) of '\(layer)' is a gradient, which cannot become a colour",
        note: "say where it begins: 'animate \(layer) \(word) from COLOUR ...'")

    // Fingers
    case .touch(let problem): problem.wording
    case .touchWithoutPlace(let id):
      Wording("touch \(id) has no place", note: "write where the finger is, X,Y, before the time")
    case .fingersDown(let ids, let statement):
      Wording(
        "'\(statement)' begins while \(Wording.touches(ids)) down",
        note: "a gesture begins with no finger on the picture: write 'touch \(ids[0]) up +10ms' first")
    case .insideReaction(let word):
      Wording("'\(word)' cannot stand in a reaction", note: "reactions edit; fingers move between them")
    case .withoutMeaning(let option, let word): Wording("'\(option)' means nothing to '\(word)'")
    case .notRecognized(let word, let kind, let layer, let exists, let instead):
      Wording(
        "nothing on '\(layer)' recognises this \(word)" + (instead.map { ": '\($0)' takes it" } ?? ""),
        note: !exists
          ? "write 'recognize \(kind.rawValue) on \(layer)'"
          : instead.map { "let both be: 'simultaneous \(kind.rawValue) \($0)'" }
            ?? "the settings do not let '\(kind.rawValue)' begin")
    case .unknownRecognizer(let name, let nearest):
      Wording(
        "there is no recognizer '\(name)'",
        note: RecognizerKind(rawValue: name) == nil
          ? Wording.suggestion(nearest) ?? "'recognize KIND as \(name)' makes one"
          : "'recognize \(name)' makes one, on the current layer")
    case .neverReached(let state, let name):
      Wording(
        "'\(name)' is never \(state.rawValue): it is recognized in an instant", note: "write 'on \(name) { }'"
      )
    case .requireCycle(let names):
      Wording(
        "require cycle: \(names.joined(separator: " -> "))", note: "each would wait for the other to fail")
    case .unknownSetting(let key, let nearest):
      Wording(
        "unknown setting '\(key)'", note: Wording.suggestion(nearest, among: GestureSettings.keyNames))
    case .badSetting(let key, let wanted): Wording("'\(key)' takes \(wanted)")
    case .unknownMenu(let name, let nearest):
      Wording(
        "there is no menu '\(name)'",
        note: Wording.suggestion(nearest) ?? "'menu \(name) \"TITLE\" { }' makes one")
    case .repeatedMenu(let name): Wording("there is already a menu '\(name)'")
    case .nothingOpen: Wording("no menu and no dialog is open", note: "'open NAME' opens a menu")
    case .unknownItem(let title, let menu, let items):
      Wording(
        "\"\(menu)\" has no item \"\(title)\"",
        note: "it has: \(items.map { "\"\($0)\"" }.joined(separator: " "))")

    case .limit(let exceeded): exceeded.wording
    case .moreErrors(let count): Wording("there are more than \(count) errors: the others are not told")
    case .widthLimit(let width, let exceeded):
      Wording("at a width of \(width), \(exceeded.wording.what)", note: exceeded.wording.note)
    case .claimFailed(let what, let expected, let found):
      Wording("the claim about \(what) does not hold", note: "expected \(expected), found \(found)")
    }
  }
}

extension TouchProblem {
  var wording: Wording {
    switch self {
    case .notDown(let id):
      Wording("touch \(id) is not down", note: "'touch \(id) down X,Y @TIME' comes first")
    case .alreadyDown(let id):
      Wording("touch \(id) is down already", note: "each finger has a number of its own")
    case .twice(let id):
      Wording("touch \(id) does two things at one time", note: "what one finger does lies at different times")
    case .timeGoesBack(let from, let to):
      Wording(
        "time goes backwards: \(Wording.seconds(to)) is before \(Wording.seconds(from))",
        note: "@TIME counts from the end of the last gesture, +TIME from the last touch")
    case .notFinite: Wording("a touch's place or time is no number")
    }
  }
}

extension Wording {
  static func touches(_ ids: [Int]) -> String {
    ids.count == 1 ? "touch \(ids[0]) is" : "touches \(ids.map(String.init).joined(separator: ", ")) are"
  }

  /// With milliseconds.
  static func seconds(_ time: Double) -> String { time.fixed(3) + "s" }
}
