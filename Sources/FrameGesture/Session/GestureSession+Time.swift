import FrameModel

// The passing of time.
extension GestureSession {
  /// Lets time pass, and timers run out that it passes.
  /// - Throws: `TouchProblem` where time would go back; then nothing is changed.
  @discardableResult
  public mutating func advance(to time: Double) throws(TouchProblem) -> [GestureEvent] {
    try check(time)
    var events = EventQueue()
    advanceTime(to: time, into: &events)
    return events.ordered
  }

  /// Lets time pass until no timer is running. Touches that are down stay so.
  @discardableResult public mutating func drain() -> [GestureEvent] {
    var events = EventQueue()
    if needsFullDecision { decide(into: &events) }
    while let (number, timer) = nextTimer(until: nil) {
      // A gap without a limit ends when nothing more can come.
      if timer.deadline.isFinite { now = max(now, timer.deadline) }
      timerFired(for: number, into: &events)
    }
    return events.ordered
  }

  func check(_ time: Double) throws(TouchProblem) {
    guard time.isFinite else { throw .notFinite }
    guard time >= now else { throw .timeGoesBack(from: now, to: time) }
  }

  mutating func advanceTime(to time: Double, into events: inout EventQueue) {
    if needsFullDecision { decide(into: &events) }
    while let (number, timer) = nextTimer(until: time) {
      now = max(now, min(timer.deadline, time))
      timerFired(for: number, into: &events)
    }
    now = time
  }

  private mutating func timerFired(for number: Int, into events: inout EventQueue) {
    active[number].timerFired(settings)
    markChanged(number)
    decide(into: &events)
  }

  /// The first timer that has run out by then, or at all; of several at one time the recognizer's that
  /// was attached first.
  private mutating func nextTimer(until time: Double?) -> (number: Int, timer: Timer)? {
    // The queue is taken out meanwhile, so that it is changed in place.
    var queue = TimerQueue()
    swap(&queue, &timers)
    let next = queue.popDue(at: time) { entry in
      active.contains(entry.number) && active[entry.number].timer == entry.timer
    }
    timers = queue
    guard let next else { return nil }
    active[next.number].queuedTimer = nil
    return (next.number, next.timer)
  }
}

/// The timers of recognizers, the earliest first. An entry stays when its recognizer stops waiting for it; whoever takes
/// one asks whether it still holds.
struct TimerQueue: Sendable {
  struct Entry: Comparable, Sendable {
    let timer: Timer
    /// The recognizer's.
    let number: Int

    /// Of several at one time the recognizer's that was attached first.
    static func < (a: Entry, b: Entry) -> Bool {
      a.timer < b.timer || !(b.timer < a.timer) && a.number < b.number
    }
  }

  /// Of timers of one kind an earlier one is due whenever a later one is, so each kind has its own heap.
  private var strict = Heap<Entry>()
  private var lenient = Heap<Entry>()

  mutating func insert(_ timer: Timer, of number: Int) {
    let entry = Entry(timer: timer, number: number)
    if timer.isStrict { strict.insert(entry) } else { lenient.insert(entry) }
  }

  /// Takes the earliest timer that is due at a time, or without one the earliest of all.
  ///
  /// - Parameter isPending: false for an entry that its recognizer no longer waits for; that one is dropped.
  mutating func popDue(at time: Double?, where isPending: (Entry) -> Bool) -> Entry? {
    func isDue(_ entry: Entry) -> Bool { time.map(entry.timer.isDue) ?? true }
    while let entry = strict.first, !isPending(entry) { _ = strict.popFirst() }
    while let entry = lenient.first, !isPending(entry) { _ = lenient.popFirst() }
    switch (strict.first.flatMap { isDue($0) ? $0 : nil }, lenient.first.flatMap { isDue($0) ? $0 : nil }) {
    case (let a?, let b?): return a < b ? strict.popFirst() : lenient.popFirst()
    case (_?, nil): return strict.popFirst()
    case (nil, _?): return lenient.popFirst()
    case (nil, nil): return nil
    }
  }

  mutating func removeAll() {
    strict.removeAll()
    lenient.removeAll()
  }
}
