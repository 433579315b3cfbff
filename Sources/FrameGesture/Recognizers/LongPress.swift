import FrameGeometry

/// A recognizer of fingers that press and hold, optionally after some taps. It becomes ready when its timer
/// fires. After that, fingers may move freely, and it ends when one of them goes up.
struct LongPress: Recognizer {
  var stage = Stage.undecided
  private(set) var isOver = false
  /// The number of taps before the press. `taps` also tracks the press itself, as one more tap.
  private let tapsBefore: Int
  private var taps: TapSequence
  private var location = Point.zero
  /// The time at which the last finger of the press came down.
  private var heldSince: Double?

  init(taps: Int, touches: Int) {
    tapsBefore = taps
    self.taps = TapSequence(touches: touches)
  }

  var value: GestureValue { GestureValue(location: location, touches: taps.touches) }

  /// Fails if too many fingers press before the recognizer is ready. Ignores further fingers after that.
  mutating func down(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard stage == .undecided, let finger = fingers.last else { return false }
    location = fingers.center
    if !taps.down(finger, at: moment) {
      stage = .failed
    } else if taps.count == tapsBefore, taps.isPressed {
      heldSince = moment.time
    }
    return true
  }

  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool {
    if isOver { return false }
    location = fingers.center
    if stage == .begun { return true }
    let isStill =
      taps.count == tapsBefore
      ? fingers.allSatisfy { $0.distanceMoved <= moment.settings.longPressMaxDistance }
      : taps.move(fingers, at: moment)
    if !isStill { stage = .failed }
    return false
  }

  mutating func up(_ fingers: [Finger], at moment: Instant) {
    if stage == .ready || stage == .begun {
      isOver = true
    } else if taps.count == tapsBefore || !taps.up(fingers, at: moment) {
      stage = .failed
    }
  }

  func isBroken(by fingers: [Finger], at moment: Instant) -> Bool { taps.isBroken(by: fingers, at: moment) }

  func timer(_ settings: GestureSettings) -> Timer? {
    guard stage == .undecided else { return nil }
    if let heldSince {
      let deadline = heldSince + settings.longPressDuration
      return deadline.isFinite ? Timer(deadline: deadline) : nil
    }
    let timer = taps.timer(settings)
    // The held press has no maximum duration; only the time until it starts is limited.
    return taps.count < tapsBefore || timer?.isStrict == true ? timer : nil
  }

  mutating func timerFired() { stage = heldSince == nil ? .failed : .ready }
}
