/// Matches the lines of two images in order, as `diff` matches the lines of two texts.
///
/// Equal lines at the beginning and the end match. Between them, lines whose hash occurs once in each image are anchors:
/// the longest sequence of anchors in the same order in both images matches (patience diff, B. Cohen), and so do the equal
/// lines beside them. What lies between matched lines is aligned so that the most tiles are equal, with a cost for each
/// gap (O. Gotoh, "An improved algorithm for matching biological sequences", 1982). Therefore a line that changed stays
/// opposite its old form.
struct LineMatcher {
  private let expected: LineHashes
  private let actual: LineHashes
  /// The cells that may still be computed for the lines between matched ones, so that time and memory are bounded.
  private var cells = 1 << 23
  private var segments: [LineSegment] = []

  /// The equal tiles that a gap must gain: those of two lines.
  private var gapCost: Int32 { Int32(2 * expected.tileCount) }

  /// Returns the alignment of all lines, from first to last. Both images must have the same number of tiles per line.
  static func segments(_ expected: LineHashes, _ actual: LineHashes) -> [LineSegment] {
    var matcher = LineMatcher(expected: expected, actual: actual)
    matcher.match(0..<expected.count, 0..<actual.count)
    return matcher.segments
  }

  private mutating func match(_ e: Range<Int>, _ a: Range<Int>) {
    let top = equalLines(min(e.count, a.count)) { (e.lowerBound + $0, a.lowerBound + $0) }
    let bottom = equalLines(min(e.count, a.count) - top) { (e.upperBound - 1 - $0, a.upperBound - 1 - $0) }
    append(.both(expected: e.lowerBound, actual: a.lowerBound, count: top))
    var (nextE, nextA) = (e.lowerBound + top, a.lowerBound + top)
    let (endE, endA) = (e.upperBound - bottom, a.upperBound - bottom)
    for anchor in anchors(nextE..<endE, nextA..<endA) where anchor.e >= nextE && anchor.a >= nextA {
      let before = equalLines(min(anchor.e - nextE, anchor.a - nextA)) {
        (anchor.e - 1 - $0, anchor.a - 1 - $0)
      }
      let after = equalLines(min(endE - anchor.e, endA - anchor.a)) { (anchor.e + $0, anchor.a + $0) }
      fill(nextE..<anchor.e - before, nextA..<anchor.a - before)
      append(.both(expected: anchor.e - before, actual: anchor.a - before, count: before + after))
      (nextE, nextA) = (anchor.e + after, anchor.a + after)
    }
    fill(nextE..<endE, nextA..<endA)
    append(.both(expected: endE, actual: endA, count: bottom))
  }

  /// Counts the equal lines at the beginning of a sequence of pairs.
  private func equalLines(_ most: Int, _ pair: (Int) -> (Int, Int)) -> Int {
    var count = 0
    while count < most {
      let (e, a) = pair(count)
      guard expected.lines[e] == actual.lines[a] else { break }
      count += 1
    }
    return count
  }

  /// Returns the longest sequence of lines in the same order whose hash occurs once in each range.
  private func anchors(_ e: Range<Int>, _ a: Range<Int>) -> [(e: Int, a: Int)] {
    func unique(_ hashes: LineHashes, _ range: Range<Int>) -> [UInt64: Int] {
      Dictionary(range.map { (hashes.lines[$0], $0) }, uniquingKeysWith: { _, _ in -1 })
    }
    let (ours, theirs) = (unique(expected, e), unique(actual, a))
    let pairs = e.compactMap { line -> (e: Int, a: Int)? in
      guard ours[expected.lines[line]] == line, let other = theirs[expected.lines[line]], other >= 0
      else { return nil }
      return (line, other)
    }
    // Patience sorting: the last pair of the best sequence of each length, and the pair before each pair.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      let length = ends.partitioningIndex { pairs[$0].a >= pair.a }
      previous[index] = length > 0 ? ends[length - 1] : nil
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var sequence: [(e: Int, a: Int)] = []
    var next = ends.last
    while let index = next {
      sequence.append(pairs[index])
      next = previous[index]
    }
    return sequence.reversed()
  }

