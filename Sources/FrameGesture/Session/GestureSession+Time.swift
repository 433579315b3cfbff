import FrameModel

// The passing of time.
extension GestureSession {
  /// Lets time pass, and timers run out that it passes.
  /// - Throws: `TouchProblem` where time would go back; then nothing is changed.
  @discardableResult
  public mutating func advance(to time: Double) throws(TouchProblem) -> [GestureEvent] {
    try check(time)
    var actions = EventQueue()
    pass(to: time, into: &actions)
    return actions.events
  }

  /// Lets time pass until no timer is running. Touches that are down stay so.
  @discardableResult public mutating func drain() -> [GestureEvent] {
    var actions = EventQueue()
    if isUnsettled { decide(into: &actions) }
    while let (number, timer) = nextTimer(until: nil) {
      // A gap without a limit ends when nothing more can come.
      if timer.deadline.isFinite { now = max(now, timer.deadline) }
      timeIsUp(for: number, into: &actions)
    }
    return actions.events
  }

  func check(_ time: Double) throws(TouchProblem) {
    guard time.isFinite else { throw .notFinite }
    guard time >= now else { throw .timeGoesBack(from: now, to: time) }
  }

  mutating func pass(to time: Double, into actions: inout EventQueue) {
    if isUnsettled { decide(into: &actions) }
    while let (number, timer) = nextTimer(until: time) {
      now = max(now, min(timer.deadline, time))
      timeIsUp(for: number, into: &actions)
    }
    now = time
  }

  private mutating func timeIsUp(for number: Int, into actions: inout EventQueue) {
    runs[number].timeIsUp(settings)
    note(number)
    decide(into: &actions)
  }

  /// The first timer that has run out by then, or at all; of several at one time the recognizer's that
  /// was attached first.
  private mutating func nextTimer(until time: Double?) -> (number: Int, timer: Timer)? {
    // The queue is taken out meanwhile, so that it is changed in place.
    var queue = TimerQueue()
    swap(&queue, &timers)
    let next = queue.popDue(at: time) { entry in
      runs.contains(entry.number) && runs[entry.number].timer == entry.timer
    }
    timers = queue
    guard let next else { return nil }
    runs[next.number].queuedTimer = nil
    return (next.number, next.timer)
  }
}
