/// Counts the inputs of a script's layers: the only place that decides how many belong together.
struct InputCounter {
  private var taken: Set<Int> = []
  private var lowest = 1

  /// The highest input taken. Inputs count from 1, and gaps count, too.
  private(set) var highest = 0

  /// Returns the next input that no layer has.
  mutating func next() -> Int {
    while taken.contains(lowest) { lowest += 1 }
    take(lowest)
    return lowest
  }

  mutating func take(_ number: Int) {
    taken.insert(number)
    highest = max(highest, number)
  }
}
