import FrameModel

/// Fingers that go quickly and straight in one direction: recognized while they move, as soon as they
/// have come far enough.
struct Swipe: Recognizer {
  var stage = Stage.undecided
  private let direction: SwipeDirection
  private let touches: Int
  private var pressed = 0
  /// The fingers' middle, and the time, when the last of them had come down.
  private var start = Point.zero
  private var startedAt: Double?
  private var velocity = Velocity()

  init(_ direction: SwipeDirection, touches: Int) {
    self.direction = direction
    self.touches = touches
  }

  var isOver: Bool { false }

  var value: GestureValue {
    var value = GestureValue(location: start)
    value.touches = touches
    value.direction = direction
    let axis = direction.axis
    value.panVelocity = Vector(dx: axis.dx * velocity.value, dy: axis.dy * velocity.value)
    return value
  }

  mutating func down(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard stage == .undecided else { return false }
    pressed += 1
    start = fingers.center
    if pressed > touches {
      stage = .failed
    } else if pressed == touches {
      startedAt = moment.time
    }
    return true
  }

  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard stage == .undecided, let startedAt else { return false }
    let way = fingers.center - start
    let axis = direction.axis
    let main = way.dx * axis.dx + way.dy * axis.dy
    let drift = abs(way.dx * axis.dy - way.dy * axis.dx)
    let settings = moment.settings
    if drift > settings.swipeMaxDrift || main < -settings.swipeMaxDrift {
      stage = .failed
    } else if main >= settings.swipeMinDistance, drift < main {
      velocity.add(main, over: moment.time - startedAt, mix: 0)
      stage = .ready
    }
    return false
  }

  mutating func up(_ fingers: [Finger], at moment: Instant) {
    if stage == .undecided { stage = .failed }
  }

  func timer(_ settings: GestureSettings) -> Timer? {
    guard stage == .undecided, let startedAt else { return nil }
    let deadline = startedAt + settings.swipeMaxTime
    return deadline.isFinite ? Timer(deadline: deadline, isStrict: true) : nil
  }

  mutating func timeIsUp() { stage = .failed }
}

extension SwipeDirection {
  /// Of length one, y down.
  fileprivate var axis: Vector {
    switch self {
    case .left: Vector(dx: -1, dy: 0)
    case .right: Vector(dx: 1, dy: 0)
    case .up: Vector(dx: 0, dy: -1)
    case .down: Vector(dx: 0, dy: 1)
    }
  }
}
