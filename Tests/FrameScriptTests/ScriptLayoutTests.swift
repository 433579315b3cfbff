import TestSupport
import Testing

@testable import FrameScript

@Suite("The layout of a script's text") struct ScriptLayoutTests {
  private func statements(_ text: String) throws -> [String] {
    let layout = try ScriptParser().layout(of: ScriptFile(name: "script.txt", text: text))
    return layout.statements.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
  }

  @Test(
    "A statement ends before a comment, a semicolon or the line's end",
    arguments: [
      ("crop 1,2 3,4 # a comment\n", ["crop 1,2 3,4"]),
      ("crop 1,2 3,4; rotate 3deg", ["crop 1,2 3,4", "rotate 3deg"]),
      ("  crop 1,2 3,4  ", ["crop 1,2 3,4"]), ("\u{FEFF}hide\r\nshow \r\n", ["hide", "show"]),
      ("say \"a; b # c\"\n", ["say \"a; b # c\""]), ("straighten 3deg #x\n", ["straighten 3deg"]),
      ("say \"ä\"; crop 1,2 3,4", ["say \"ä\"", "crop 1,2 3,4"]),
      ("background #fff # white", ["background #fff"]), ("rotate 3deg # about 1,2\n", ["rotate 3deg"]),
      ("# nothing\n;;\n", []), ("frameit 1; hide", ["hide"]),
    ])
  func ends(text: String, expected: [String]) throws {
    try expectEqual(statements(text), expected)
  }

  @Test("A block belongs to its statement, and has no statements of its own")
  func blocks() throws {
    let block = "if 1 { hide # a\n}\nelse {\n  repeat 2 { show }\n}"
    try expectEqual(statements("\(block) # b\nhide\n"), [block, "hide"])
  }

  @Test("Included files are not read, and recorded touches have no statements")
  func otherFiles() throws {
    try expectEqual(statements("include \"a.txt\"\nbadge 1\n"), ["include \"a.txt\"", "badge 1"])
    try expectTrue(statements(#"{"phase":"up","id":1,"t":0}"#).isEmpty)
  }
}
