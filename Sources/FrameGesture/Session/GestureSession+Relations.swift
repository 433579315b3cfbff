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
  }

  /// Either may begin while the other is under way.
  public mutating func allowSimultaneous(_ a: Int, _ b: Int) {
    guard a != b, !self[a].simultaneous.contains(b) else { return }
    self[a].simultaneous.append(b)
    self[b].simultaneous.append(a)
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

// How two recognizers at work stand to each other; they are given by their places among them.
extension GestureSession {
  func waits(_ i: Int, for j: Int) -> Bool {
    requirements(of: i).contains(runs[j].number) && runs[i].shares(with: runs[j])
  }

  func areSimultaneous(_ i: Int, _ j: Int) -> Bool {
    self[runs[i].number].simultaneous.contains(runs[j].number)
  }

  /// Whether one that begins makes another fail. Fewer taps cannot prevent more.
  func prevents(_ i: Int, _ j: Int) -> Bool {
    guard !areSimultaneous(i, j) else { return false }
    let one = self[runs[i].number].description
    let other = self[runs[j].number].description
    return !(one.kind.isTap && other.kind.isTap) || one.tapCount > other.tapCount
  }
}
