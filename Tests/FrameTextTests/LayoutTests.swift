import FrameGeometry
import TestSupport
import Testing

@testable import FrameText

/// Tests of line breaks and line positions. A letter o is 500 wide, a space 250, a hyphen 350.
@Suite struct LayoutTests {
  static let wrapped: [(String, Double, [String])] = [
    ("oo oo oo", 3500, ["oo oo oo"]), ("oo oo oo", 3499, ["oo oo", "oo"]),
    ("oo oo oo", 2250, ["oo oo", "oo"]),
    ("oo oo oo", 2249, ["oo", "oo", "oo"]), ("oo oo", 1000, ["oo", "oo"]),
    // A word that does not fit into a line is broken.
    ("oooo", 1000, ["oo", "oo"]), ("oo oooo", 1000, ["oo", "oo", "oo"]), ("oo", 10, ["o", "o"]),
    ("oo", 0, ["o", "o"]), ("fio", 0, ["fi", "o"]), ("o\u{301}o", 0, ["o\u{301}", "o"]),
    // Spaces at the end of a line hang into the margin, spaces at the start do not.
    ("oo    oo", 1000, ["oo", "oo"]), ("oo ", 1000, ["oo"]), ("  oo", 1500, ["  oo"]),
    ("  oo", 1499, ["", "oo"]),
    ("oo-oo", 1350, ["oo-", "oo"]), ("oo-oo", 1349, ["oo", "-", "oo"]),
    // Explicit line breaks, empty lines and tabs.
    ("o\no", 9999, ["o", "o"]), ("o\r\no\ro\u{2028}o\u{85}o\u{2029}o", 9999, ["o", "o", "o", "o", "o", "o"]),
    ("o\n", 9999, ["o", ""]), ("\n\n", 9999, ["", "", ""]), ("", 9999, [""]), ("o\to", 9999, ["o o"]),
  ]

  @Test("A line takes as many words as fit", arguments: wrapped)
  func wraps(text: String, width: Double, lines: [String]) throws {
    try expectEqual(set(text, in: .bars.with { $0.width = width }).texts, lines)
  }

  static let cut: [(String, Double?, Int, [String])] = [
    ("To be, or not to be, that is the question", 20, 1, ["To\u{2026}"]),
    ("To be, or nothing", 25, 2, ["To be,", "or n\u{2026}"]), ("To be", 99, 1, ["To be"]),
    ("To be, or", 25, 2, ["To be,", "or"]), ("To be\nor not", nil, 1, ["To be\u{2026}"]),
    ("To be\nor not", nil, 2, ["To be", "or not"]), ("To be  \nor", 99, 1, ["To be\u{2026}"]),
    ("To be\n", 99, 1, ["To be"]), ("To be\n\nor", 99, 2, ["To be", "\u{2026}"]),
    ("To be", 1, 1, ["\u{2026}"]), ("ooo\u{301}o", 14, 1, ["o\u{2026}"]),
  ]

  @Test("If a line limit cuts off text, the last line ends in the font's ellipsis", arguments: cut)
  func fewLines(text: String, width: Double?, lines: Int, expected: [String]) throws {
    let style = TextStyle(size: 8, width: width, lines: lines)
    let found = try set(text, in: style)
    expectEqual(found.texts, expected)
    expectEqual(found.missing, [])
    expectEqual(
      found.box.size.height, Double(expected.count) * (try set("", in: TextStyle(size: 8)).box.size.height))
    for line in found.lines where width ?? 99 > 2 { expectTrue(line.width <= width ?? 99) }
  }

  @Test("A cut line keeps the direction of its paragraph, whichever letters remain")
  func cutToTheLeft() throws {
    let text = "\u{5D0}\u{5D1}\u{5D2} abc def ghi"
    let fonts = TextStyle(size: 8, width: 30, lines: 1)
    let found = try set(text, in: fonts)
    expectTrue(found.texts[0].hasSuffix("\u{2026}"))
    // A line of a right-to-left paragraph is aligned with the right edge.
    expectEqual(found.lines[0].origin.x, 30 - found.lines[0].width)
  }

