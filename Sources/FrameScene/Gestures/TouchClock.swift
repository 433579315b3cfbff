import FrameGeometry
import FrameGesture
import FrameScript

/// The clocks of touches in seconds, and the touch frame that is still open.
struct TouchClock {
  private var gestureEnd = 0.0
  private var lastTouch = 0.0
  /// The touches of one instant, until the next one is known.
  private(set) var frame: OpenTouchFrame?

  /// Returns the time of a touch, in seconds.
  func time(of delay: TouchDelay) -> Double {
    switch delay {
    case .sinceGesture(let seconds): gestureEnd + seconds
    case .sinceTouch(let seconds): lastTouch + seconds
    }
  }

  mutating func endGesture(at time: Double) {
    gestureEnd = time
    lastTouch = time
  }

  mutating func add(
    _ touch: Touch, at time: Double, actingOn path: [Int]?, position: ScriptPosition
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