  // MARK: Lines between matched ones

  private mutating func fill(_ e: Range<Int>, _ a: Range<Int>) {
    let (work, isTooLarge) = (e.count + 1).multipliedReportingOverflow(by: a.count + 1)
    guard !e.isEmpty, !a.isEmpty, !isTooLarge, work <= cells else {
      let common = min(e.count, a.count)
      append(.both(expected: e.lowerBound, actual: a.lowerBound, count: common))
      append(.removed(expected: e.lowerBound + common, count: e.count - common))
      return append(.added(actual: a.lowerBound + common, count: a.count - common))
    }
    cells -= work
    align(e, a)
  }

  /// The last step to a cell.
  private enum Step: UInt8 { case pair, remove, add }

  /// Aligns two ranges of lines, so that the number of equal tiles less the costs of the gaps is as large as possible.
  /// Between equal steps, a pair wins, then a removed line.
  private mutating func align(_ e: Range<Int>, _ a: Range<Int>) {
    let width = a.count + 1
    // For each cell and each last step, the step before it, in two bits.
    var trace = [UInt8](repeating: 0, count: (e.count + 1) * width)
    var above = [Scores](repeating: Scores(), count: width)
    var row = above
    for i in 0...e.count {
      for j in 0...a.count {
        if i == 0 && j == 0 {
          row[0] = Scores(pair: 0)
          continue
        }
        var cell = Scores()
        var steps: UInt8 = 0
        if i > 0 && j > 0 {
          let (best, from) = above[j - 1].best
          cell.pair =
            best
            + Int32(expected.equalTiles(of: e.lowerBound + i - 1, and: a.lowerBound + j - 1, in: actual))
          steps |= from.rawValue
        }
        if i > 0 {
          let (best, from) = above[j].best(extending: .remove, gapCost)
          cell.remove = best
          steps |= from.rawValue << 2
        }
        if j > 0 {
          let (best, from) = row[j - 1].best(extending: .add, gapCost)
          cell.add = best
          steps |= from.rawValue << 4
        }
        row[j] = cell
        trace[i * width + j] = steps
      }
      swap(&above, &row)
    }
    var (i, j, step) = (e.count, a.count, above[a.count].best.from)
    var steps: [Step] = []
    while i > 0 || j > 0 {
      steps.append(step)
      let from = Step(rawValue: trace[i * width + j] >> (2 * step.rawValue) & 3)!
      if step != .add { i -= 1 }
      if step != .remove { j -= 1 }
      step = from
    }
    var (nextE, nextA) = (e.lowerBound, a.lowerBound)
    for step in steps.reversed() {
      switch step {
      case .pair: append(.both(expected: nextE, actual: nextA, count: 1))
      case .remove: append(.removed(expected: nextE, count: 1))
      case .add: append(.added(actual: nextA, count: 1))
      }
      if step != .add { nextE += 1 }
      if step != .remove { nextA += 1 }
    }
  }

  /// The best score of the alignments of the lines up to a cell, by their last step.
  private struct Scores {
    var pair = never
    var remove = never
    var add = never

    private static var never: Int32 { .min / 2 }

    var best: (score: Int32, from: Step) {
      if pair >= remove && pair >= add { return (pair, .pair) }
      return remove >= add ? (remove, .remove) : (add, .add)
    }

    /// Returns the best score after another line of a gap.
    ///
    /// - Parameter cost: The cost of the first line; the others cost nothing.
    func best(extending step: Step, _ cost: Int32) -> (score: Int32, from: Step) {
      let extended = step == .remove ? remove : add
      let (opened, from) = best
      return extended >= opened - cost ? (extended, step) : (opened - cost, from)
    }
  }

  private mutating func append(_ segment: LineSegment) {
    guard segment.count > 0 else { return }
    if let joined = segments.last?.joined(with: segment) {
      segments[segments.count - 1] = joined
    } else {
      segments.append(segment)
    }
  }
}
