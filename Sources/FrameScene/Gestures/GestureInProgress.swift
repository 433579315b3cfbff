import FrameGeometry
import FrameGesture

/// A gesture, named or of raw touches, and its changes so far. All of them are one step for `undo`.
struct GestureInProgress {
  let number: Int
  let word: String
  /// nil for touches of their own.
  let fingers: FingerMotion?
  let origin: Origin
  /// True for a gesture by name that ends at exactly the given value.
  let isExact: Bool

  private var changes: [Int: MapChange] = [:]
  /// The layers with an active gesture.
  private var live: [Int: LiveLayer] = [:]

  /// A class, because it is large and changes with every event.
  final class LiveLayer {
    /// Its state when the first of its active gestures began.
    let start: SceneLayer.State
    fileprivate var recognizers: Set<Int> = []
    var snap: AngleSnap?
    /// Its place without limits, and the place that shows.
    var places: (free: LayerPlace, shown: LayerPlace)?
    /// The time of the last move, in seconds.
    var moved = -Double.infinity
    /// The limits that were reached.
    var reached: Set<LayerLimit> = []

    fileprivate init(start: SceneLayer.State) { self.start = start }

    /// Returns the place where the layer would be without limits; nil if it has changed otherwise since.
    func freePlace(shown: LayerPlace) -> LayerPlace? {
      places.flatMap { $0.shown == shown ? $0.free : nil }
    }
  }

  init(number: Int, word: String, fingers: FingerMotion?, origin: Origin, isExact: Bool) {
    self.isExact = isExact
    self.fingers = fingers
    self.number = number
    self.word = word
    self.origin = origin
  }

  /// Records an event's effect on its layer.
  mutating func note(_ layer: Int, from before: LayerMap, to after: LayerMap) {
    changes[layer, default: MapChange(from: before)].go(from: before, to: after)
  }

  mutating func begin(_ recognizer: Int, on layer: Int, _ state: SceneLayer.State) {
    let known = live[layer] ?? LiveLayer(start: state)
    known.recognizers.insert(recognizer)
    live[layer] = known
  }

  /// Returns the layer's state when the first of its active gestures began; nil if this one is not active.
  func start(of recognizer: Int, on layer: Int) -> SceneLayer.State? {
    live[layer].flatMap { $0.recognizers.contains(recognizer) ? $0.start : nil }
  }

  /// - Returns: true if that was the last active gesture of the layer.
  mutating func end(_ recognizer: Int, on layer: Int) -> Bool {
    guard live[layer]?.recognizers.remove(recognizer) != nil, live[layer]!.recognizers.isEmpty else {
      return false
    }
    live[layer] = nil
    return true
  }

  /// A layer with an active gesture; nil for other layers.
  subscript(layer: Int) -> LiveLayer? { live[layer] }

  /// In the order of the layers.
  func effects(in scene: Scene) -> [GestureEffect] {
    changes.sorted { $0.key < $1.key }.map { layer, change in
      GestureEffect(word: word, origin: origin, layer: scene.layers[layer].name, change: change.total)
    }
  }
}

/// The change of a layer's map to its parent.
private struct MapChange {
  /// The change before something else changed the map; nil if it has no inverse.
  private var earlier: AffineTransform? = .identity
  private var start: LayerMap
  private var end: LayerMap

  init(from start: LayerMap) { (self.start, end) = (start, start) }

  mutating func go(from before: LayerMap, to after: LayerMap) {
    if before != end { (earlier, start) = (total, before) }
    end = after
  }

  /// nil if there was no inverse on the way.
  var total: AffineTransform? {
    guard start != end else { return earlier }
    return start.change(to: end).flatMap { earlier?.concatenating($0) }
  }
}
