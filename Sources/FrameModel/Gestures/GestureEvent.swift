/// A transition of a recognizer, and the value of its gesture. Lengths are in canvas pixels; a receiver converts them
/// to a layer's axes.
public struct GestureEvent: Hashable, Sendable {
  /// In seconds of virtual time.
  public var time: Double
  /// The recognizer's number, in the order of attachment.
  public var recognizer: Int
  public var name: String
  public var kind: RecognizerKind
  /// The index of the layer that the recognizer is attached to.
  public var target: Int
  /// The new state, never `possible`. Discrete gestures are `recognized`, continuous ones `ended`.
  public var state: GestureState
  public var value: GestureValue

  public init(
    time: Double, recognizer: Int, name: String, kind: RecognizerKind, target: Int, state: GestureState,
    value: GestureValue
  ) {
    self.time = time
    self.recognizer = recognizer
    self.name = name
    self.kind = kind
    self.target = target
    self.state = state
    self.value = value
  }

  /// True if the transition sends an action: all do except failures.
  public var isAction: Bool { state != .failed }
}

/// The value of a gesture. Quantities that a kind does not measure keep these defaults.
public struct GestureValue: Hashable, Sendable {
  /// The midpoint of the touches; for a swipe its start, for taps the first one.
  public var location: Point
  /// The number of fingers.
  public var touches = 0

  /// Since the gesture began, and since the last event.
  public var translation = Vector.zero
  public var translationChange = Vector.zero
  public var scale = 1.0
  public var scaleChange = 1.0
  /// In radians, clockwise; may exceed a full turn.
  public var rotation = 0.0
  public var rotationChange = 0.0

  /// Per second: in pixels, as a scale, and in radians.
  public var panVelocity = Vector.zero
  public var scaleVelocity = 0.0
  public var rotationVelocity = 0.0
  /// For a swipe.
  public var direction: SwipeDirection?

  public init(location: Point) {
    self.location = location
  }
}
