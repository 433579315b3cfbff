import FrameGeometry

/// A recognizer of a number of taps by a number of fingers. It is ready when the last finger goes up.
struct Tap: Recognizer {
  var stage = Stage.undecided
  private let count: Int
  private var taps: TapSequence
  private var location = Point.zero

  init(count: Int, touches: Int) {
    self.count = count
    taps = TapSequence(touches: touches)
  }

  var isOver: Bool { false }

  var value: GestureValue { GestureValue(location: taps.firstLocation ?? location, touches: taps.touches) }

  mutating func down(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard stage == .undecided, let finger = fingers.last else { return false }
    location = finger.location
    if !taps.down(finger, at: moment) { stage = .failed(.touches(taps.pressedCount, most: taps.touches)) }
    return true
  }

  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool {
    if stage == .undecided, let reason = taps.move(fingers, at: moment) { stage = .failed(reason) }
    return false
  }

  mutating func up(_ fingers: [Finger], at moment: Instant) {
    guard stage == .undecided else { return }
    if !taps.up(fingers, at: moment) {
      stage = .failed(.fewTouches(taps.pressedCount, least: taps.touches))
    } else if taps.count == count {
      stage = .ready
    }
  }

  func breakingReason(_ fingers: [Finger], at moment: Instant) -> FailureReason? {
    taps.breakingReason(fingers, at: moment)
  }

  func timer(_ settings: GestureSettings) -> Timer? {
    stage == .undecided ? taps.timer(settings) : nil
  }

  mutating func timerFired(_ settings: GestureSettings) { stage = .failed(taps.lateReason(settings)) }
}

/// A sequence of taps, each by the same number of fingers. The functions for touches return false if a touch
/// ends the sequence.
struct TapSequence: Sendable {
  /// The number of fingers of each tap.
  let touches: Int
  private(set) var count = 0
  /// The center of the first tap.
  private(set) var firstLocation: Point?

  /// The state of the current tap: the number of fingers that came down, the sum of their locations, and the
  /// time of the first of them.
  private(set) var pressedCount = 0
  private var locationSum = Vector.zero
  private(set) var pressedAt = 0.0
  /// The center and the end time of the last tap.
  private var lastLocation: Point?
  private var releasedAt = 0.0

  init(touches: Int) {
    self.touches = touches
  }

  /// True if all fingers of the current tap have come down.
  var isPressed: Bool { pressedCount == touches }

  mutating func down(_ finger: Finger, at moment: Instant) -> Bool {
    if pressedCount == 0 {
      pressedAt = moment.time
      locationSum = .zero
    }
    pressedCount += 1
    locationSum = locationSum + (finger.location - .zero)
    guard pressedCount >= touches else { return true }
    guard pressedCount == touches else { return false }
    let center = Point(x: locationSum.dx / Double(touches), y: locationSum.dy / Double(touches))
    if firstLocation == nil { firstLocation = center }
    lastLocation = center
    return true
  }

  /// Returns why a tap after the first one does not count: it comes too soon, with its first finger, or too far from the tap before
  /// it, with its last finger. nil if it counts.
  ///
  /// - Parameter fingers: The fingers of the tap that are down, and the one that comes down.
  func breakingReason(_ fingers: [Finger], at moment: Instant) -> FailureReason? {
    guard count > 0, let lastLocation, let finger = fingers.last else { return nil }
    let gap = moment.time - releasedAt
    if pressedCount == 0, gap < moment.settings.tapMinGap - Timer.tolerance {
      return .hurried(gap, least: moment.settings.tapMinGap)
    }
    guard pressedCount == touches - 1 else { return nil }
    let sum = (pressedCount == 0 ? .zero : locationSum) + (finger.location - .zero)
    let center = Point(x: sum.dx / Double(touches), y: sum.dy / Double(touches))
    let distance = (center - lastLocation).length
    let most = moment.settings.tapMaxSeparation
    return distance >= most ? .apart(distance, most: most) : nil
  }

  /// Returns why a tap no longer counts: a finger moved. nil if it counts.
  func move(_ fingers: [Finger], at moment: Instant) -> FailureReason? {
    let most = moment.settings.tapMaxDistance
    guard let finger = fingers.first(where: { $0.distanceMoved >= most }) else { return nil }
    return .moved(finger.distanceMoved, most: most)
  }

  mutating func up(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard isPressed else { return false }
    guard fingers.isEmpty else { return true }
    count += 1
    pressedCount = 0
    releasedAt = moment.time
    return true
  }

  /// Returns what was too late when the timer fires.
  func lateReason(_ settings: GestureSettings) -> FailureReason {
    pressedCount > 0 ? .held(most: settings.tapMaxDuration) : .paused(most: settings.tapMaxGap)
  }

  /// The timer of the sequence: the end of the current tap, or the latest start of the next one.
  func timer(_ settings: GestureSettings) -> Timer? {
    if pressedCount > 0 {
      let deadline = pressedAt + settings.tapMaxDuration
      return deadline.isFinite ? Timer(deadline: deadline) : nil
    }
    return count > 0 ? Timer(deadline: releasedAt + settings.tapMaxGap, isStrict: true) : nil
  }
}
