import FrameGeometry
import FrameGesture
import FrameScene

/// Gestures by name.
extension StatementTable {
  static let gestures: [StatementEntry] = [
    .gesture(
      ["pan V [at P] [over TIME] [steps N]": "one finger; moves the current layer by V in its parent's axes"],
      .target(of: "pan"), .vector()
    ) { target, vector in GestureMotion(.pan(vector), on: target) },
    .gesture(
      [
        "pinch F [at P] [over TIME] [steps N]": """
        two fingers, side by side and 100 pixels apart at the start; scales the current layer by F, which must be \
        above 0
        """
      ], .target(of: "pinch"), .pinchFactor
    ) { target, factor in GestureMotion(.pinch(factor), on: target) },
    .gesture(
      [
        "twist ANGLE [at P] [over TIME] [steps N]": """
        two fingers, side by side and 100 pixels apart at the start; rotates the current layer by ANGLE, which can \
        be more than a full turn
        """
      ], .target(of: "twist"), .angle
    ) { target, angle in GestureMotion(.twist(angle.radians), on: target) },
    .gesture(
      [
        "together { pan V; pinch F; twist ANGLE } [at P] [over TIME] [steps N]": """
        two fingers, side by side and 100 pixels apart at the start, do all of these at once; the layer moves by V, and \
        scales and rotates about the midpoint of the fingers
        """
      ], .target(of: "together"), .fingerChange
    ) { target, change in GestureMotion(.together(change), on: target) },
    .gesture(["tap P [over TIME]": "one finger, down for 50 ms"], .point) { GestureMotion(.taps(1), at: $0) },
    .gesture(
      ["double-tap P [over TIME]": "two taps of 50 ms, 50 ms apart, or `tap.min-gap` if that is longer"],
      .point
    ) { GestureMotion(.taps(2), at: $0) },
    .gesture(
      [
        "long-press P [for TIME] [over TIME]":
          "one finger, held for TIME; by default 100 ms longer than `long-press.duration`"
      ], .point, .after("for", .time)
    ) { point, duration in GestureMotion(.longPress(duration: duration), at: point) },
    .gesture(
      [
        "swipe left|right|up|down [from P] [over TIME] [steps N]": """
        one finger, which travels two times `swipe.min-distance`, by default from the current layer's center
        """
      ], Argument<SwipeDirection>.word, .after("from", .point)
    ) { direction, start in GestureMotion(.swipe(direction), at: start) },
    .gesture(
      [
        "drag P to P [to P]... [over TIME] [steps N]":
          "one finger, along straight lines at constant speed, with a move event at every corner"
      ], .corners
    ) { GestureMotion(.drag(Array($0.dropFirst())), at: $0[0]) },
    .gesture(
      [
        "two-finger P P to P P [over TIME] [steps N]":
          "two fingers: the start points of both, then the end points of both"
      ], .point, .secondFinger, .required("to", .point), .secondFinger
    ) { first, second, firstEnd, secondEnd in
      GestureMotion(.twoFinger(second, to: firstEnd, secondEnd), at: first)
    },
  ]
}

/// A motion of fingers, and where it begins.
private struct GestureMotion {
  let kind: FingerMotion.Kind
  /// nil for the middle of the layer that it acts on, or of the current layer.
  let start: Point?
  /// The layer that it acts on; nil if the fingers hit what is under them.
  let target: Int?

  init(_ kind: FingerMotion.Kind, at start: Point?) { (self.kind, self.start, target) = (kind, start, nil) }

  init(_ kind: FingerMotion.Kind, on target: Int) {
    (self.kind, start, self.target) = (kind, nil, target)
  }
}

// MARK: Arguments

extension Argument<Int> {
  /// The current layer. It has no form.
  fileprivate static func target(of word: String) -> Argument {
    .context { e throws(ScriptError) in try e.currentLayer(for: word) }
  }
}

extension Argument<Double> {
  fileprivate static let pinchFactor = factor("a factor")
    .requiring("a pinch's factor", "more than 0") { $0 > 0 }
}

extension Argument<FingerChange> {
  /// `{ pan V; pinch F; twist ANGLE }`, each at most once.
  fileprivate static let fingerChange = Argument({ p throws(ScriptError) in try p.parseFingerChange() }) {
    parts, e throws(ScriptError) in
    var change = FingerChange()
    for part in parts { try Argument<FingerChangePart>.part.value(part, &e)(&change) }
    return change
  }
}

/// One of the gestures that two fingers make at the same time.
private typealias FingerChangePart = @Sendable (inout FingerChange) -> Void

