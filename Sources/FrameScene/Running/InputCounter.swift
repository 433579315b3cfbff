/// Which inputs a script has taken: the one place that says how many belong together.
struct InputCounter {
  private var taken: Set<Int> = []

  /// The highest input that was taken.
  private(set) var highest = 0

  /// The next input that no layer has.
  mutating func next() -> Int {
    var number = 1
    while taken.contains(number) { number += 1 }
    take(number)
    return number
  }

  mutating func take(_ number: Int) {
    taken.insert(number)
    highest = max(highest, number)
  }
}
