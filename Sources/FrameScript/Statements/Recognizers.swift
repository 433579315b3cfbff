import FrameGeometry
import FrameGesture
import FrameScene

/// Recognizers, their relations, and their settings.
extension StatementTable {
  static let recognizers: [StatementEntry] = [
    .recognizers(
      [
        "recognize KIND [on LAYER] [as NAME] [KEY VALUE]...": """
        attaches a recognizer. By default, LAYER is the current layer and NAME is the kind. Recognizers of different \
        layers can have the same name
        """
      ], .recognizer
    ) { .recognize($0) },
    .recognizers(
      [
        "require A fails B":
          "recognizer A waits until recognizer B has failed; A fails if B is recognized or begins"
      ], .recognizerName(), .required("fails", .recognizerName()), .started
    ) { waiting, other, _ in .require(waiting, fails: other) },
    .recognizers(
      ["simultaneous A B": "each can begin while the other is active"], .recognizerName(),
      .recognizerName("a second recognizer's name"), .started
    ) { first, second, _ in .simultaneous(first, second) },
    .recognizers(
      [
        "disable A":
          "the recognizers A receive no touches until they are enabled again; disabling cancels their gestures"
      ], .recognizerName(), .started
    ) { name, _ in .enable(name, false) },
    .recognizers(["enable A": "the recognizers A receive touches again"], .recognizerName(), .started) {
      name, _ in .enable(name, true)
    },
    .recognizers(
      [
        "preset frameit|photos|pickview|uikit|swiftui|android|none": """
        replaces all recognizers and relations and resets every setting; `on` blocks and menus stay
        """
      ], .keyword
    ) { .preset($0) },
  ]

  static let settings: [StatementEntry] = [
    .recognizers(
      [
        "set KEY VALUE": "changes a setting, at once",
        "set rotate.snap ANGLE within ANGLE": """
        while a rotation turns a layer, an angle within the second ANGLE of a multiple of the first becomes that \
        multiple
        """,
      ], .setting
    ) { .set($0) }
  ]

  static let reactions: [StatementEntry] = [
    .recognizers(
      [
        "on NAME [STATE] { }": """
        runs a block when a recognizer of that name reaches a state: `began`, `changed`, `ended` or `cancelled` \
        (`recognized` is another name for `ended`). Without a state, it runs once, when the gesture is recognized or \
        begins
        """
      ], .recognizerName(), .reactionState, .started, .reactionBlock
    ) { name, state, _, block in .on(Reaction(name: name, state: state, block: block)) }
  ]
}

extension StatementEntry {
  fileprivate static func recognizers<each Part>(
    _ forms: KeyValuePairs<String, String>, _ parts: repeat Argument<each Part>,
    change: @escaping @Sendable (repeat each Part) throws(ScriptError) -> RecognizerCommand
  ) -> StatementEntry {
    .command(forms, Argument(repeat each parts, value: change)) { _, change in .recognizers(change) }
  }
}

extension Argument<String> {
  fileprivate static func recognizerName(_ expecting: String = "a recognizer's name") -> Argument {
    name(expecting)
  }
}

// MARK: Recognizers

/// `KIND [on LAYER] [as NAME] [KEY VALUE]...` as written.
private struct RecognizerArgument: Written {
  let kind: RecognizerKind
  var layer: Template?
  var name: Template?
  var options: [RecognizerOption] = []
}

/// A property of one recognizer: `taps`, `touches`, or the part of a setting's key after the dot.
private struct RecognizerOption: Equatable, Sendable {
  let key: String
  let value: SettingArgument
  let position: ScriptPosition
}

extension Argument<RecognizerDescription> {
  fileprivate static let recognizer = Argument({ p throws(ScriptError) in try p.parseRecognizer() }) {
    written, e throws(ScriptError) in
    let layer =
      if let target = written.layer { try e.layer(named: target) } else {
        try e.currentLayer(for: "recognize")
      }
    let name = try written.name.map { template throws(ScriptError) in try e.name(of: template) }
    var recognizer = RecognizerDescription(written.kind, name: name, on: layer)
    for option in written.options {
      let value = try e.setting(option.value)
      try ScriptError.placing(at: option.position, recognizer.set(option.key, to: value))
    }
    return recognizer
  }
}

