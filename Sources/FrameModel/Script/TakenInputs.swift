/// Which inputs the layers of a script have: `$n` names one, and a layer without a source takes the
/// first that no layer has.
public struct TakenInputs: Hashable, Sendable {
  private var taken: Set<Int> = []
  private var next = 1
  /// How many inputs that makes: they are counted from 1, and a gap is an input too.
  public private(set) var count = 0

  public init() {}

  public mutating func take(_ number: Int) {
    taken.insert(number)
    count = max(count, number)
  }

  /// - Returns: the number of the input that a layer without a source shows.
  public mutating func takeNext() -> Int {
    while taken.contains(next) { next += 1 }
    take(next)
    return next
  }
}
