import FrameModel

/// What is wrong with relations between recognizers.
public enum RelationProblem: Error, Hashable, Sendable {
  /// Each waits for the next one's failure, and the last is the first.
  case cycle([Int])
}

extension GestureSession {
  /// The first may begin only when the second has failed, and fails when the second begins.
  /// - Throws: `RelationProblem.cycle` where they would wait for each other for ever.
  public mutating func require(_ a: Int, toFail b: Int) throws(RelationProblem) {
    if let path = waiting(from: b, for: a) { throw .cycle([a] + path) }
    guard !self[a].requires.contains(b) else { return }
    self[a].requires.append(b)
    self[b].requiredBy.append(a)
  }

  /// Either may begin while the other is under way.
  public mutating func allowSimultaneous(_ a: Int, _ b: Int) {
    guard a != b else { return }
    self[a].simultaneous.insert(b)
    self[b].simultaneous.insert(a)
  }

  /// The shortest of the ways on which one recognizer waits for another, both included.
  private func waiting(from start: Int, for end: Int) -> [Int]? {
    var previous: [Int: Int] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let number = queue[next]
      next += 1
      if number == end {
        var path = [end]
        while let before = path.last, before != start, let number = previous[before] { path.append(number) }
        return path.reversed()
      }
      for required in self[number].requires
      where isAttached(required) && required != start && previous[required] == nil {
        previous[required] = number
        queue.append(required)
      }
    }
    return nil
  }
}
