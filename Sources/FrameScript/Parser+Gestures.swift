import FrameGesture

/// Named gestures and raw touches.
extension Parser {
  /// Parses `[at P] [over TIME] [steps N]` after a motion, in any order.
  mutating func parseGesture(_ motion: GestureMotion) throws(ScriptError) -> Statement.Kind {
    var options = GestureOptions()
    while true {
      if accept("at") {
        options.at = try parsePair()
      } else if accept("over") {
        options.over = try parseTime()
      } else if accept("steps") {
        options.steps = try parseNumber("a number of steps")
      } else {
        return .gesture(.gesture(motion, options))
      }
    }
  }

  mutating func parseLongPress() throws(ScriptError) -> Statement.Kind {
    let point = try parsePair()
    let duration = accept("for") ? try parseTime() : nil
    return try parseGesture(.longPress(point, duration: duration))
  }

  mutating func parseSwipe() throws(ScriptError) -> Statement.Kind {
    let direction: SwipeDirection = try parseWord()
    let start = accept("from") ? try parsePair() : nil
    return try parseGesture(.swipe(direction, from: start))
  }

  mutating func parseDrag() throws(ScriptError) -> Statement.Kind {
    var points = [try parsePair()]
    try expect("to")
    repeat { points.append(try parsePair()) } while accept("to")
    return try parseGesture(.drag(points))
  }

  mutating func parseTwoFinger() throws(ScriptError) -> Statement.Kind {
    let first = try parsePair()
    let second = try parsePair("the second finger's point x,y")
    try expect("to")
    return try parseGesture(
      .twoFinger(first, second, to: try parsePair(), try parsePair("the second finger's point x,y")))
  }

  /// `touch ID PHASE [P] @TIME`, or `+TIME`
  mutating func parseTouch() throws(ScriptError) -> GestureStatement {
    let id = try parseNumber("a touch ID")
    let phase: TouchPhase = try parseWord()
    lexer.skipBlanks()
    let isLast = phase == .up || phase == .cancel
    if isLast, lexer.atStatementEnd { throw expected("'@' or '+' and a time") }
    let point = lexer.looking(at: "@") || lexer.looking(at: "+") ? nil : try parsePair()
    lexer.skipBlanks()
    if lexer.take("@") { return .touch(TouchStatement(id: id, phase, at: point, .at(try parseTime()))) }
    guard lexer.take("+") else { throw expected("'@' or '+' and a time") }
    return .touch(TouchStatement(id: id, phase, at: point, .after(try parseTime())))
  }
}

/// Recognizers and reactions.
extension Parser {
  mutating func parseSetting() throws(ScriptError) -> RecognizerStatement {
    lexer.skipBlanks()
    let key = lexer.take { Lexer.isWordByte($0) || $0 == UInt8(ascii: ".") }
    guard !key.isEmpty else { throw expected("a setting's name") }
    return .set(key: key, value: try parseSettingValue())
  }

  private mutating func parseSettingValue() throws(ScriptError) -> SettingArgument {
    lexer.skipBlanks()
    if Lexer.isLetter(lexer.current) { return .word(try parseName("a value")) }
    let value = try parseQuantity("a value", units: Quantity.Unit.allCases)
    return accept("within") ? .snap(value, within: try parseAngle()) : .quantity(value)
  }

  /// `limit scale A..B`, `limit cover RECT|NAME`, `limit inside canvas`, each with `hard` or `elastic`, or `limit none`
  mutating func parseLimit() throws(ScriptError) -> LimitArgument? {
    let kind: LimitArgument.Kind
    switch try parseWord(LimitWord.self) {
    case .none: return nil
    case .scale:
      let least = try parseNumber("the least scale")
      lexer.skipBlanks()
      guard lexer.take("..") else { throw expected("'..' and the greatest scale") }
      kind = .scale(least, try parseNumber("the greatest scale"))
    case .cover:
      lexer.skipBlanks()
      if Lexer.isLetter(lexer.current) {
        kind = .coverLayer(try parseName("a layer's name"))
      } else {
        kind = .cover(origin: try parsePair("a point X,Y"), size: try parsePair("a size W,H"))
      }
    case .inside:
      try expect("canvas")
      kind = .insideCanvas
    }
    return LimitArgument(kind: kind, hardness: acceptWord() ?? .hard)
  }

  private enum LimitWord: String, ScriptKeyword {
    case scale, cover, inside, none
    static let meaning = WordMeaning.limit
  }

  /// `recognize KIND [on LAYER] [as NAME] [KEY VALUE]...`
  mutating func parseRecognize() throws(ScriptError) -> RecognizerStatement {
    let kind: RecognizerKind = try parseWord()
    var layer: Template?
    var name: Template?
    var options: [RecognizerOption] = []
    while true {
      lexer.skipBlanks()
      if accept("on") {
        layer = try parseName("a layer's name")
      } else if accept("as") {
        name = try parseName("a name for the recognizer")
      } else if Lexer.isLetter(lexer.current) {
        let place = lexer.position()
        let key = lexer.take(while: Lexer.isWordByte)
        options.append(RecognizerOption(key: key, value: try parseSettingValue(), position: place))
      } else {
        return .recognize(kind, on: layer, as: name, options)
      }
    }
  }

  mutating func parseRequire() throws(ScriptError) -> RecognizerStatement {
    let waiting = try parseName("a recognizer's name")
    try expect("fails")
    return .require(waiting, fails: try parseName("a recognizer's name"))
  }

  mutating func parseReaction() throws(ScriptError) -> RecognizerStatement {
    let name = try parseName("a recognizer's name")
    lexer.skipBlanks()
    let place = lexer.position()
    let state: GestureState? = lexer.looking(at: "{") ? nil : try parseWord()
    // These states send no action.
    if let state, state == .possible || state == .failed {
      let choices: [GestureState] = [.began, .changed, .ended, .cancelled]
      throw ScriptError(
        .unknownWord(
          state.rawValue, meaning: .gestureState, nearest: nil, choices: choices.map(\.rawValue)),
        at: place)
    }
    let body = try parseBlock()
    // Statements of a definition are found when they run.
    body.forEachNested { statement in
      if case .gesture = statement.kind { report(.insideReaction(statement.word), at: statement.position) }
    }
    return .on(name, state, body)
  }
}
