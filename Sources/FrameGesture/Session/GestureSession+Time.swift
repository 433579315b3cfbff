import FrameModel

// The passing of time.
extension GestureSession {
  /// Lets time pass, and timers run out that it passes.
  /// - Throws: `TouchProblem` where time would go back; then nothing is changed.
  @discardableResult
  public mutating func advance(to time: Double) throws(TouchProblem) -> [GestureEvent] {
    try check(time)
    var actions = Actions()
    pass(to: time, into: &actions)
    return actions.events
  }

  /// Lets time pass until no timer is running. Touches that are down stay so.
  @discardableResult public mutating func drain() -> [GestureEvent] {
    var actions = Actions()
    if isUnsettled { decide(into: &actions) }
    while let (index, timer) = nextTimer(until: nil) {
      // A gap without a limit ends when nothing more can come.
      if timer.deadline.isFinite { now = max(now, timer.deadline) }
      runs[index].timeIsUp(settings)
      decide(into: &actions)
    }
    return actions.events
  }

  func check(_ time: Double) throws(TouchProblem) {
    guard time.isFinite else { throw .notFinite }
    guard time >= now else { throw .timeGoesBack(from: now, to: time) }
  }

  mutating func pass(to time: Double, into actions: inout Actions) {
    if isUnsettled { decide(into: &actions) }
    while let (index, timer) = nextTimer(until: time) {
      now = max(now, min(timer.deadline, time))
      runs[index].timeIsUp(settings)
      decide(into: &actions)
    }
    now = time
  }

  /// The first timer that has run out by then, or at all; of several at one time the recognizer's that
  /// was attached first.
  private func nextTimer(until time: Double?) -> (index: Int, timer: Timer)? {
    var first: (index: Int, timer: Timer)?
    for index in runs.indices {
      guard let timer = runs[index].timer else { continue }
      if let time, !timer.isDue(at: time) { continue }
      if let earlier = first, !(timer < earlier.timer) { continue }
      first = (index, timer)
    }
    return first
  }
}
