import FrameGeometry

// Virtual time.
extension GestureSession {
  /// Advances virtual time and fires the timers that run out on the way.
  ///
  /// - Parameter time: A time without a `problem`.
  @discardableResult
  package mutating func advance(to time: Double) -> [GestureEvent] {
    assert(problem(of: time) == nil)
    var events = EventQueue()
    advanceTime(to: time, into: &events)
    return events.ordered
  }

  /// Advances virtual time until no timer is running. Touches that are down stay down.
  @discardableResult package mutating func drain() -> [GestureEvent] {
    var events = EventQueue()
    if pending.isFull { decide(into: &events) }
    while let (number, timer) = nextTimer(until: nil) {
      // A gap of unlimited duration ends when no event can follow; time then stays as it is.
      if timer.deadline.isFinite { now = max(now, timer.deadline) }
      timerFired(for: number, into: &events)
    }
    return events.ordered
  }

  /// Returns the reason why time cannot advance to `time`: it is not finite, or lies in the past. nil without one.
  package func problem(of time: Double) -> TouchProblem? {
    guard time.isFinite else { return .notFinite }
    return time < now ? .timeGoesBack(from: now, to: time) : nil
  }

  mutating func advanceTime(to time: Double, into events: inout EventQueue) {
    if pending.isFull { decide(into: &events) }
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

  /// Removes and returns the first timer that is due at `time`, or the first of all timers if `time` is nil.
  /// At the same time, the timer on the deepest layer comes first, and then that of the recognizer that was attached
  /// first.
  private mutating func nextTimer(until time: Double?) -> (number: Int, timer: Timer)? {
    // Moving the queue out of `self` lets it change in place.
    var queue = TimerQueue()
    swap(&queue, &timers)
    let next = queue.popDue(at: time) { entry in
      active.contains(entry.number) && active.timer(entry.number) == entry.timer
    }
    timers = queue
    guard let next else { return nil }
    active[next.number].queuedTimer = nil
    return (next.number, next.timer)
  }
}

/// The timers of all recognizers, earliest first. An entry stays in the queue when its recognizer stops
/// waiting for it; `popDue` drops such entries.
struct TimerQueue: Sendable {
  struct Entry: Comparable, Sendable {
    let timer: Timer
    let recognizer: OrderedRecognizer
    var number: Int { recognizer.number }

    static func < (a: Entry, b: Entry) -> Bool {
      a.timer < b.timer || !(b.timer < a.timer) && a.recognizer < b.recognizer
    }
  }

  /// Separate heaps for the two kinds of timers. Within one kind, if a timer is due, so is every earlier one.
  private var strict = Heap<Entry>()
  private var lenient = Heap<Entry>()

  mutating func insert(_ timer: Timer, of recognizer: OrderedRecognizer) {
    let entry = Entry(timer: timer, recognizer: recognizer)
    if timer.isStrict { strict.insert(entry) } else { lenient.insert(entry) }
  }

  /// Removes and returns the earliest timer that is due at `time`, or the earliest of all if `time` is nil.
  ///
  /// - Parameter isPending: Returns false for an entry that its recognizer no longer waits for. Such an entry
  ///   is dropped.
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
