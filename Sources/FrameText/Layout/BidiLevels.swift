/// The directions of a paragraph's characters, by Unicode's Annex 9: rules P2 and P3, W1 to W7, N0 to N2, I1, I2 and L2.
///
/// What is left out are embeddings, overrides and isolates (X1 to X8), which need characters that nobody types. Spaces at the ends of lines, which L1 is about, are not set.
struct BidiLevels {
  /// 0 for a paragraph that runs to the right, 1 for one that runs to the left.
  let base: UInt8
  /// Odd for characters that run to the left, and higher the deeper they are within others that run the other way.
  private(set) var levels: [UInt8]

  /// - Parameter known: the paragraph's own, where these are a part of one; else it is that of the first letter.
  init(_ scalars: [Unicode.Scalar], base known: UInt8? = nil) {
    var classes = scalars.map(BidiClass.init)
    let first = classes.first { $0 == .left || $0 == .right || $0 == .arabicLetter }
    base = known ?? (first == nil || first == .left ? 0 : 1)
    levels = Array(repeating: base, count: scalars.count)
    // What most texts are; digits and neutrals then have the paragraph's level too.
    guard base == 1 || classes.contains(where: { $0 == .right || $0 == .arabicLetter || $0 == .arabicNumber })
    else { return }
    let embedding: BidiClass = base == 0 ? .left : .right
    resolveMarks(&classes, embedding)
    resolveNumbers(&classes, embedding)
    BidiBrackets.resolve(&classes, scalars, embedding)
    resolveNeutrals(&classes, embedding)
    for (index, kind) in classes.enumerated() {
      switch kind {
      case .left: levels[index] = base == 0 ? 0 : 2
      case .right: levels[index] = 1
      case .europeanNumber, .arabicNumber: levels[index] = 2
      default: levels[index] = base
      }
    }
  }

  /// W1, and what W1 to W7 would see of ignored characters: each is as the one before it.
  private func resolveMarks(_ classes: inout [BidiClass], _ embedding: BidiClass) {
    var last = embedding
    for index in classes.indices {
      if classes[index] == .mark || classes[index] == .ignored { classes[index] = last }
      last = classes[index]
    }
  }

  /// W2 to W7: digits, and signs within and beside them.
  private func resolveNumbers(_ classes: inout [BidiClass], _ embedding: BidiClass) {
    var strong = embedding
    for index in classes.indices {
      switch classes[index] {
      case .left, .right, .arabicLetter: strong = classes[index]
      case .europeanNumber where strong == .arabicLetter: classes[index] = .arabicNumber
      default: break
      }
    }
    for index in classes.indices where classes[index] == .arabicLetter { classes[index] = .right }
    for index in classes.indices.dropFirst().dropLast() {
      let (before, after) = (classes[index - 1], classes[index + 1])
      guard before == after else { continue }
      switch (classes[index], before) {
      case (.europeanSeparator, .europeanNumber), (.commonSeparator, .europeanNumber): classes[index] = before
      case (.commonSeparator, .arabicNumber): classes[index] = before
      default: break
      }
    }
    for run in runs(of: classes, where: { $0 == .terminator }) {
      let touches =
        run.lowerBound > 0 && classes[run.lowerBound - 1] == .europeanNumber
        || run.upperBound < classes.count && classes[run.upperBound] == .europeanNumber
      for index in run { classes[index] = touches ? .europeanNumber : .neutral }
    }
    strong = embedding
    for index in classes.indices {
      switch classes[index] {
      case .left, .right: strong = classes[index]
      case .europeanNumber where strong == .left: classes[index] = .left
      case .europeanSeparator, .commonSeparator: classes[index] = .neutral
      default: break
      }
    }
  }

  /// N1 and N2: what has no direction takes that of both its sides, or else the paragraph's.
  private func resolveNeutrals(_ classes: inout [BidiClass], _ embedding: BidiClass) {
    func side(_ index: Int) -> BidiClass {
      guard classes.indices ~= index else { return embedding }
      return classes[index] == .left ? .left : .right
    }
    for run in runs(of: classes, where: { $0 == .neutral }) {
      let (before, after) = (side(run.lowerBound - 1), side(run.upperBound))
      for index in run { classes[index] = before == after ? before : embedding }
    }
  }

  private func runs(of classes: [BidiClass], where belongs: (BidiClass) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in classes.indices where belongs(classes[index]) {
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }
}

extension BidiLevels {
  /// L2: runs as they stand from left to right, from the order in which they are read.
  static func visual<Run>(_ runs: [Run], level: (Run) -> UInt8) -> [Run] {
    var ordered = runs
    guard let highest = runs.map(level).max(), highest > 0 else { return runs }
    for depth in stride(from: highest, through: 1, by: -1) {
      var start = 0
      while start < ordered.count {
        var end = start
        while end < ordered.count, level(ordered[end]) >= depth { end += 1 }
        ordered[start..<end].reverse()
        start = max(end, start + 1)
      }
    }
    return ordered
  }
}
