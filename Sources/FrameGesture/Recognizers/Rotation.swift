import FrameGeometry

/// A recognizer of two fingers that turn about each other. It measures the angle of the line between them and
/// counts full turns.
///
/// When one of the two goes up, the finger that has been down for the longest time takes its place; without any, the
/// gesture pauses until another comes down. The rotation continues from its last value.
struct Rotation: Recognizer {
  let maximumFingers = 2
  var stage = Stage.undecided
  private(set) var isOver = false
  private var pair = FingerPair()
  private var location = Point.zero
  /// The location of the next pair, until the moves of the one before are reported: both may be in one frame, in which moves
  /// come first.
  private var nextLocation: Point?
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

  /// A move of exactly the threshold may be computed as slightly less.
  private static let tolerance = 1e-12

  var value: GestureValue {
    var value = GestureValue(location: location)
    value.touches = pair.count
    value.rotation = rotation
    value.rotationVelocity = velocity.value
    return value
  }

  mutating func down(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard !isOver else { return false }
    if fingers.count == 1 { location = fingers[0].location }
    measure(from: fingers, at: moment)
    settle()
    return true
  }

  /// Continues from the current rotation if the pair has changed.
  private mutating func measure(from fingers: [Finger], at moment: Instant) {
    guard pair.update(fingers), pair.count == 2 else { return }
    nextLocation = fingers.pair.center
    baseRotation = rotation
    baseAngle = Self.angle(fingers)
    lastAngle = baseAngle ?? 0
    turns = 0
    lastSampleTime = moment.time
  }

  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard pair.count == 2 else { return false }
    (location, nextLocation) = (fingers.pair.center, nil)
    let before = rotation
    turn(to: Self.angle(fingers))
    velocity.add(rotation - before, over: moment.time - lastSampleTime, mix: moment.settings.velocityMix)
    lastSampleTime = moment.time
    if stage == .undecided, abs(rotation) >= moment.settings.rotateMinDelta - Self.tolerance {
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
