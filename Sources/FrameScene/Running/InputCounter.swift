/// Which inputs the layers of a script have: the one place that says how many belong together.
struct InputCounter {
  private var taken: Set<Int> = []
  private var lowest = 1

  /// The highest input that was taken: inputs are counted from 1, and a gap is an input too.
  private(set) var highest = 0

  /// The next input that no layer has.
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