  @Test("A line fits into its own width, at any size", arguments: [0.1, 1, 7.3, 11, 16, 33.3, 5e3])
  func ownWidth(size: Double) throws {
    let style = TextStyle(size: size, weight: 555)
    let text = "To be, or not to be"
    let width = try set(text, in: style).lines[0].width
    try expectEqual(set(text, in: style.with { $0.width = width }).lines.count, 1)
    try expectEqual(set(text, in: style.with { $0.width = width * 0.9999 }).lines.count, 2)
  }

  /// Texts with `|` at each place where a line may end.
  static let breaks = [
    "to |be", "to  |be", "state-|of-|the-|art", "-5", "x |-5", "--option", "1-2", "non\u{2011}breaking",
    "no\u{A0}break", "a\u{2013}|b", "a/|b", "1/2", "https://|a.b/|c", "(a) |[b]", "zero\u{200B}|width",
    "\u{4E00}|\u{4E00}\u{3002}|\u{4E00}", "\u{300C}\u{4E00}\u{300D}|a", "\u{3042}\u{3063}|\u{3042}",
    "a|\u{1F600}|b",
    "\u{1F469}\u{200D}\u{1F469}", "\u{1F44D}\u{1F3FD}|\u{1F44D}", "soft\u{AD}hyphen", "o\u{301}o",
    "\u{AC00}|\u{AC00}", "end. |New", "what?!",
  ]

  @Test("Lines may end at the places that readers expect", arguments: breaks)
  func mayBreak(marked: String) {
    var scalars: [Unicode.Scalar] = []
    var wanted: [Bool] = []
    var isMarked = false
    for scalar in marked.unicodeScalars {
      if scalar == "|" {
        isMarked = true
        continue
      }
      scalars.append(scalar)
      wanted.append(isMarked)
      isMarked = false
    }
    expectEqual(LineBreaks(scalars).before, wanted)
  }

  @Test("Lines are aligned in a box, or at a point if there is no box")
  func alignment() throws {
    let text = "ooo\no"
    func lefts(_ alignment: TextAlignment, _ width: Double?) throws -> [Double] {
      try set(text, in: .bars.with { ($0.alignment, $0.width) = (alignment, width) }).lines.map(\.origin.x)
    }
    try expectEqual(lefts(.leading, nil), [0, 0])
    try expectEqual(lefts(.left, nil), [0, 0])
    try expectEqual(lefts(.center, nil), [-750, -250])
    try expectEqual(lefts(.right, nil), [-1500, -500])
    try expectEqual(lefts(.leading, 2000), [0, 0])
    try expectEqual(lefts(.center, 2000), [250, 750])
    try expectEqual(lefts(.right, 2000), [500, 1500])
  }

  @Test("The box holds all lines and has the requested width")
  func box() throws {
    try expectEqual(set("ooo\no", in: .bars).box, Rect(x: 0, y: 0, width: 1500, height: 2400))
    try expectEqual(
      set("ooo\no", in: .bars.with { $0.alignment = .center }).box,
      Rect(x: -750, y: 0, width: 1500, height: 2400))
    try expectEqual(
      set("o", in: .bars.with { ($0.alignment, $0.width) = (.right, 800) }).box,
      Rect(x: 0, y: 0, width: 800, height: 1200))
    try expectEqual(set("", in: .bars).box, Rect(x: 0, y: 0, width: 0, height: 1200))
  }

  @Test("Baselines are one line height apart, with letters in the middle of the line")
  func baselines() throws {
    // The ascent is 750, the descent 250 and the line gap 200.
    try expectEqual(set("o\no", in: .bars).lines.map(\.origin.y), [850, 2050])
    try expectEqual(set("o\no", in: .bars.with { $0.lineHeight = 1 }).lines.map(\.origin.y), [750, 1750])
    try expectEqual(set("o\no", in: .bars.with { $0.lineHeight = 2 }).lines.map(\.origin.y), [1250, 3250])
    try expectEqual(set("o\no", in: .bars.with { $0.lineHeight = 0 }).lines.map(\.origin.y), [250, 250])
    let half = TextStyle.bars.with { $0.size = 500 }
    try expectEqual(set("o\no", in: half).lines.map(\.origin.y), [425, 1025])
  }
}
