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
      stage = .failed(.touches(taps.pressedCount, most: taps.touches))
    } else if taps.count == tapsBefore, taps.isPressed {
      heldSince = moment.time
    }
    return true
  }

  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool {
    if isOver { return false }
    location = fingers.center
    if stage == .begun { return true }
    if let reason = taps.count == tapsBefore ? heldMove(fingers, at: moment) : taps.move(fingers, at: moment)
    {
      stage = .failed(reason)
    }
    return false
  }

  /// Returns why the press does not count: a finger moved. nil if it counts.
  private func heldMove(_ fingers: [Finger], at moment: Instant) -> FailureReason? {
    let most = moment.settings.longPressMaxDistance
    guard let finger = fingers.first(where: { $0.distanceMoved > most }) else { return nil }
    return .moved(finger.distanceMoved, most: most)
  }

  mutating func up(_ fingers: [Finger], at moment: Instant) {
    if stage == .ready || stage == .begun {
      isOver = true
    } else if taps.count == tapsBefore, let heldSince {
      stage = .failed(.lifted(after: moment.time - heldSince, least: moment.settings.longPressDuration))
    } else if taps.count == tapsBefore || !taps.up(fingers, at: moment) {
      stage = .failed(.fewTouches(taps.pressedCount, least: taps.touches))
    }
  }

  func breakingReason(_ fingers: [Finger], at moment: Instant) -> FailureReason? {
    taps.breakingReason(fingers, at: moment)
  }

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

  mutating func timerFired(_ settings: GestureSettings) {
    stage = heldSince == nil ? .failed(taps.lateReason(settings)) : .ready
  }
}