extension Argument<FingerChangePart> {
  fileprivate static let part = choice(
    .gesture,
    [
      "pan": Argument(.vector()) { vector in { $0.pan = vector } },
      "pinch": Argument(.pinchFactor) { factor in { $0.pinch = factor } },
      "twist": Argument(.angle) { angle in { $0.twist = angle.radians } },
    ])
}

extension Parser {
  fileprivate mutating func parseFingerChange() throws(ScriptError) -> [Operand] {
    var parts: [Operand] = []
    var words: Set<String> = []
    try parseBraced("'{' and gestures", needing: "a gesture") { parser throws(ScriptError) in
      parser.lexer.skipBlanks()
      let (word, position) = (parser.lexer.word, parser.lexer.position())
      if words.contains(word) { throw ScriptError(.repeatedWord(word), at: position) }
      parts.append(try Argument<FingerChangePart>.part.parse(&parser))
      words.insert(word)
      try parser.endStatement()
    }
    return parts
  }
}

extension Argument<Point> {
  fileprivate static let secondFinger = point("the second finger's point x,y")
}

extension Argument<[Point]> {
  /// `P to P [to P]...`
  fileprivate static let corners = Argument({ p throws(ScriptError) in
    var corners = [try p.parsePair()]
    try p.expect("to")
    repeat { corners.append(try p.parsePair()) } while p.accept("to")
    return corners
  }) { corners, e throws(ScriptError) in
    var points: [Point] = []
    for corner in corners { points.append(try e.point(corner)) }
    return points
  }
}

// MARK: Options

/// `[at P] [over TIME] [steps N]` in any order, as written.
private struct GestureOptions: Equatable, Sendable {
  var at: PairArgument?
  var over: Quantity?
  var steps: Expression?
}

private struct WrittenGesture: Written {
  let motion: Operand
  let options: GestureOptions
}

extension StatementEntry {
  fileprivate static func gesture<each Part>(
    _ forms: KeyValuePairs<String, String>, _ parts: repeat Argument<each Part>,
    motion: @escaping @Sendable (repeat each Part) throws(ScriptError) -> GestureMotion
  ) -> StatementEntry {
    let motion = Argument(repeat each parts, value: motion)
    let word = firstWord(of: forms)
    let gesture = Argument<NewGesture>({ p throws(ScriptError) in
      WrittenGesture(motion: try motion.parse(&p), options: try p.parseGestureOptions())
    }) { written, e throws(ScriptError) in
      try e.gesture(word, written.options) { evaluator throws(ScriptError) in
        try motion.value(written.motion, &evaluator)
      }
    }
    return StatementEntry(forms, rule: .arguments(gesture.parse, .gesture(gesture.value)))
  }
}

extension Parser {
  fileprivate mutating func parseGestureOptions() throws(ScriptError) -> GestureOptions {
    var options = GestureOptions()
    while true {
      if try accept("at", once: options.at) {
        options.at = try parsePair()
      } else if try accept("over", once: options.over) {
        options.over = try parseTime()
      } else if try accept("steps", once: options.steps) {
        options.steps = try parseNumber("a number of steps")
      } else {
        return options
      }
    }
  }
}

extension Evaluator {
  fileprivate mutating func gesture(
    _ word: String, _ options: GestureOptions,
    _ motion: (inout Evaluator) throws(ScriptError) -> GestureMotion
  ) throws(ScriptError) -> NewGesture {
    let asked = try options.at.map { argument throws(ScriptError) in try point(argument) }
    let motion = try motion(&self)
    var start = motion.start ?? asked
    if start == nil {
      let layer: Int
      if let target = motion.target { layer = target } else { layer = try currentLayer(for: word) }
      start = editor.scene.center(of: layer)
    }
    if let option = motion.meaningless(in: options) {
      let other = option == "over" ? word + " P for TIME" : word
      throw ScriptError(.withoutMeaning(option, of: other), at: place)
    }
    let duration = try options.over.map { quantity throws(ScriptError) in try time(quantity) }
    let steps = try options.steps.map { expression throws(ScriptError) in
      try wholeNumber(expression, "a number of steps", from: 1)
    }
    return NewGesture(
      word: word, motion: FingerMotion(motion.kind, at: start!, over: duration, steps: steps),
      path: motion.target.map(editor.scene.path))
  }
}

extension GestureMotion {
  /// Returns an option that has no effect on the motion, or that repeats it.
  fileprivate func meaningless(in options: GestureOptions) -> String? {
    if start != nil, options.at != nil { return "at" }
    switch kind {
    case .taps: return options.steps == nil ? nil : "steps"
    case .longPress(let duration):
      if options.steps != nil { return "steps" }
      return duration != nil && options.over != nil ? "over" : nil
    default: return nil
    }
  }
}
