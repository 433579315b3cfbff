import FrameGeometry

/// A recognizer of two fingers that turn about each other. It measures the angle of the line between them and
/// counts full turns.
struct Rotation: PairRecognizer {
  var stage = Stage.undecided
  var isOver = false
  var pair = FingerPair()
  private var rotation = 0.0
  /// The rotation before the two fingers met, and the angle of their line at that time. The angle is nil
  /// while both fingers are at the same point, where it is undefined.
  private var baseRotation = 0.0
  private var baseAngle: Double?
  /// The angle of the line at the last move, and the number of times that it has wrapped from pi to -pi.
  private var lastAngle = 0.0
  private var turns = 0.0

  var value: GestureValue {
    var value = pair.value
    value.rotation = rotation
    value.rotationVelocity = pair.velocity.value
    return value
  }

  mutating func measure(from fingers: [Finger]) {
    baseRotation = rotation
    baseAngle = Self.angle(fingers)
    lastAngle = baseAngle ?? 0
    turns = 0
  }

  func shortfall(_ settings: GestureSettings) -> FailureReason {
    .unturned(rotation, least: settings.rotateMinDelta)
  }

  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard pair.move(fingers) else { return false }
    let before = rotation
    turn(to: Self.angle(fingers))
    pair.add(rotation - before, at: moment)
    if stage == .undecided, abs(rotation) >= moment.settings.rotateMinDelta - FingerPair.tolerance {
      stage = .ready
    }
    return true
  }

  /// Updates the rotation for a new angle of the line. Assumes the shorter way around; for half a turn, the
  /// clockwise one.
  private mutating func turn(to next: Double?) {
    guard let next else { return }
    guard let baseAngle else {
      self.baseAngle = next
      lastAngle = next
      return
    }
    let step = next - lastAngle
    if step > Double.pi { turns -= 1 }
    if step <= -Double.pi { turns += 1 }
    lastAngle = next
    rotation = baseRotation + (next - baseAngle) + 2 * Double.pi * turns
  }

  private static func angle(_ fingers: [Finger]) -> Double? {
    let line = fingers[1].location - fingers[0].location
    return line == .zero ? nil : Trigonometry.atan2(line.dy, line.dx)
  }
}
