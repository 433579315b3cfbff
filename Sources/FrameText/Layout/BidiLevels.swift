/// The embedding levels of a paragraph's characters, by Unicode Annex 9: rules P2, P3, W1 to W7, N0 to N2,
/// I1, I2 and L2.
///
/// Explicit embeddings, overrides and isolates (X1 to X8) are not supported; their characters are rarely
/// typed. L1 is not needed, because spaces at line ends are not drawn.
struct BidiLevels {
  /// The paragraph level: 0 for left-to-right, 1 for right-to-left.
  let base: UInt8
  /// The level of each character: odd for right-to-left, and higher inside text of the opposite direction.
  private(set) var levels: [UInt8]

  /// - Parameter requestedBase: The level of the whole paragraph if `scalars` are a part of it. By default,
  ///   the first letter determines it.
  init(_ scalars: [Unicode.Scalar], base requestedBase: UInt8? = nil) {
    var classes = scalars.map(BidiClass.init)
    let first = classes.first { $0 == .left || $0 == .right || $0 == .arabicLetter }
    base = requestedBase ?? (first == nil || first == .left ? 0 : 1)
    levels = Array(repeating: base, count: scalars.count)
    // Most texts are purely left-to-right. Digits and neutrals then also have the paragraph level.
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

  /// W1, applied also to ignored characters: each takes the class of the character before it.
  private func resolveMarks(_ classes: inout [BidiClass], _ embedding: BidiClass) {
    var last = embedding
    for index in classes.indices {
      if classes[index] == .mark || classes[index] == .ignored { classes[index] = last }
      last = classes[index]
    }
  }

  /// W2 to W7: digits, separators and terminators.
  private func resolveNumbers(_ classes: inout [BidiClass], _ embedding: BidiClass) {
    var lastStrong = embedding
    for index in classes.indices {
      switch classes[index] {
      case .left, .right, .arabicLetter: lastStrong = classes[index]
      case .europeanNumber where lastStrong == .arabicLetter: classes[index] = .arabicNumber
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
    lastStrong = embedding
    for index in classes.indices {
      switch classes[index] {
      case .left, .right: lastStrong = classes[index]
      case .europeanNumber where lastStrong == .left: classes[index] = .left
      case .europeanSeparator, .commonSeparator: classes[index] = .neutral
      default: break
      }
    }
  }

  /// N1 and N2: neutrals take the direction of both sides if these agree, and otherwise that of the
  /// paragraph.
  private func resolveNeutrals(_ classes: inout [BidiClass], _ embedding: BidiClass) {
    func direction(_ index: Int) -> BidiClass {
      guard classes.indices ~= index else { return embedding }
      return classes[index] == .left ? .left : .right
    }
    for run in runs(of: classes, where: { $0 == .neutral }) {
      let (before, after) = (direction(run.lowerBound - 1), direction(run.upperBound))
      for index in run { classes[index] = before == after ? before : embedding }
    }
  }

  private func runs(of classes: [BidiClass], where isIncluded: (BidiClass) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in classes.indices where isIncluded(classes[index]) {
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
  /// Reorders runs from logical to visual order, left to right (L2).
  static func visualOrder<Run>(_ runs: [Run], level: (Run) -> UInt8) -> [Run] {
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

/// Resolves bracket pairs in a paragraph with two directions (rule N0 of Unicode Annex 9), so that both
/// brackets of a pair have the same direction.
struct BidiBrackets {
  private static let closingBrackets: [UInt32: UInt32] = [
    0x28: 0x29, 0x5B: 0x5D, 0x7B: 0x7D, 0xF3A: 0xF3B, 0xF3C: 0xF3D, 0x2045: 0x2046, 0x2329: 0x232A,
    0x27E6: 0x27E7, 0x27E8: 0x27E9, 0x27EA: 0x27EB, 0x2983: 0x2984, 0x2985: 0x2986, 0x3008: 0x3009,
    0x300A: 0x300B, 0x300C: 0x300D, 0x300E: 0x300F, 0x3010: 0x3011, 0x3014: 0x3015, 0x3016: 0x3017,
    0x3018: 0x3019, 0xFF08: 0xFF09, 0xFF3B: 0xFF3D, 0xFF5B: 0xFF5D,
  ]
  private static let allClosing = Set(closingBrackets.values)
  /// The maximum nesting depth. Beyond it no brackets are paired (BD16).
  private static let maxDepth = 63

  /// - Parameters:
  ///   - classes: The classes after the rules for numbers. Paired brackets are replaced by a direction.
  ///   - embedding: The direction of the paragraph.
  static func resolve(_ classes: inout [BidiClass], _ scalars: [Unicode.Scalar], _ embedding: BidiClass) {
    for (open, close) in bracketPairs(in: scalars, classes) {
      var inside: BidiClass?
      for kind in classes[open + 1..<close] {
        guard let direction = kind.direction else { continue }
        inside = direction
        if direction == embedding { break }
      }
      guard let inside else { continue }
      var direction = embedding
      if inside != embedding {
        direction = classes[..<open].last { $0.direction != nil }?.direction ?? embedding
      }
      classes[open] = direction
      classes[close] = direction
    }
  }

  /// Returns the indices of bracket pairs, ordered by their opening brackets.
  private static func bracketPairs(in scalars: [Unicode.Scalar], _ classes: [BidiClass]) -> [(
    open: Int, close: Int
  )] {
    var openBrackets: [(close: UInt32, at: Int)] = []
    var found: [(open: Int, close: Int)] = []
    for (index, scalar) in scalars.enumerated() where classes[index] == .neutral {
      if let close = closingBrackets[scalar.value] {
        guard openBrackets.count < maxDepth else { return [] }
        openBrackets.append((close, index))
      } else if allClosing.contains(scalar.value),
        let match = openBrackets.lastIndex(where: { $0.close == scalar.value })
      {
        found.append((openBrackets[match].at, index))
        openBrackets.removeSubrange(match...)
      }
    }
    return found.sorted { $0.open < $1.open }
  }
}

extension BidiClass {
  /// The direction as seen by adjacent neutrals, with numbers as right-to-left; nil for neutrals.
  fileprivate var direction: BidiClass? {
    switch self {
    case .left: .left
    case .right, .europeanNumber, .arabicNumber: .right
    default: nil
    }
  }
}

/// The bidirectional class of a character (Unicode Annex 9, table 4), derived from the general categories
/// that Swift provides and from Unicode's block ranges.
///
/// Embeddings, overrides and isolates have no effect, because their characters are `ignored`.
enum BidiClass {
  case left, right, arabicLetter
  case europeanNumber, arabicNumber
  /// `+ -` between numbers; `, . : /` between them; `# $ % °` beside them.
  case europeanSeparator, commonSeparator, terminator
  case mark, ignored, neutral

  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x30...0x39, 0xB2, 0xB3, 0xB9, 0x6F0...0x6F9, 0x2070, 0x2074...0x2079, 0x2080...0x2089,
      0xFF10...0xFF19:
      self = .europeanNumber
    case 0x660...0x669, 0x66B, 0x66C, 0x600...0x605, 0x6DD: self = .arabicNumber
    case 0x2B, 0x2D, 0x207A, 0x207B, 0x208A, 0x208B, 0x2212, 0xFF0B, 0xFF0D: self = .europeanSeparator
    case 0x2C, 0x2E, 0x2F, 0x3A, 0xA0, 0x60C, 0x202F, 0x2044, 0xFF0C, 0xFF0E, 0xFF0F, 0xFF1A:
      self = .commonSeparator
    case 0x23...0x25, 0xA2...0xA5, 0xB0, 0xB1, 0x66A, 0x2030...0x2034, 0x20A0...0x20CF, 0x2213,
      0xFF03...0xFF05:
      self = .terminator
    case 0x200E: self = .left
    case 0x200F: self = .right
    case 0x61C: self = .arabicLetter
    default: self.init(value, scalar.properties.generalCategory)
    }
  }

  private init(_ value: UInt32, _ category: Unicode.GeneralCategory) {
    switch category {
    case .nonspacingMark, .enclosingMark: self = .mark
    case .control, .format: self = value == 0x9 || value >= 0x1C && value <= 0x1F ? .neutral : .ignored
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .spacingMark,
      .decimalNumber, .letterNumber, .privateUse:
      self = Self.direction(value)
    case .otherNumber, .otherPunctuation, .otherSymbol, .modifierSymbol, .unassigned, .surrogate:
      // Neutral characters of right-to-left scripts are mostly right-to-left. All others are resolved from
      // their context.
      let direction = Self.direction(value)
      self = direction == .left ? .neutral : direction
    default: self = .neutral
    }
  }

  /// Returns the class of letters by the block ranges of right-to-left scripts.
  private static func direction(_ value: UInt32) -> BidiClass {
    switch value {
    case 0x600...0x7BF, 0x860...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF, 0x10D00...0x10D3F, 0x10EC0...0x10EFF,
      0x10F30...0x10F6F, 0x1EC70...0x1ECBF, 0x1ED00...0x1ED4F, 0x1EE00...0x1EEFF:
      .arabicLetter
    case 0x590...0x5FF, 0x7C0...0x85F, 0xFB1D...0xFB4F, 0x10800...0x10FFF, 0x1E800...0x1EFFF: .right
    default: .left
    }
  }
}
