import FrameCodec
import FrameGeometry
import FrameGesture
import FrameScene
import FrameScript

extension ScriptError {
  /// The message of the problem, with the usage of the statement if no hint helps more.
  package var message: Message {
    var message = problem.message
    // Where statements end helps less.
    if case .unexpected = problem, !usages.isEmpty { message.hint = nil }
    if message.hint == nil, message.advice == nil { message.usages = usages }
    return message
  }
}

extension ScriptProblem {
  package var message: Message {
    switch self {
    case .scene(.unknownEffect(let name, _, _)) where KnownEffect.named(name) != nil:
      Message("the effect '\(name)' comes with a plugin that is not installed", .install(.effect))
    case .scene(let problem): problem.message

    // Reading
    case .notUTF8:
      Message(
        "the script is not UTF-8 text", hint: "check that this is not an image", .use(.imagesAfterScript))
    case .logLineNotUTF8: Message("this line of the log is not UTF-8 text", hint: "the log is damaged")
    case .nulByte:
      Message(
        "the script contains a NUL byte", hint: "scripts are plain text; check that this is the right file")
    case .unknownStatement(let word, let nearest):
      Message(
        "unknown statement '\(word)'",
        hint: ForeignWords.hint(for: word, as: .statement) ?? Message.suggestion(nearest),
        Self.plugin(of: word, as: .statement))
    case .unknownWord(let word, let meaning, let nearest, let choices):
      Message(
        "unknown \(meaning.rawValue) '\(word)'",
        hint: ForeignWords.hint(for: word, as: meaning) ?? Message.suggestion(nearest, among: choices),
        Self.plugin(of: word, as: meaning))
    case .expected(let expected, let found): Message("expected \(expected), found \(found)")
    case .unexpected(let found):
      Message(
        "unexpected \(found.withoutArticle)", hint: "a statement ends at the end of its line, or at ';'")
    case .unterminatedString:
      Message(
        "the string has no closing quote",
        hint: "a string ends on the line where it starts; write \\n for a line break")
    case .unknownEscape(let found):
      Message("unknown escape: \\ before \(found)", hint: "the escapes are \\n \\t \\\" \\\\ \\$")
    case .unclosedBlock: Message("'{' without its '}'")
    case .strayBrace: Message("'}' without its '{'")
    case .strayElse: Message("'else' without 'if'")
    case .badNumber(let text):
      Message(
        "'\(text)' is not a number",
        hint: Double(text)?.isInfinite == true
          ? "the number is too large"
          : "a number needs digits on both sides of its decimal point, as in 0.5")
    case .bareAngle(let text):
      Message("the angle has no unit", hint: "write \(text)deg, or use rad or turn")
    case .bareTime(let text):
      Message(
        "the time has no unit",
        hint: (Double(text) ?? 0) < 10 ? "write \(text)s, or use ms" : "write \(text)ms, or use s")
    case .wrongUnit(let unit, let wanted):
      Message("the unit '\(unit)' is not allowed here", hint: "the units are: \(wanted)")
    case .unknownFunction(let name, let nearest):
      Message(
        "unknown function '\(name)'",
        hint: ForeignWords.hint(for: name, as: .function) ?? Message.suggestion(nearest))
    case .foreignLanguage(let language): language.message
    case .habit(let habit): habit.message
    case .missingComma(let first, let second):
      Message("the numbers of a pair have a comma between them", hint: "write \(first),\(second)")
    case .unknownColorFunction(let name):
      Message("unknown color function '\(name)()'", hint: "the color functions are: rgb() hsl()")
    case .wrongArgumentCount(let function, let wanted, let found):
      Message("'\(function)' takes \(wanted) \(wanted == "1" ? "value" : "values"), not \(found)")
    case .ambiguousPercent(let left, let right):
      Message("this '%' could be a percent sign or the remainder", hint: Self.percentHint(left, right))
    case .unknownVersion(let version):
      Message(
        "unknown version '\(version)' of the script language", hint: "this program supports: frameit 1")
    case .versionNotFirst: Message("'frameit' must be the first statement")
    case .repeatedDefine(let name):
      Message("'\(name)' is already a statement", hint: "choose another name for the definition")
    case .includeNotLiteral:
      Message(
        "the file name of 'include' cannot contain variables",
        hint: "files are included before the script runs")
    case .inputLog(let problem): problem.message
    case .driverLog(let problem): problem.message
    case .includeFailed(let path, let reason): Message("cannot include '\(path)': \(reason)")
    case .outsideFolder(let path):
      Message(
        "'\(path)' is outside the script's folder", hint: "move it into the script's folder",
        .use(.readableFolder))
    case .missingKey(let key): Message("the key '\(key)' is missing")
    case .unknownKey(let key, let nearest):
      Message(
        "unknown key '\(key)'",
        hint: Message.suggestion(nearest) ?? "a text that begins with '{' or '[' is read as recorded touches")
    case .repeatedKey(let key): Message("the key '\(key)' occurs twice")
    case .repeatedWord(let word): Message("'\(word)' occurs twice")
    case .repeatedSource(let name): Message("there are two sources named '\(name)'")
    case .keystroke:
      Message(
        "keyboard events are not supported",
        hint: "scripts have only fingers: a source of type 'key' can only pause")
    case .unplacedElement(let name):
      Message(
        "the origin is the element '\(name)', whose position is unknown",
        hint: "state its center: 'include \"FILE\" element \"\(name)\" at X,Y'")
    case .callArity(let name, let parameters, let found):
      Message(
        "'\(name)' takes \(parameters.isEmpty ? "no values" : parameters.joined(separator: " ")), but it is given "
          + (found == 1 ? "1 value" : "\(found) values"))
    case .reservedName(let name): Message("a layer cannot be named '\(name)'", hint: "choose another name")
    case .badFunctionName(let name):
      Message(
        "'\(name)' cannot be the name of a definition with 'return'",
        hint: "use letters, digits and '_', and no name of a function")
    case .strayReturn: Message("'return' is only allowed in a 'define'")
    case .insideFunction(let word):
      Message(
        "'\(word)' is not allowed in a definition with 'return'",
        hint: "it can contain 'let', 'repeat', 'if' and 'return'")
    case .noResult(let name):
      Message("'\(name)' returns no value", hint: "a definition with 'return EXPR' can be used in a formula")
    case .unusedResult(let name):
      Message("'\(name)' returns a value, so it is not a statement", hint: "write 'let x = \(name)(...)'")
    case .nothingReturned(let name):
      Message("'\(name)' ended without 'return'", hint: "every way through it must end with 'return EXPR'")
    case .requiredAfterDefault(let name):
      Message(
        "'\(name)' needs a default, because a parameter before it has one",
        hint: "write '\(name)=VALUE', or put it first")
    case .data(let problem): problem.message
    case .cube(let problem): problem.message

    // Running and planning
    case .unknownVariable("pi", _):
      Message("'pi' is not a variable", hint: "write it without '$': pi, or in a string ${(pi)}")
    case .unknownVariable(let name, let nearest):
      Message("unknown variable '$\(name)'", hint: Message.suggestion(nearest.map { "$" + $0 }))
    case .variableWithoutImage(let name):
      Message("there is no image, so '$\(name)' has no value", hint: "pass an image")
    case .unknownParameter(let name, let nearest):
      Message("the script has no parameter '\(name)'", hint: Message.suggestion(nearest))
    case .noCurrentLayer(let word):
      Message(
        "'\(word)' has no layer to change", hint: "declare one with 'layer NAME image', or pass an image")
    case .canvasAfterLayers(let word):
      Message(
        "'\(word)' must come before layers, and before edits that depend on the canvas",
        hint: "write it first: with another canvas, what stands before it would have another place or size")
    case .notANumber(let wanted, let found): Message("expected \(wanted), found \(found)")
    case .lengthFound(let length, let wanted):
      Message(
        "expected \(wanted), found the length \(length.description)",
        hint: wanted == "a number" ? Self.percentages : nil)
    case .undecidedLengths(let operation, let values):
      Message(
        "'\(operation)' cannot take \(values.joined(separator: " and ")): the result depends on the use of the length",
        hint: Self.percentages)
    case .lengthsCombined(let operation):
      Message(
        "'\(operation)' cannot take these lengths",
        hint: "lengths can be added and subtracted, and multiplied and divided by numbers")
    case .notAList(let found): Message("expected a list, found \(found)")
    case .badIndex(let index, let count):
      Message(
        "there is no item \(index)",
        hint: count == 0 ? "the list is empty" : "items are numbered from 0 to \(count - 1)")
    case .notARecord(let found): Message("expected a record, found \(found)")
    case .unknownField(let name, let nearest, let fields):
      Message(
        "the record has no field '\(name)'", hint: Message.suggestion(nearest, among: fields))
    case .recordInText(let field):
      Message("a record cannot be part of a text", hint: "write one of its fields: \(field)")
    case .eightBitSample(let name, let value):
      Message(
        "\(name) must be from 0 to 1, not \(value.scriptText)",
        hint:
          "samples are from 0 to 1: divide by 255, as in (\(value.scriptText)/255), or write a percentage")
    case .fractionalColor(let components):
      Message(
        "the components of rgb() are from 0 to 255, or percentages",
        hint: "write rgb(\(components.map { ($0 * 100).scriptText + "%" }.joined(separator: " ")))")
    case .divisionByZero: Message("division by zero")
    case .emptyRange(let low, let high):
      Message("the range from \(low.scriptText) to \(high.scriptText) is empty")
    case .canvasSizeFollows(let name):
      Message(
        "the size of the canvas follows from what is drawn, so '$\(name)' is not known yet",
        hint: "set the size: 'canvas W,H'")
    case .imageAlignment:
      Message(
        "an image is aligned with two words",
        hint: "write left, center or right, and top, middle or bottom: 'align right bottom'")
    case .ambiguousMode(let word):
      Message(
        "'\(word)' is not a content mode, because programs do not agree on what it means",
        hint: "'stretch' changes the aspect ratio, 'cover' keeps it and crops the image")
    case .pathData(let error, let data): error.message(in: data)
    case .inputMissing(let number, let given):
      Message(
        "the script takes \(number) \(number == 1 ? "image" : "images"), but got \(given)",
        .use(.imagesAfterScript)
      )
    case .emptyFolder(let path): Message("there is no image in '\(path)'")

    // Time
    case .badEasing(let x):
      Message(
        "the x of an easing's control point must be from 0 to 1, not \(x.scriptText)",
        hint: "only y may be outside this range, because time does not run backwards")

    // Fingers
    case .insideReaction(let word):
      Message(
        "'\(word)' is not allowed in an 'on' block",
        hint: "'on' blocks can only edit layers; put gestures and touches outside")
    case .optionOfOtherRecording("element"):
      Message("'element' is for actions of WebDriver, and the file has none", hint: "delete it")
    case .optionOfOtherRecording(let word):
      Message("'\(word)' is for logs of a touchscreen, and the file is none", hint: "delete it")
    case .noTouches:
      Message(
        "this fails, but the script has no touches to leave out",
        hint:
          "only 'touch' statements outside of blocks and included recordings are left out, not gestures by name"
      )
    case .betweenTouches(let word):
      Message(
        "'\(word)' is between the touches",
        hint: "put it before the first touch; only 'wait' and 'expect' can be between touches here")
    case .hiddenVariable(let name):
      Message(
        "'let \(name)' would set the gesture's value in this block, not the variable '$\(name)' outside it",
        hint: "give the variable another name")
    case .unknownSetting(let key, let nearest):
      Message(
        "unknown setting '\(key)'", hint: Message.suggestion(nearest, among: GestureSettings.keyNames))
    case .badSetting(let key, let wanted): Message("'\(key)' takes \(wanted)")

    case .several(let errors, _): Message(errors.map(\.message.text).joined(separator: "; "))
    case .moreErrors(1): Message("1 more error is not shown")
    case .moreErrors(let count): Message("\(count) more errors are not shown")
    case .expectationFailed(let name, let expected, let found):
      Message("expectation failed: \(name)", hint: "expected \(expected), found \(found)")
    }
  }
}

extension String {
  /// What was found, as in "unexpected string": "a string" without its article.
  fileprivate var withoutArticle: String {
    for article in ["a ", "the "] where hasPrefix(article) { return String(dropFirst(article.count)) }
    return self
  }
}

extension ScriptProblem {
  /// Returns the advice for a word of another tool for an effect of our plugins; nil for other words.
  private static func plugin(of word: String, as meaning: WordMeaning) -> Advice? {
    ForeignWords.effect(for: word, as: meaning) == nil ? nil : .install(.effect)
  }

  fileprivate static let percentages =
    "a percentage is known only where a length is used, as in 'at' and 'size'"

  /// - Parameters: the operands; empty if they are too long to repeat.
  fileprivate static func percentHint(_ left: String, _ right: String) -> String {
    if !left.isEmpty, right.isEmpty || right.hasPrefix("-") {
      return "a percent sign stands directly after its number: '\(left)%'"
        + (right.count > 1 ? "; the remainder is 'mod(\(left),\(right))'" : "")
    }
    let (a, b) = left.isEmpty ? ("A", "B") : (left, right)
    return "write '\(a) % \(b)' for the remainder"
  }
}
