/// A summary of a list of similar elements: the first ones are listed and the others counted. Two thousand seats become
/// three seats and a number.
enum RepeatSummary {
  enum Part: Equatable {
    case one(Int)
    /// Elements that continue the repetition before them.
    case rest(Range<Int>)
  }

  /// The largest number of different elements that repeat together, such as a seat, its number and its shadow.
  private static let longestPeriod = 8
  /// The smallest number of elements to count. Listing fewer takes no more lines.
  private static let smallestRest = 5

  /// Splits a list into elements to list and ranges to count.
  ///
  /// - Parameter keys: a key per element, equal for similar elements.
  static func parts<Key: Equatable>(of keys: [Key]) -> [Part] {
    var parts: [Part] = []
    var index = 0
    while index < keys.count {
      let (period, length) = longestRun(in: keys, from: index)
      let listed = max(3, period)
      if length - listed >= smallestRest {
        parts += (index..<index + listed).map { .one($0) } + [.rest(index + listed..<index + length)]
        index += length
      } else {
        parts.append(.one(index))
        index += 1
      }
    }
    return parts
  }

  /// Returns the longest repetition from an index on: its period and its length in elements. Of equal lengths it has
  /// the shortest period.
  private static func longestRun<Key: Equatable>(
    in keys: [Key], from start: Int
  ) -> (period: Int, length: Int) {
    var best = (period: 1, length: 1)
    for period in 1...longestPeriod {
      var end = start + period
      while end < keys.count, keys[end] == keys[end - period] { end += 1 }
      if end - start >= 2 * period, end - start > best.length { best = (period, end - start) }
    }
    return best
  }
}
