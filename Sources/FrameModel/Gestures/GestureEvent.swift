/// A transition of a recognizer, and what its gesture has come to. Lengths are in the canvas's pixels; a
/// receiver brings them to a layer's axes.
public struct GestureEvent: Hashable, Sendable {
  /// In seconds of virtual time.
  public var time: Double
  /// The recognizer's number, in the order in which recognizers were attached.
  public var recognizer: Int
  public var name: String
  public var kind: RecognizerKind
  /// What the recognizer is attached to: a layer's index.
  public var target: Int
  /// What it has become: never `possible`. Discrete gestures are `recognized`, continuous ones `ended`.
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

  /// True where the transition sends an action: all but failures.
  public var isAction: Bool { state != .failed }
}

/// What a gesture has come to. What a kind of gesture does not measure stays as it is here.
public struct GestureValue: Hashable, Sendable {
  /// The middle of the touches involved; of a swipe where it started, of taps the first one.
  public var location: Point
  /// How many fingers are involved.
  public var touches = 0

  /// Since the gesture began, and since the last event.
  public var translation = Vector.zero
  public var translationChange = Vector.zero
  public var scale = 1.0
  public var scaleChange = 1.0
  /// In radians, clockwise; may exceed a whole turn.
  public var rotation = 0.0
  public var rotationChange = 0.0

  /// In pixels, of a scale, and in radians, a second.
  public var panVelocity = Vector.zero
  public var scaleVelocity = 0.0
  public var rotationVelocity = 0.0
  /// Of a swipe.
  public var direction: SwipeDirection?

  public init(location: Point) {
    self.location = location
  }
}
