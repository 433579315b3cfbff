import FrameModel

/// Fingers that are dragged: how far their middle has come.
///
/// The way is measured from where the middle was when fingers last came or went, and added to the way
/// before that: so a finger more or less moves nothing, and no error adds up over moves.
struct Pan: Recognizer {
  var stage = Stage.undecided
  private(set) var isOver = false
  private var touches = 0
  private var location = Point.zero
  /// The whole way, the part of it before fingers last came or went, and their middle then.
  private var travel = Vector.zero
  private var baseTravel = Vector.zero
  private var baseCenter = Point.zero
  /// What the slop has taken of the way, from the beginning on.
  private var consumedSlop = Vector.zero

  private var lastSampleTime = 0.0
  private var horizontal = Velocity()
  private var vertical = Velocity()

  var value: GestureValue {
    var value = GestureValue(location: location)
    value.touches = touches
    value.translation = travel - consumedSlop
    value.panVelocity = Vector(dx: horizontal.value, dy: vertical.value)
    return value
  }

  mutating func down(_ fingers: [Finger], at moment: Instant) -> Bool {
    if isOver { return false }
    if fingers.count > moment.settings.panMaxTouches {
      if stage == .begun { return false }
      stage = .failed
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
    let before = travel
    travel = baseTravel + (location - baseCenter)
    let interval = moment.time - lastSampleTime
    horizontal.add(travel.dx - before.dx, over: interval, mix: moment.settings.velocityMix)
    vertical.add(travel.dy - before.dy, over: interval, mix: moment.settings.velocityMix)
    lastSampleTime = moment.time
    if stage == .undecided, travel != .zero, travel.length >= moment.settings.panSlop { stage = .ready }
    return true
  }

  mutating func up(_ fingers: [Finger], at moment: Instant) {
    if fingers.count >= max(1, moment.settings.panMinTouches) {
      rebase(fingers)
    } else if stage == .ready || stage == .begun {
      isOver = true
    } else if fingers.isEmpty {
      stage = .failed
    } else {
      rebase(fingers)
    }
  }

  /// Fixes what the slop takes: never more than the way, or a pan that had to wait while its finger
  /// came back would begin backwards.
  mutating func begin(_ settings: GestureSettings) {
    stage = .begun
    let length = travel.length
    guard settings.panSlopMode == .consume, length > 0 else { return }
    let share = min(settings.panSlop / length, 1)
    consumedSlop = Vector(dx: travel.dx * share, dy: travel.dy * share)
  }

  private mutating func rebase(_ fingers: [Finger]) {
    baseTravel = travel
    baseCenter = fingers.center
    location = baseCenter
    touches = fingers.count
  }
}
