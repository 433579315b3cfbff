import FrameGeometry

/// A recognizer of two fingers that move together or apart. It measures the ratio of their distance to their
/// initial distance.
///
/// When one of the two goes up, the finger that has been down for the longest time takes its place; without any, the
/// gesture pauses until another comes down. The scale continues from its last value.
struct Pinch: Recognizer {
  let maximumFingers = 2
  var stage = Stage.undecided
  private(set) var isOver = false
  private var pair = FingerPair()
  private var location = Point.zero
  /// The location of the next pair, until the moves of the one before are reported: both may be in one frame, in which moves
  /// come first.
  private var nextLocation: Point?
  private var scale = 1.0
  /// The scale before the two fingers met, and their distance at that time.
  private var baseScale = 1.0
  private var baseDistance = 1.0

  private var lastSampleTime = 0.0
  private var velocity = Velocity()

  /// The smallest distance between two fingers in pixels. With a much smaller one, a layer whose fingers meet and part
  /// again would lose its place, because its scale would lose the digits of its position.
  private static let minimumDistance = 1e-6
  /// A move of exactly the threshold may be computed as slightly less.
  private static let tolerance = 1e-12

  var value: GestureValue {
    var value = GestureValue(location: location)
    value.touches = pair.count
    value.scale = scale
    value.scaleVelocity = velocity.value
    return value
  }

  mutating func down(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard !isOver else { return false }
    if fingers.count == 1 { location = fingers[0].location }
    measure(from: fingers, at: moment)
    settle()
    return true
  }

  /// Continues from the current scale if the pair has changed.
  private mutating func measure(from fingers: [Finger], at moment: Instant) {
    guard pair.update(fingers), pair.count == 2 else { return }
    nextLocation = fingers.pair.center
    baseScale = scale
    baseDistance = Self.distance(fingers)
    lastSampleTime = moment.time
  }

  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard pair.count == 2 else { return false }
    (location, nextLocation) = (fingers.pair.center, nil)
    let before = scale
    scale = baseScale * (Self.distance(fingers) / baseDistance)
    velocity.add(scale - before, over: moment.time - lastSampleTime, mix: moment.settings.velocityMix)
    lastSampleTime = moment.time
    if stage == .undecided, abs(scale - 1) >= moment.settings.pinchMinDelta - Self.tolerance {
      stage = .ready
    }
    return true
  }

  mutating func settle() {
    location = nextLocation ?? location
    nextLocation = nil
  }

  mutating func up(_ fingers: [Finger], at moment: Instant) {
    if !fingers.isEmpty {
      measure(from: fingers, at: moment)
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
