import FrameGeometry

/// A recognizer of fingers that move quickly and straight in one direction. It recognizes a swipe during the
/// movement, as soon as the distance is large enough.
struct Swipe: Recognizer {
  var stage = Stage.undecided
  private let direction: SwipeDirection
  private let touches: Int
  private var pressedCount = 0
  /// The center of the fingers, and the time, when the last of them came down.
  private var start = Point.zero
  private var startedAt: Double?
  private var velocity = Velocity()
  /// In the direction.
  private var distance = 0.0

  init(_ direction: SwipeDirection, touches: Int) {
    self.direction = direction
    self.touches = touches
  }

  var isOver: Bool { false }

  var value: GestureValue {
    var value = GestureValue(location: start, touches: touches)
    value.direction = direction
    value.panVelocity = direction.axis * velocity.value
    return value
  }

  mutating func down(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard stage == .undecided else { return false }
    pressedCount += 1
    start = fingers.center
    if pressedCount > touches {
      stage = .failed(.touches(pressedCount, most: touches))
    } else if pressedCount == touches {
      startedAt = moment.time
    }
    return true
  }

  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard stage == .undecided, let startedAt else { return false }
    let displacement = fingers.center - start
    let axis = direction.axis
    distance = displacement.dx * axis.dx + displacement.dy * axis.dy
    let drift = abs(displacement.dx * axis.dy - displacement.dy * axis.dx)
    let settings = moment.settings
    if drift > settings.swipeMaxDrift || distance < -settings.swipeMaxDrift {
      let others = SwipeDirection.allCases.filter { $0 != direction }
        .map { ($0, displacement.dx * $0.axis.dx + displacement.dy * $0.axis.dy) }
      let (other, length) = others.max { $0.1 < $1.1 }!
      stage = .failed(.drifted(length, other, most: settings.swipeMaxDrift))
    } else if distance >= settings.swipeMinDistance, drift < distance {
      velocity.add(distance, over: moment.time - startedAt, mix: 0)
      stage = .ready
    }
    return false
  }

  mutating func up(_ fingers: [Finger], at moment: Instant) {
    guard stage == .undecided else { return }
    stage = .failed(
      startedAt == nil
        ? .fewTouches(pressedCount, least: touches)
        : .unmoved(max(0, distance), least: moment.settings.swipeMinDistance))
  }

  func timer(_ settings: GestureSettings) -> Timer? {
    guard stage == .undecided, let startedAt else { return nil }
    let deadline = startedAt + settings.swipeMaxTime
    return deadline.isFinite ? Timer(deadline: deadline, isStrict: true) : nil
  }

  mutating func timerFired(_ settings: GestureSettings) {
    stage = .failed(
      .slow(max(0, distance), least: settings.swipeMinDistance, within: settings.swipeMaxTime))
  }
}

extension SwipeDirection {
  /// The unit vector of the direction; y points down.
  var axis: Vector {
    switch self {
    case .left: Vector(dx: -1, dy: 0)
    case .right: Vector(dx: 1, dy: 0)
    case .up: Vector(dx: 0, dy: -1)
    case .down: Vector(dx: 0, dy: 1)
    }
  }
}
