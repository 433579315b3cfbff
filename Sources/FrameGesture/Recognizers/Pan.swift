import FrameGeometry

/// A recognizer of dragging fingers. It measures the translation of their center.
///
/// The translation is measured from the center at the last change of the set of fingers, and added to the
/// translation before that. So adding or lifting a finger moves nothing, and errors do not accumulate over
/// moves.
struct Pan: Recognizer {
  var stage = Stage.undecided
  private(set) var isOver = false
  private var touches = 0
  private var location = Point.zero
  /// The whole translation, the part of it before the set of fingers last changed, and the center at that
  /// time.
  private var movement = Vector.zero
  private var baseMovement = Vector.zero
  private var baseCenter = Point.zero
  /// The part of the translation that the slop consumes, from the beginning on.
  private var consumedSlop = Vector.zero

  private var lastSampleTime = 0.0
  private var horizontal = Velocity()
  private var vertical = Velocity()

  var value: GestureValue {
    var value = GestureValue(location: location, touches: touches)
    value.translation = movement - consumedSlop
    value.panVelocity = Vector(dx: horizontal.value, dy: vertical.value)
    return value
  }

  mutating func down(_ fingers: [Finger], at moment: Instant) -> Bool {
    if isOver { return false }
    if fingers.count > moment.settings.panMaxTouches {
      if stage == .begun { return false }
      stage = .failed(.touches(fingers.count, most: moment.settings.panMaxTouches))
    }
    if fingers.count == 1 { lastSampleTime = moment.time }
    rebase(fingers)
    return true
  }

  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool {
    if isOver { return false }
    if fingers.count < moment.settings.panMinTouches {
      rebase(fingers)
      return false
    }
    location = fingers.center
    let before = movement
    movement = baseMovement + (location - baseCenter)
    let interval = moment.time - lastSampleTime
    horizontal.add(movement.dx - before.dx, over: interval, mix: moment.settings.velocityMix)
    vertical.add(movement.dy - before.dy, over: interval, mix: moment.settings.velocityMix)
    lastSampleTime = moment.time
    if stage == .undecided, movement != .zero, movement.length >= moment.settings.panSlop { stage = .ready }
    return true
  }

  mutating func up(_ fingers: [Finger], at moment: Instant) {
    if fingers.count >= max(1, moment.settings.panMinTouches) {
      rebase(fingers)
    } else if stage == .ready || stage == .begun {
      horizontal.end(after: moment.time - lastSampleTime)
      vertical.end(after: moment.time - lastSampleTime)
      isOver = true
    } else if fingers.isEmpty {
      let isShort = movement == .zero && touches < moment.settings.panMinTouches
      stage = .failed(
        isShort
          ? .fewTouches(touches, least: moment.settings.panMinTouches)
          : .unmoved(movement.length, least: moment.settings.panSlop))
    } else {
      rebase(fingers)
    }
  }

  /// Fixes the part of the translation that the slop consumes. It never exceeds the translation: otherwise a
  /// pan would begin backwards if it had to wait while its finger came back.
  mutating func begin(_ settings: GestureSettings) {
    stage = .begun
    let length = movement.length
    guard settings.panSlopMode == .consume, length > 0 else { return }
    let share = min(settings.panSlop / length, 1)
    consumedSlop = movement * share
  }

  private mutating func rebase(_ fingers: [Finger]) {
    baseMovement = movement
    baseCenter = fingers.center
    location = baseCenter
    touches = fingers.count
  }
}
