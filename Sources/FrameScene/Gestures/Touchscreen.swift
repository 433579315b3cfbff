import FrameGeometry
import FrameGesture
import FrameImage
import FrameScript

/// The touchscreen of a running script, with recognizers. The interpreter reports what is under fingers, and receives the
/// gestures.
///
/// Its errors are the script's errors without their position.
struct Touchscreen {
  /// The time between two touch frames, in seconds.
  private static let frameDuration = 1.0 / 60

  private struct Layer {
    var name: String
    var isImage: Bool
  }

  private var session: GestureSession
  private var table: RecognizerTable
  private var layers: [Layer] = []
  /// The number of layers, from the first on, that have the preset's recognizers. A script without gestures prepares
  /// none.
  private var preparedLayers = 0
  /// The time of the last touch or gesture event, in seconds.
  private var lastActivity: Double?
  private let limits: Limits
  /// The last state of the recognizers of each name.
  private var states: [String: GestureState] = [:]
  /// The events of recognizers that an `on` block has disabled, which follow when the block has ended.
  var endedByReactions: [GestureEvent] = []

  init(limits: Limits) {
    self.limits = limits
    let preset = GesturePreset.frameit.definition
    session = GestureSession(settings: preset.settings)
    table = RecognizerTable(preset)
  }

  var settings: GestureSettings { session.settings }
  /// In seconds of virtual time.
  var now: Double { session.now }
  /// The fingers that are down, in rising order.
  var touchesDown: [Int] { session.touchesDown.sorted() }
  /// True if no finger is down, and no recognizer waits for anything.
  var isIdle: Bool { session.isIdle }
  /// Returns the location of a finger that is down.
  func location(of touch: Int) -> Point? { session.location(of: touch) }

  // MARK: Recognizers

  /// Attaches the recognizers that a preset has for every image.
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

  /// Enables or disables the recognizers of a name, on all layers. Disabling ends their gestures.
  mutating func setEnabled(_ name: String, _ isEnabled: Bool) throws(ScriptProblem) -> [GestureEvent] {
    try prepareLayers()
    return record(try table.setEnabled(name, isEnabled, in: &session))
  }

  mutating func takeEndedByReactions() -> [GestureEvent] {
    guard !endedByReactions.isEmpty else { return [] }
    defer { endedByReactions = [] }
    return endedByReactions
  }

  /// Checks that there are recognizers of this name, and that one can reach the state.
  func check(_ recognizer: String, reaching state: GestureState?) throws(ScriptProblem) {
    try table.check(recognizer)
    // Discrete gestures are recognized at one instant and have no other states.
    guard let state, state != .ended, state != .recognized else { return }
    guard table.kinds(named: recognizer).contains(where: { !$0.isDiscrete }) else {
      throw .neverReached(state, recognizer)
    }
  }

  /// Returns the last state that a recognizer of this name has reached since the last gesture began.
  func state(of recognizer: String) throws(ScriptProblem) -> GestureState {
    try table.check(recognizer)
    return states[recognizer] ?? .possible
  }

  // MARK: Fingers

  /// Clears the states; no finger is down then, and nothing is pending.
  mutating func beginGesture() {
    precondition(session.isIdle, "a gesture begins while another is in progress")
    states = [:]
  }

  /// - Parameter hit: the layers under a finger that goes down, the innermost first.
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
    lastActivity = frame.time
    return record(events)
  }

  mutating func advance(to time: Double) throws(ScriptProblem) -> [GestureEvent] {
    do throws(TouchProblem) {
      return record(try session.advance(to: time))
    } catch {
      throw .touch(error)
    }
  }

  /// Advances the time until nothing is pending.
  mutating func drain() -> [GestureEvent] { record(session.drain()) }
  mutating func cancelTouches() -> [GestureEvent] { record(session.cancelTouches()) }

  /// Keeps the states and the time of events, and returns the events.
  private mutating func record(_ events: [GestureEvent]) -> [GestureEvent] {
    for event in events {
      states[event.name] = event.state
      lastActivity = event.time
    }
    return events
  }

  /// Gives new images the preset's recognizers, in the order of their declaration and before the script's own.
  private mutating func prepareLayers() throws(ScriptProblem) {
    while preparedLayers < layers.count {
      if layers[preparedLayers].isImage { try table.prepare(preparedLayers, in: &session) }
      preparedLayers += 1
    }
  }

  // MARK: Gestures by name

  /// Returns the approximate number of touches of a gesture, which may exceed the range of integers.
  func touchCount(of motion: FingerMotion) -> Double {
    TouchSynthesis(settings: session.settings).touchCount(of: motion)
  }

  /// Returns the touch frames of a gesture from now on.
  ///
  /// - Parameter path: the layer that it acts on and its ancestors; nil if fingers hit what is under them.
  mutating func frames(
    of motion: FingerMotion, actingOn path: [Int]?
  ) throws(ScriptProblem) -> TouchFrames {
    let synthesis = TouchSynthesis(settings: session.settings)
    // Do not start at the time of an event: touches of one instant are one frame, and a touch exactly at a
    // timer's deadline is still in time.
    let start = lastActivity == session.now ? session.now + Self.frameDuration : session.now
    guard let path, let target = motion.target else { return synthesis.frames(of: motion, from: start) }
    try prepareLayers()
    // Simulate the gesture on the layer with each strategy, and use the first one that reaches the target.
    var instead: String?
    let recognizers = table.numbers(of: target.kind, on: path[0])
    if let first = recognizers.first, !recognizers.contains(where: session.isEnabled) {
      throw .recognizerDisabled(session.name(of: first), layer: layers[path[0]].name)
    }
    for strategy in TouchSynthesis.RecognitionStrategy.allCases where !recognizers.isEmpty {
      let frames = synthesis.frames(of: motion, from: start, strategy: strategy)
      var isReached = false
      var first: String?
      let isPossible = try simulate(frames, on: path) { event in
        isReached = isReached || recognizers.contains(event.recognizer) && target.isReached(by: event)
        if first == nil, event.isAction, !recognizers.contains(event.recognizer) { first = event.name }
      }
      guard isPossible else { continue }
      if isReached { return frames }
      instead = instead ?? first
    }
    throw .notRecognized(
      target.word, kind: target.kind, layer: layers[path[0]].name, exists: !recognizers.isEmpty,
      instead: instead)
  }

  /// Runs touch frames on a copy of the session.
  ///
  /// - Parameter onEvent: receives each event.
  /// - Returns: false if a frame is not possible.
  private func simulate(
    _ frames: TouchFrames, on path: [Int], _ onEvent: (GestureEvent) -> Void
  ) throws(ScriptProblem) -> Bool {
    var simulation = session
    for frame in frames {
      do throws(LimitExceeded) { try limits.checkCancellation() } catch { throw .limit(error) }
      do throws(TouchProblem) {
        try simulation.process(frame) { _ in path }.forEach(onEvent)
      } catch {
        return false
      }
    }
    simulation.drain().forEach(onEvent)
    return true
  }
}

/// The exact final value that a gesture statement asks for.
private struct GestureTarget {
  /// The word of the statement.
  let word: String
  let kind: RecognizerKind
  let isReached: (GestureValue) -> Bool

  /// Returns whether an event ends the gesture at the target.
  func isReached(by event: GestureEvent) -> Bool { event.state == .ended && isReached(event.value) }
}

extension FingerMotion {
  /// The target of the motion; nil for motions that ask for no value, such as taps and drags.
  fileprivate var target: GestureTarget? {
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
