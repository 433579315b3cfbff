/// Where many are like each other, the first are told of and the rest counted: two thousand seats are three seats
/// and a number.
enum RepeatSummary {
  enum Part: Equatable {
    case one(Int)
    /// Those that go on like what stands before them.
    case rest(Range<Int>)
  }

  /// A seat, its number and its shadow, again and again, are like each other too: so many may take turns.
  private static let longestTurn = 8
  /// Fewer would take no fewer lines to count than to tell.
  private static let fewest = 5

  /// - Parameter keys: equal for those that are like each other.
  static func parts<Key: Equatable>(of keys: [Key]) -> [Part] {
    var parts: [Part] = []
    var index = 0
    while index < keys.count {
      let (turn, length) = longestRun(in: keys, from: index)
      let told = max(3, turn)
      if length - told >= fewest {
        parts += (index..<index + told).map { .one($0) } + [.rest(index + told..<index + length)]
        index += length
      } else {
        parts.append(.one(index))
        index += 1
      }
    }
    return parts
  }

  /// - Returns: how many take turns, and how many in all go on so; of equal lengths the shortest turn.
  private static func longestRun<Key: Equatable>(in keys: [Key], from start: Int) -> (turn: Int, length: Int)
  {
    var best = (turn: 1, length: 1)
    for turn in 1...longestTurn {
      var end = start + turn
      while end < keys.count, keys[end] == keys[end - turn] { end += 1 }
      if end - start >= 2 * turn, end - start > best.length { best = (turn, end - start) }
    }
    return best
  }
}

extension Int {
  /// "1,996"
  var grouped: String {
    var digits = Array(String(magnitude))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return (self < 0 ? "-" : "") + String(digits)
  }
}
