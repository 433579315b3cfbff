/// Pairs of brackets in a paragraph of two directions: rule N0 of Unicode's Annex 9. What stands in brackets stays in
/// them, and they open and close the same way round.
struct BidiBrackets {
  private static let pairs: [UInt32: UInt32] = [
    0x28: 0x29, 0x5B: 0x5D, 0x7B: 0x7D, 0xF3A: 0xF3B, 0xF3C: 0xF3D, 0x2045: 0x2046, 0x2329: 0x232A,
    0x27E6: 0x27E7, 0x27E8: 0x27E9, 0x27EA: 0x27EB, 0x2983: 0x2984, 0x2985: 0x2986, 0x3008: 0x3009,
    0x300A: 0x300B, 0x300C: 0x300D, 0x300E: 0x300F, 0x3010: 0x3011, 0x3014: 0x3015, 0x3016: 0x3017,
    0x3018: 0x3019, 0xFF08: 0xFF09, 0xFF3B: 0xFF3D, 0xFF5B: 0xFF5D,
  ]
  private static let closing = Set(pairs.values)
  /// How deep brackets may be nested; after that none are paired, as BD16 says.
  private static let deepest = 63

  /// - Parameters:
  ///   - classes: after the rules for numbers; brackets that are paired get a direction.
  ///   - embedding: the paragraph's.
  static func resolve(_ classes: inout [BidiClass], _ scalars: [Unicode.Scalar], _ embedding: BidiClass) {
    for (open, close) in found(in: scalars, classes) {
      var inside: BidiClass?
      for kind in classes[open + 1..<close] {
        guard let side = kind.side else { continue }
        inside = side
        if side == embedding { break }
      }
      guard let inside else { continue }
      var direction = embedding
      if inside != embedding {
        let before = classes[..<open].last { $0.side != nil }?.side ?? embedding
        direction = before
      }
      classes[open] = direction
      classes[close] = direction
    }
  }

  /// In the order in which they open.
  private static func found(in scalars: [Unicode.Scalar], _ classes: [BidiClass]) -> [(open: Int, close: Int)]
  {
    var opened: [(close: UInt32, at: Int)] = []
    var found: [(open: Int, close: Int)] = []
    for (index, scalar) in scalars.enumerated() where classes[index] == .neutral {
      if let close = pairs[scalar.value] {
        guard opened.count < deepest else { return [] }
        opened.append((close, index))
      } else if closing.contains(scalar.value),
        let match = opened.lastIndex(where: { $0.close == scalar.value })
      {
        found.append((opened[match].at, index))
        opened.removeSubrange(match...)
      }
    }
    return found.sorted { $0.open < $1.open }
  }
}

extension BidiClass {
  /// The direction that neutrals beside it see, numbers counting as right; nil for a neutral itself.
  fileprivate var side: BidiClass? {
    switch self {
    case .left: .left
    case .right, .europeanNumber, .arabicNumber: .right
    default: nil
    }
  }
}
