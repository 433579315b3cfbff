import FrameModel
import Testing

@testable import FrameText

/// Texts that run to the left, and in both directions. Bars are told by their widths: alef 310, bet 320, gimel 330,
/// one 410, two 420, A and V 600, brackets 210 and 220.
@Suite struct DirectionTests {
  static let orders: [(String, [Double])] = [
    ("\u{5D0}\u{5D1}\u{5D2}", [330, 320, 310]),
    ("A\u{5D0}\u{5D1}A", [600, 320, 310, 600]),
    // A paragraph goes the way of its first letter.
    ("\u{5D0}A\u{5D1}", [320, 600, 310]),
    // Numbers run to the right within.
    ("\u{5D0}12", [410, 420, 310]),
    ("A \u{5D0} 12", [600, 410, 420, 310]),
    // Brackets open the way they are read.
    ("(\u{5D0})", [210, 310, 220]),
    ("A(\u{5D0})1", [600, 210, 310, 220, 410]),
  ]

  @Test("Letters stand in the order in which they are read", arguments: orders)
  func order(text: String, widths: [Double]) throws {
    #expect(try set(text, in: .bars).bars.map { $0[1] - $0[0] } == widths)
  }

  /// By python-bidi 0.6.12, on Unicode 15: the levels that give its `get_display`.
  static let levels: [(String, [UInt8])] = [
    ("abc", [0, 0, 0]), ("", []), ("12", [0, 0]), (" .,", [0, 0, 0]),
    ("\u{5D0}\u{5D1}", [1, 1]), ("a\u{5D0}", [0, 1]), ("\u{5D0}a", [1, 2]),
    ("a \u{5D0} \u{5D1} b", [0, 0, 1, 1, 1, 0, 0]),
    ("\u{5D0} 1,2", [1, 1, 2, 2, 2]), ("\u{5D0} 1, 2", [1, 1, 2, 1, 1, 2]),
    ("\u{5D0} $1", [1, 1, 2, 2]), ("\u{5D0} -1", [1, 1, 1, 2]), ("\u{5D0}1-2", [1, 2, 2, 2]),
    // After Arabic letters digits are as Arabic ones, which a minus does not join.
    ("\u{627}1-2", [1, 2, 1, 2]), ("\u{627} 5%", [1, 1, 2, 1]),
    ("a(\u{5D0})1", [0, 0, 1, 0, 2]), ("a \u{5D0} (\u{5D1}) 1", [0, 0, 1, 1, 1, 1, 1, 1, 2]),
    ("\u{5D0}(a)\u{5D1}", [1, 1, 2, 1, 1]), ("\u{5D0}\u{301}a\u{301}", [1, 1, 2, 2]),
    ("a\u{661}\u{662}", [0, 2, 2]),
  ]

  @Test("Levels are those of Unicode's Annex 9", arguments: levels)
  func level(text: String, levels: [UInt8]) {
    #expect(BidiLevels(Array(text.unicodeScalars)).levels == levels)
  }

  @Test("A paragraph that runs to the left begins on the right")
  func leading() throws {
    let text = "AA\n\u{5D0}"
    let inBox = try set(text, in: .bars.with { $0.width = 2000 })
    #expect(inBox.lines.map(\.origin.x) == [0, 1590])
    // Without a width it ends where the widest line does.
    #expect(try set(text, in: .bars).lines.map(\.origin.x) == [0, 990])
    #expect(try set(text, in: .bars.with { $0.alignment = .left }).lines.map(\.origin.x) == [0, 0])
  }

  @Test("Lines are wrapped in the order in which they are read")
  func wrapped() throws {
    let set = try set("\u{5D0}\u{5D1} \u{5D2}", in: .bars.with { $0.width = 900 })
    #expect(set.texts == ["\u{5D0}\u{5D1}", "\u{5D2}"])
    #expect(set.lines.map(\.origin.x) == [70, 470])
  }
}
