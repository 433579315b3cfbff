import FrameGeometry

/// A recognizer of two fingers that turn about each other. It measures the angle of the line between them and
/// counts full turns.
///
/// It pauses while one finger is up. When another comes down, the rotation continues from its last value.
struct Rotation: Recognizer {
  var stage = Stage.undecided
  private(set) var isOver = false
  private var touches = 0
  private var location = Point.zero
  private var rotation = 0.0
  /// The rotation before the two fingers met, and the angle of their line at that time. The angle is nil
  /// while both fingers are at the same point, where it is undefined.
  private var baseRotation = 0.0
  private var baseAngle: Double?
  /// The angle of the line at the last move, and the number of times that it has wrapped from pi to -pi.
  private var lastAngle = 0.0
  private var turns = 0.0

  private var lastSampleTime = 0.0
  private var velocity = Velocity()

  /// Rounding can put a move to exactly the threshold just below it.
  private static let tolerance = 1e-12

  var value: GestureValue {
    var value = GestureValue(location: location)
    value.touches = touches
    value.rotation = rotation
    value.rotationVelocity = velocity.value
    return value
  }

  mutating func down(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard fingers.count <= 2, !isOver else { return false }
    touches = fingers.count
    location = fingers.center
    if fingers.count == 2 {
      baseRotation = rotation
      baseAngle = Self.angle(fingers)
      lastAngle = baseAngle ?? 0
      turns = 0
      lastSampleTime = moment.time
    }
    return true
  }

  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard fingers.count == 2 else { return false }
    location = fingers.center
    let before = rotation
    turn(to: Self.angle(fingers))
    velocity.add(rotation - before, over: moment.time - lastSampleTime, mix: moment.settings.velocityMix)
    lastSampleTime = moment.time
    if stage == .undecided, abs(rotation) >= moment.settings.rotateMinDelta - Self.tolerance {
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
