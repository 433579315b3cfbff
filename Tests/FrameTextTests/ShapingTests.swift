import TestSupport
import Testing

/// Tests of kerning, ligatures, marks, weights and missing glyphs.
@Suite struct ShapingTests {
  /// Advances from HarfBuzz 15 through uharfbuzz: `sum(p.x_advance for p in buffer.glyph_positions)`.
  static let advances: [(String, Double, Double)] = [
    ("AVATAR", 100, 9556), ("To be, or not to be", 100, 23791), ("office waffle", 100, 15936),
    ("1:2 -> 3", 100, 9608), ("Größe Äpfel", 100, 15086), ("Привет, мир", 100, 16318),
    ("Ελληνικά", 100, 11820), ("a\u{308}e\u{301}", 100, 3148),
    ("AVATAR", 400, 10376), ("To be, or not to be", 400, 24556), ("office waffle", 400, 16600),
    ("1:2 -> 3", 400, 9852), ("Größe Äpfel", 400, 15800), ("Привет, мир", 400, 16928),
    ("Ελληνικά", 400, 12588), ("a\u{308}e\u{301}", 400, 3228),
    ("AVATAR", 555, 10761), ("To be, or not to be", 555, 24581), ("office waffle", 555, 16964),
    ("1:2 -> 3", 555, 9845), ("Größe Äpfel", 555, 16172), ("Привет, мир", 555, 17148),
    ("Ελληνικά", 555, 12962), ("a\u{308}e\u{301}", 555, 3274),
    ("AVATAR", 900, 11620), ("To be, or not to be", 900, 24644), ("office waffle", 900, 17772),
    ("1:2 -> 3", 900, 9832), ("Größe Äpfel", 900, 17004), ("Привет, мир", 900, 17644),
    ("Ελληνικά", 900, 13796), ("a\u{308}e\u{301}", 900, 3376),
  ]

  @Test("Advances equal those of another HarfBuzz version", arguments: advances)
  func advance(text: String, weight: Double, units: Double) throws {
    let set = try set(text, in: .inter.with { $0.weight = weight })
    expectEqual(set.lines.map(\.width), [units])
    expectEqual(set.weight, weight)
    expectTrue(set.missing.isEmpty)
  }

  @Test("Kerning moves letters closer together")
  func kerning() throws {
    try expectEqual(set("AV", in: .bars).bars, [[0, 600], [580, 1180]])
    try expectEqual(set("VA", in: .bars).bars, [[0, 600], [700, 1300]])
  }

  @Test("A ligature replaces its letters")
  func ligature() throws {
    try expectEqual(set("fi", in: .bars).bars, [[0, 350]])
    try expectEqual(set("if", in: .bars).bars, [[0, 100], [200, 400]])
  }

  @Test("A mark is placed on its letter and has no width")
  func mark() throws {
    let set = try set("o\u{301}o", in: .bars)
    expectEqual(set.bars, [[0, 400], [200, 250], [500, 900]])
    expectEqual(set.lines[0].width, 1000)
  }

  @Test("Composed and decomposed characters have the same outlines")
  func composed() throws {
    try expectEqual(set("\u{E9}", in: .inter).path, set("e\u{301}", in: .inter).path)
  }

  @Test("A font without a weight axis keeps its own weight and reports it")
  func fixedWeight() throws {
    try expectEqual(set("A", in: .bars.with { $0.weight = 700 }).weight, 500)
    try expectEqual(set("A", in: .bars).weight, 500)
  }

  @Test("A weight beyond the axis becomes the weight at its end")
  func endOfAxis() throws {
    let (end, beyond) = (
      try set("A", in: .inter.with { $0.weight = 900 }), try set("A", in: .inter.with { $0.weight = 1000 })
    )
    expectEqual(beyond, end)
    expectEqual(beyond.weight, 900)
    try expectEqual(set("A", in: .inter).weight, 400)
  }

  @Test("Characters without a glyph are reported once, in order, and drawn as the font's box")
  func missing() throws {
    let set = try set("A\u{1F600}é\u{1F600}A", in: .bars)
    expectEqual(set.missing, ["\u{1F600}", "é"])
    expectEqual(set.bars, [[0, 600], [700, 1200], [1300, 1800], [1900, 2400], [2500, 3100]])
  }

  @Test(
    "Invisible characters are not reported as missing",
    arguments: ["\u{200D}", "\u{FE0F}", "\u{2060}", "\u{200E}", "\u{AD}", "\u{FEFF}", "\u{2066}"])
  func invisible(text: String) throws {
    let set = try set("A" + text, in: .bars)
    expectTrue(set.missing.isEmpty)
    expectEqual(set.bars, [[0, 600]])
  }

  @Test("A missing letter with a mark is reported without the mark", arguments: ["x\u{301}"])
  func cluster(text: String) throws {
    try expectEqual(set(text, in: .bars).missing, ["x"])
  }
}
