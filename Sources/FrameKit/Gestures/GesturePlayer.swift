import FrameGesture
import FrameModel
import FrameScene

/// Recognizers behind a script's touchscreen: the one place that knows both scripts and recognizers.
struct GesturePlayer: Touchscreen {
  private static let frame = 1.0 / 60

  private struct Layer {
    var name: String
    var isImage: Bool
  }

  private var session: GestureSession
  private var table: RecognizerTable
  private var layers: [Layer] = []
  /// The first so many have the preset's recognizers: a script that only edits makes none.
  private var preparedLayers = 0
  /// When a finger or a recognizer last did something, in seconds.
  private var lastDoing: Double?
  private let limits: Limits
  /// What a recognizer of each name reached last.
  private var states: [String: GestureState] = [:]

  init(limits: Limits) {
    self.limits = limits
    let preset = GesturePreset.frameit.definition
    session = GestureSession(settings: preset.settings)
    table = RecognizerTable(preset)
  }

  var settings: GestureSettings { session.settings }
  var now: Double { session.now }
  var touchesDown: [Int] { session.touchesDown.sorted() }
  var isIdle: Bool { session.isIdle }
  func location(of touch: Int) -> Point? { session.location(of: touch) }

  // MARK: Recognizers

  mutating func layerAdded(_ layer: Int, name: String, isImage: Bool) {
    layers.append(Layer(name: name, isImage: isImage))
  }

  mutating func use(_ preset: GesturePreset) {
    let definition = preset.definition
    session.removeAll()
    session.settings = definition.settings
    table = RecognizerTable(definition)
    preparedLayers = 0
  }

  mutating func set(_ key: String, to value: GestureSettingValue) throws(ScriptProblem) {
    try session.settings.set(key, to: value)
  }

  mutating func recognize(
    _ kind: RecognizerKind, on layer: Int, as name: String?
  ) throws(ScriptProblem) {
    try prepareLayers()
    try table.add(kind, as: name, on: layer, in: &session)
  }

  mutating func require(_ waiting: String, fails other: String) throws(ScriptProblem) {
    try prepareLayers()
    try table.add(Relation(kind: .requirement, first: waiting, second: other), in: &session)
  }

  mutating func allowSimultaneous(_ first: String, _ second: String) throws(ScriptProblem) {
    try prepareLayers()
    try table.add(Relation(kind: .simultaneous, first: first, second: second), in: &session)
  }

  func check(_ recognizer: String, reaching state: GestureState?) throws(ScriptProblem) {
    try table.check(recognizer)
    // Discrete gestures are over in an instant.
    guard let state, state != .ended, state != .recognized else { return }
    guard table.kinds(named: recognizer).contains(where: { !$0.isDiscrete }) else {
      throw .neverReached(state, recognizer)
    }
  }

  func state(of recognizer: String) throws(ScriptProblem) -> GestureState {
    try table.check(recognizer)
    return states[recognizer] ?? .possible
  }

  // MARK: Fingers

  mutating func beginGesture() {
    states = [:]
    session.beginGesture()
  }

  mutating func process(
    _ frame: TouchFrame, hit: (Touch) -> [Int]
  ) throws(ScriptProblem) -> [GestureEvent] {
    var paths: [Int: [Int]] = [:]
    for touch in frame.touches where touch.phase == .down {
      try prepareLayers()
      paths[touch.id] = hit(touch)
    }
    let events: [GestureEvent]
    do throws(TouchProblem) {
      events = try session.process(frame) { paths[$0.id] ?? [] }
    } catch {
      throw .touch(error)
    }
    lastDoing = frame.time
    return noted(events)
  }

  mutating func advance(to time: Double) throws(ScriptProblem) -> [GestureEvent] {
    do throws(TouchProblem) {
      return noted(try session.advance(to: time))
    } catch {
      throw .touch(error)
    }
  }

