import FrameGeometry

/// A recognizer of two fingers that move together or apart. It measures the ratio of their distance to their
/// initial distance.
///
/// It pauses while one finger is up. When another comes down, the scale continues from its last value.
struct Pinch: Recognizer {
  var stage = Stage.undecided
  private(set) var isOver = false
  private var touches = 0
  private var location = Point.zero
  private var scale = 1.0
  /// The scale before the two fingers met, and their distance at that time.
  private var baseScale = 1.0
  private var baseDistance = 1.0

  private var lastSampleTime = 0.0
  private var velocity = Velocity()

  /// The smallest distance between two fingers in pixels. With a much smaller one, a layer whose fingers meet and part
  /// again would lose its place, because its scale would lose the digits of its position.
  private static let minimumDistance = 1e-6
  /// Rounding can put a move to exactly the threshold just below it.
  private static let tolerance = 1e-12

  var value: GestureValue {
    var value = GestureValue(location: location)
    value.touches = touches
    value.scale = scale
    value.scaleVelocity = velocity.value
    return value
  }

  mutating func down(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard fingers.count <= 2, !isOver else { return false }
    touches = fingers.count
    location = fingers.center
    if fingers.count == 2 {
      baseScale = scale
      baseDistance = Self.distance(fingers)
      lastSampleTime = moment.time
    }
    return true
  }

  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard fingers.count == 2 else { return false }
    location = fingers.center
    let before = scale
    scale = baseScale * (Self.distance(fingers) / baseDistance)
    velocity.add(scale - before, over: moment.time - lastSampleTime, mix: moment.settings.velocityMix)
    lastSampleTime = moment.time
    if stage == .undecided, abs(scale - 1) >= moment.settings.pinchMinDelta - Self.tolerance {
      stage = .ready
    }
    return true
  }

  mutating func up(_ fingers: [Finger], at moment: Instant) {
    if !fingers.isEmpty {
      touches = fingers.count
    } else if stage == .undecided {
      stage = .failed
    } else {
      isOver = true
    }
  }

  private static func distance(_ fingers: [Finger]) -> Double {
    max((fingers[1].location - fingers[0].location).length, minimumDistance)
  }
}
