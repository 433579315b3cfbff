import FrameGeometry
import FrameImage
import FrameText
import TestSupport
import Testing

/// Messages about text that cannot be typeset, or not as requested.
@Suite struct TextMessageTests {
  static let errors: [(TextError, String)] = [
    (.noFile("a.ttf"), "there is no font file 'a.ttf'"),
    (.font(.file("a.png"), .notAFont(.png)), "'a.png' is not a font: it is an image (PNG)"),
    (.font(.file("a"), .notAFont(nil)), "'a' is not a font"),
    (
      .font(.file("a.ttf"), .truncated(bytes: 9, needed: 12)),
      "'a.ttf' is truncated: it has 9 bytes, but needs at least 12"
    ),
    (.font(.file("a.ttf"), .lacks(table: "cmap")), "'a.ttf' lacks the required table 'cmap'"),
    (.size(0, allowed: 100), "a font size cannot be 0"),
    (.weight(1001), "a font weight cannot be 1001"),
    (
      .limit(LimitExceeded(.fontBytes, needed: 65 << 20, allowed: 64 << 20)),
      "a font of 65 MiB exceeds the limit of 64 MiB"
    ),
  ]

  @Test("Errors name the problem and the font", arguments: errors)
  func error(error: TextError, what: String) {
    expectEqual(error.message.text, what)
  }

  @Test("A limit's message names a cure that the library has") func limitHints() {
    expectEqual(LimitExceeded(.work, needed: 4, allowed: 3).message.hint, "use fewer frames")
  }

  @Test("Missing glyphs are named with their font")
  func missing() {
    var set = TypesetText(path: Path(), box: .zero, lines: [], missing: ["\u{1F600}", "\u{7}"], weight: 400)
    expectEqual(
      set.shortfalls(of: TextStyle()).map(\.message.text),
      ["Inter has no glyph for U+1F600 (GRINNING FACE), U+0007: a placeholder glyph is drawn"])
    set.missing = (0..<10).map { Unicode.Scalar(0x4E00 + $0)! }
    expectTrue(
      set.shortfalls(of: TextStyle(font: .file("a.ttf")))[0].message.text.hasSuffix(
        " and 2 others: a placeholder glyph is drawn"))
  }

  @Test("A missing weight is reported only if it was requested")
  func weight() {
    let set = TypesetText(path: Path(), box: .zero, lines: [], missing: [], weight: 500)
    expectEqual(set.shortfalls(of: TextStyle(font: .file("a.ttf"))), [])
    expectEqual(
      set.shortfalls(of: TextStyle(font: .file("a.ttf"), weight: 700)).map(\.message.text),
      ["'a.ttf' has no weight 700: weight 500 is used"])
  }
}