  mutating func drain() -> [GestureEvent] { noted(session.drain()) }
  mutating func cancelTouches() -> [GestureEvent] { noted(session.cancelTouches()) }

  private mutating func noted(_ events: [GestureEvent]) -> [GestureEvent] {
    for event in events {
      states[event.name] = event.state
      lastDoing = event.time
    }
    return events
  }

  /// Images have the preset's recognizers in the order of their declaration, and before the script's own.
  private mutating func prepareLayers() throws(ScriptProblem) {
    while preparedLayers < layers.count {
      if layers[preparedLayers].isImage { try table.prepare(preparedLayers, in: &session) }
      preparedLayers += 1
    }
  }

  // MARK: Gestures by name

  func touchCount(of motion: FingerMotion) -> Double {
    TouchSynthesis(settings: session.settings).touchCount(of: motion)
  }

  mutating func frames(
    of motion: FingerMotion, speakingTo path: [Int]?
  ) throws(ScriptProblem) -> TouchFrames {
    let synthesis = TouchSynthesis(settings: session.settings)
    // Not at an instant at which something was decided: touches of one instant are one frame, and a touch at the
    // very end of a timer still comes in time.
    let start = lastDoing == session.now ? session.now + Self.frame : session.now
    guard let path, let aim = motion.aim else { return synthesis.frames(of: motion, from: start) }
    try prepareLayers()
    // Fingers that speak to a layer are rehearsed: in the first manner that reaches it, they come.
    var instead: String?
    let recognizers = table.numbers(of: aim.kind, on: path[0])
    for strategy in TouchSynthesis.RecognitionStrategy.allCases where !recognizers.isEmpty {
      let frames = synthesis.frames(of: motion, from: start, strategy: strategy)
      var isReached = false
      var first: String?
      let isPossible = try rehearse(frames, on: path) { event in
        isReached = isReached || recognizers.contains(event.recognizer) && aim.isReached(by: event)
        if first == nil, event.isAction { first = event.name }
      }
      guard isPossible else { continue }
      if isReached { return frames }
      instead = instead ?? first
    }
    throw .notRecognized(
      aim.word, kind: aim.kind, layer: layers[path[0]].name, exists: !recognizers.isEmpty, instead: instead)
  }

  /// - Parameter watch: Receives each event of the rehearsal.
  /// - Returns: false where the frames cannot be.
  private func rehearse(
    _ frames: TouchFrames, on path: [Int], _ watch: (GestureEvent) -> Void
  ) throws(ScriptProblem) -> Bool {
    var rehearsal = session
    rehearsal.beginGesture()
    for frame in frames {
      do throws(LimitExceeded) { try limits.checkCancellation() } catch { throw .limit(error) }
      do throws(TouchProblem) {
        try rehearsal.process(frame) { _ in path }.forEach(watch)
      } catch {
        return false
      }
    }
    rehearsal.drain().forEach(watch)
    return true
  }
}

/// What a gesture that ends exactly at its value shall come to.
private struct GestureTarget {
  let word: String
  let kind: RecognizerKind
  let isReached: (GestureValue) -> Bool

  /// - Parameter event: which ends the gesture.
  func isReached(by event: GestureEvent) -> Bool { event.state == .ended && isReached(event.value) }
}

extension FingerMotion {
  /// nil of those that are what fingers do, and nothing more.
  fileprivate var aim: GestureTarget? {
    func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-6 * max(1, abs(b)) }
    return switch kind {
    case .pan(let vector):
      GestureTarget(word: "pan", kind: .pan) {
        isClose($0.translation.dx, vector.dx) && isClose($0.translation.dy, vector.dy)
      }
    case .pinch(let factor): GestureTarget(word: "pinch", kind: .pinch) { isClose($0.scale, factor) }
    case .twist(let angle): GestureTarget(word: "twist", kind: .rotation) { isClose($0.rotation, angle) }
    case .taps, .longPress, .swipe, .drag, .twoFinger: nil
    }
  }
}
