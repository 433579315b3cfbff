import FrameGeometry
import FrameGesture
import FrameScript

/// The recognizers as a running script sees them. The caller of the interpreter provides one; the interpreter reports
/// what is under fingers, and receives the gestures.
///
/// Its errors are the script's errors without their position.
package protocol Touchscreen {
  var settings: GestureSettings { get }
  /// In seconds of virtual time.
  var now: Double { get }
  /// The fingers that are down, in rising order.
  var touchesDown: [Int] { get }
  /// True if no finger is down, and no recognizer waits for anything.
  var isIdle: Bool { get }
  /// Returns the location of a finger that is down.
  func location(of touch: Int) -> Point?

  // MARK: Recognizers

  /// Attaches the recognizers that a preset has for every image.
  mutating func layerAdded(_ layer: Int, name: String, isImage: Bool)
  mutating func use(_ preset: GesturePreset)
  mutating func set(_ key: String, to value: GestureSettingValue) throws(ScriptProblem)
  mutating func recognize(_ kind: RecognizerKind, on layer: Int, as name: String?) throws(ScriptProblem)
  mutating func require(_ waiting: String, fails other: String) throws(ScriptProblem)
  mutating func allowSimultaneous(_ first: String, _ second: String) throws(ScriptProblem)
  /// Returns the last state that a recognizer of this name has reached since the last gesture began.
  func state(of recognizer: String) throws(ScriptProblem) -> GestureState
  /// Checks that there are recognizers of this name, and that one can reach the state.
  func check(_ recognizer: String, reaching state: GestureState?) throws(ScriptProblem)

  // MARK: Fingers

  /// Clears the states; no finger is down then, and nothing is pending.
  mutating func beginGesture()
  /// Returns the approximate number of touches of a gesture, which may exceed the range of integers.
  func touchCount(of motion: FingerMotion) -> Double
  /// Returns the touch frames of a gesture from now on.
  ///
  /// - Parameter path: the layer that it acts on and its ancestors; nil if fingers hit what is under them.
  mutating func frames(of motion: FingerMotion, speakingTo path: [Int]?) throws(ScriptProblem) -> TouchFrames
  /// - Parameter hit: the layers under a finger that goes down, the innermost first.
  mutating func process(
    _ frame: TouchFrame, hit: (Touch) -> [Int]
  ) throws(ScriptProblem) -> [GestureEvent]
  mutating func advance(to time: Double) throws(ScriptProblem) -> [GestureEvent]
  /// Advances the time until nothing is pending.
  mutating func drain() -> [GestureEvent]
  mutating func cancelTouches() -> [GestureEvent]
}

/// The clocks of touches in seconds, and the touch frame that is still open.
struct TouchClock {
  private(set) var gestureEnd = 0.0
  private(set) var lastTouch = 0.0
  /// The touches of one instant, until the next one is known.
  private(set) var frame: OpenTouchFrame?

  mutating func endGesture(at time: Double) {
    gestureEnd = time
    lastTouch = time
  }

  mutating func add(
    _ touch: Touch, at time: Double, speakingTo path: [Int]?, position: ScriptPosition
  ) {
    if frame == nil { frame = OpenTouchFrame(time: time, position: position) }
    frame!.append(touch)
    frame!.paths[touch.id] = path
    frame!.positions[touch.id] = position
    lastTouch = time
  }

  mutating func takeFrame() -> OpenTouchFrame? {
    defer { frame = nil }
    return frame
  }
}

struct OpenTouchFrame {
  let time: Double
  let position: ScriptPosition
  private(set) var touches: [Touch] = []
  /// The location of each finger's last touch.
  private var locations: [Int: Point] = [:]
  /// For fingers that act on a given layer.
  var paths: [Int: [Int]] = [:]
  /// The position in the script of each finger's last touch.
  var positions: [Int: ScriptPosition] = [:]

  init(time: Double, position: ScriptPosition) {
    self.time = time
    self.position = position
  }

  mutating func append(_ touch: Touch) {
    touches.append(touch)
    locations[touch.id] = touch.location
  }

  func location(of touch: Int) -> Point? { locations[touch] }
}

/// A gesture, named or of raw touches, and its changes so far. All of them are one step for `undo`.
struct GestureInProgress {
  let number: Int
  let word: String
  let position: ScriptPosition

  /// The change of each layer's map to its parent; nil if there was no inverse on the way.
  private var changes: [Int: AffineTransform?] = [:]
  /// The layers with an active gesture, their state when the first of these began, and the active gestures.
  private var live: [Int: (state: SceneLayer.State, recognizers: Set<Int>)] = [:]

  init(number: Int, word: String, position: ScriptPosition) {
    self.number = number
    self.word = word
    self.position = position
  }

  /// Records an event's effect on its layer.
  mutating func note(_ layer: Int, from before: AffineTransform, to after: AffineTransform) {
    let change = before == after ? .identity : before.inverse.map { $0.concatenating(after) }
    guard let known = changes[layer] else {
      changes[layer] = .some(change)
      return
    }
    changes[layer] = .some(known.flatMap { old in change.map { old.concatenating($0) } })
  }

  mutating func begin(_ recognizer: Int, on layer: Int, _ state: SceneLayer.State) {
    live[layer, default: (state, [])].recognizers.insert(recognizer)
  }

  /// - Returns: the layer's state when the first of its active gestures began.
  mutating func end(_ recognizer: Int, on layer: Int) -> SceneLayer.State? {
    guard let known = live[layer], known.recognizers.contains(recognizer) else { return nil }
    live[layer]!.recognizers.remove(recognizer)
    if live[layer]!.recognizers.isEmpty { live[layer] = nil }
    return known.state
  }

  /// In the order of the layers.
  func effects(in scene: Scene) -> [GestureEffect] {
    changes.sorted { $0.key < $1.key }.map { layer, change in
      GestureEffect(word: word, position: position, layer: scene.layers[layer].name, change: change)
    }
  }
}
