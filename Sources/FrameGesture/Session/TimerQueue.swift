import FrameModel

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