extension Parser {
  fileprivate mutating func parseRecognizer() throws(ScriptError) -> RecognizerArgument {
    var recognizer = RecognizerArgument(kind: try parseWord())
    var keys: Set<String> = []
    while true {
      lexer.skipBlanks()
      if try accept("on", once: recognizer.layer) {
        recognizer.layer = try parseName("a layer's name")
      } else if try accept("as", once: recognizer.name) {
        recognizer.name = try parseName("a name for the recognizer")
      } else if Lexer.isLetter(lexer.current) {
        let place = lexer.position()
        let key = lexer.take(while: Lexer.isWordByte)
        guard keys.insert(key).inserted else { throw ScriptError(.repeatedWord(key), at: place) }
        recognizer.options.append(RecognizerOption(key: key, value: try parseSettingValue(), position: place))
      } else {
        return recognizer
      }
    }
  }
}

// MARK: Settings

/// The value of a setting, as written.
private enum SettingArgument: Equatable, Sendable {
  case quantity(Quantity)
  case word(Template)
  /// `90deg within 3deg`
  case snap(Quantity, within: Quantity)
}

private struct KeyedSetting: Written {
  let key: String
  let value: SettingArgument
}

extension Argument<GestureSettings.Change> {
  /// `KEY VALUE`
  fileprivate static let setting = Argument({ p throws(ScriptError) in
    p.lexer.skipBlanks()
    let key = p.lexer.take { Lexer.isWordByte($0) || $0 == UInt8(ascii: ".") }
    guard !key.isEmpty else { throw p.expected("a setting's name") }
    return KeyedSetting(key: key, value: try p.parseSettingValue())
  }) { written, e throws(ScriptError) in
    let value = try e.setting(written.value)
    return try ScriptError.placing(at: e.place, GestureSettings.change(of: written.key, to: value))
  }
}

extension Parser {
  fileprivate mutating func parseSettingValue() throws(ScriptError) -> SettingArgument {
    lexer.skipBlanks()
    if Lexer.isLetter(lexer.current) { return .word(try parseName("a value")) }
    let value = try parseQuantity("a value", units: Quantity.Unit.allCases)
    return accept("within") ? .snap(value, within: try parseAngle()) : .quantity(value)
  }
}

extension Evaluator {
  fileprivate mutating func setting(_ argument: SettingArgument) throws(ScriptError) -> GestureSettingValue {
    switch argument {
    case .word(let template): return .word(try text(of: template))
    case .snap(let step, let reach): return .snap(try angle(step), within: try angle(reach))
    case .quantity(let quantity):
      switch quantity.unit {
      case nil:
        let value = try value(of: quantity.value)
        if case .text(let text) = value, Double(plain: text) == nil { return .word(text) }
        if case .length = value { return .length(try length(quantity, .alone)) }
        return .number(try Self.number(value, at: quantity.value.position))
      case .pixels, .points, .percent: return .length(try length(quantity, .alone))
      case .degrees, .radians, .turns: return .angle(try angle(quantity))
      case .milliseconds, .seconds: return .time(try time(quantity))
      }
    }
  }
}

// MARK: Reactions

extension Argument<GestureState?> {
  /// Nothing before a block means that a gesture is recognized or begins.
  fileprivate static let reactionState = optional(state) {
    $0.lexer.skipBlanks()
    return !$0.lexer.looking(at: "{")
  }

  private static let state = Argument<GestureState>({ p throws(ScriptError) in
    let place = p.lexer.position()
    let state: GestureState = try p.parseWord()
    // These states send no action.
    guard state != .possible, state != .failed else {
      let choices: [GestureState] = [.began, .changed, .ended, .cancelled]
      throw ScriptError(
        .unknownWord(
          state.rawValue, meaning: .gestureState, nearest: nil, choices: choices.map(\.rawValue)),
        at: place)
    }
    return state
  }) { state, _ in state }
}

extension Argument<Int> {
  /// A block that is run later, by its number.
  fileprivate static let reactionBlock = Argument({ p throws(ScriptError) in
    let block = BlockArgument(body: try p.parseBlock())
    // Statements of a definition are found when they run.
    block.body.forEachNested { statement in
      if statement.movesFingers { p.report(.insideReaction(statement.word), at: statement.position) }
    }
    return block
  }) { written, e throws(ScriptError) in try e.deferred(written.body, at: e.place) }
}

private struct BlockArgument: Written {
  let body: [Statement]

  var blocks: [[Statement]] { [body] }
}
