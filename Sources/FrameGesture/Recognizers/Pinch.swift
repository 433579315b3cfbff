import FrameGeometry

/// A recognizer of two fingers that move together or apart. It measures the ratio of their distance to their
/// initial distance.
struct Pinch: PairRecognizer {
  var stage = Stage.undecided
  var isOver = false
  var pair = FingerPair()
  private var scale = 1.0
  /// The scale before the two fingers met, and their distance at that time.
  private var baseScale = 1.0
  private var baseDistance = 1.0

  /// The smallest distance between two fingers in pixels. With a much smaller one, a layer whose fingers meet and part
  /// again would lose its place, because its scale would lose the digits of its position.
  private static let minimumDistance = 1e-6

  var value: GestureValue {
    var value = pair.value
    value.scale = scale
    value.scaleVelocity = pair.velocity.value
    return value
  }

  mutating func measure(from fingers: [Finger]) {
    baseScale = scale
    baseDistance = Self.distance(fingers)
  }

  func shortfall(_ settings: GestureSettings) -> FailureReason {
    .unscaled(scale, least: settings.pinchMinDelta)
  }

  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard pair.move(fingers) else { return false }
    let before = scale
    scale = baseScale * (Self.distance(fingers) / baseDistance)
    pair.add(scale - before, at: moment)
    if stage == .undecided, abs(scale - 1) >= moment.settings.pinchMinDelta - FingerPair.tolerance {
      stage = .ready
    }
    return true
  }

  private static func distance(_ fingers: [Finger]) -> Double {
    max((fingers[1].location - fingers[0].location).length, minimumDistance)
  }
}
