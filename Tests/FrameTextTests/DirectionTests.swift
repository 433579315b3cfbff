import TestSupport
import Testing

@testable import FrameText

/// Tests of right-to-left and bidirectional text. The widths of the bars identify the letters: alef 310, bet 320,
/// gimel 330, digit one 410, digit two 420, A and V 600, brackets 210 and 220.
@Suite struct DirectionTests {
  static let orders: [(String, [Double])] = [
    ("\u{5D0}\u{5D1}\u{5D2}", [330, 320, 310]),
    ("A\u{5D0}\u{5D1}A", [600, 320, 310, 600]),
    // The first letter decides the direction of a paragraph.
    ("\u{5D0}A\u{5D1}", [320, 600, 310]),
    // Numbers run from left to right within right-to-left text.
    ("\u{5D0}12", [410, 420, 310]),
    ("A \u{5D0} 12", [600, 410, 420, 310]),
    // Brackets are mirrored in right-to-left text.
    ("(\u{5D0})", [210, 310, 220]),
    ("A(\u{5D0})1", [600, 210, 310, 220, 410]),
  ]

  @Test("Letters of mixed directions are placed in visual order", arguments: orders)
  func order(text: String, widths: [Double]) throws {
    try expectEqual(set(text, in: .bars).bars.map { $0[1] - $0[0] }, widths)
  }

  /// Embedding levels that reproduce `get_display` of python-bidi 0.6.12 with Unicode 15.
  static let levels: [(String, [UInt8])] = [
    ("abc", [0, 0, 0]), ("", []), ("12", [0, 0]), (" .,", [0, 0, 0]),
    ("\u{5D0}\u{5D1}", [1, 1]), ("a\u{5D0}", [0, 1]), ("\u{5D0}a", [1, 2]),
    ("a \u{5D0} \u{5D1} b", [0, 0, 1, 1, 1, 0, 0]),
    ("\u{5D0} 1,2", [1, 1, 2, 2, 2]), ("\u{5D0} 1, 2", [1, 1, 2, 1, 1, 2]),
    ("\u{5D0} $1", [1, 1, 2, 2]), ("\u{5D0} -1", [1, 1, 1, 2]), ("\u{5D0}1-2", [1, 2, 2, 2]),
    // After an Arabic letter, European digits count as Arabic ones, which a minus does not join.
    ("\u{627}1-2", [1, 2, 1, 2]), ("\u{627} 5%", [1, 1, 2, 1]),
    ("a(\u{5D0})1", [0, 0, 1, 0, 2]), ("a \u{5D0} (\u{5D1}) 1", [0, 0, 1, 1, 1, 1, 1, 1, 2]),
    ("\u{5D0}(a)\u{5D1}", [1, 1, 2, 1, 1]), ("\u{5D0}\u{301}a\u{301}", [1, 1, 2, 2]),
    ("a\u{661}\u{662}", [0, 2, 2]),
  ]

  @Test("Embedding levels follow Unicode Annex 9", arguments: levels)
  func level(text: String, levels: [UInt8]) {
    expectEqual(BidiLevels(Array(text.unicodeScalars)).levels, levels)
  }

  @Test("A right-to-left paragraph begins on the right")
  func leading() throws {
    let text = "AA\n\u{5D0}"
    let inBox = try set(text, in: .bars.with { $0.width = 2000 })
    expectEqual(inBox.lines.map(\.origin.x), [0, 1590])
    // Without a width, the widest line sets the right edge.
    try expectEqual(set(text, in: .bars).lines.map(\.origin.x), [0, 990])
    try expectEqual(set(text, in: .bars.with { $0.alignment = .left }).lines.map(\.origin.x), [0, 0])
  }

  @Test("Right-to-left text is wrapped in reading order")
  func wrapped() throws {
    let set = try set("\u{5D0}\u{5D1} \u{5D2}", in: .bars.with { $0.width = 900 })
    expectEqual(set.texts, ["\u{5D0}\u{5D1}", "\u{5D2}"])
    expectEqual(set.lines.map(\.origin.x), [70, 470])
  }
}
