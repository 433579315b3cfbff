import TestSupport
import Testing

@testable import FrameScene

@Suite struct XMLTests {
  @Test(
    "XML escaping replaces markup, line breaks, tabs and control characters",
    arguments: [
      ("", ""), ("a b", "a b"), ("<&>\"'", "&lt;&amp;&gt;&quot;'"), ("a\nb\tc\rd", "a&#10;b&#9;c&#13;d"),
      ("\u{0}\u{1}\u{1B}[0m\u{7F}\u{85}", "\u{FFFD}\u{FFFD}\u{FFFD}[0m\u{FFFD}\u{FFFD}"),
      ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"), ("é\u{1F600}", "é\u{1F600}"), ("&#10;", "&amp;#10;"),
    ])
  func escaping(text: String, wanted: String) {
    expectEqual(text.xmlEscaped, wanted)
  }

  @Test("Identifiers are valid XML names and unique") func identifiers() {
    var identifiers = Identifiers()
    let names = ["a", "a", "a-2", "a", "1", "", "a b", "a:b", "é", "-x", "a\u{0}", "\u{1F600}"]
    expectEqual(
      names.map { identifiers.makeUnique($0) },
      [
        "a", "a-2", "a-2-2", "a-3", "_1", "_", "a_b", "a_b-2", "é", "_-x", "a_", "\u{1F600}",
      ])
  }
}
