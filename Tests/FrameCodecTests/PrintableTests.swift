import TestSupport
import Testing

/// Tests of how messages show names.
@Suite struct PrintableTests {
  @Test(
    "Control characters and invalid UTF-8 are escaped",
    arguments: [
      ("photo.jpg", "photo.jpg"), ("", "''"), ("a\nb\tc\rd", "a\\nb\\tc\\rd"), ("\u{1B}[31m", "\\x1B[31m"),
      ("\0\u{7F}\u{9B}", "\\x00\\x7F\\x9B"), ("caf\u{10FFE9}", "caf\\xE9"), ("🐱 é", "🐱 é"),
    ])
  func spelling(_ name: String, _ shown: String) {
    expectEqual(name.printable, shown)
  }

  @Test(
    "A name is quoted if it is empty or contains spaces, quotes or escapes",
    arguments: [
      ("photo.jpg", "photo.jpg"), ("my photo.jpg", "'my photo.jpg'"), ("photo.jpg ", "'photo.jpg '"),
      ("it's.jpg", "\"it's.jpg\""), ("6\".jpg", "'6\".jpg'"), ("a.jpg\r", "'a.jpg\\r'"), ("", "''"),
    ])
  func quoting(_ name: String, _ shown: String) {
    expectEqual(name.quoted, shown)
  }

  @Test(
    "Scalars are replaced wherever a parser finds them, also inside of a character",
    arguments: [
      ("a<b", "aLb"), ("\u{600}</script>", "\u{600}L/script>"), ("<\u{301}", "L\u{301}"), ("a\r\nb", "aRNb"),
      ("", ""), ("caf\u{E9}", "caf\u{E9}"),
    ])
  func replacing(_ text: String, _ result: String) {
    let replaced = text.replacing(scalars: ["<": "L", "\r": "R", "\n": "N"])
    expectTrue(replaced.unicodeScalars.elementsEqual(result.unicodeScalars))
  }
}
