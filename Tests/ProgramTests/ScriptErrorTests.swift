import Platform
import Testing

/// Scripts that cannot be read, parsed or run: exit code 3, a position, a hint, and no output.
@Suite struct ScriptErrorTests {
  private func expectRefused(
    _ text: String, _ code: Int32 = 3, saying parts: String..., place: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try Folder(["a.png": Images.png()])
    folder.write(text, to: "s.txt")
    try folder.expectChanges([], place) {
      try folder.frameit("apply", "s.txt", "a.png").fails(code, place: place).says(parts, place)
    }
  }

  // MARK: Reading

  @Test(
    "A script without read permission is an error", .enabled(if: geteuid() != 0, "root may read everything"))
  func unreadableScript() throws {
    let folder = try Folder(["s.txt": [], "a.png": Images.png()])
    chmod(folder.path("s.txt"), 0)
    try folder.frameit("apply", "s.txt", "a.png").fails(3, saying: "s.txt: permission denied")
  }

  @Test("A script that is not UTF-8 is an error at its first invalid byte") func notUTF8() throws {
    let folder = try Folder(["a.png": Images.png()])
    folder["s.txt"] = Array("rotate 3deg\nsay \"caf".utf8) + [0xE9] + Array("\"\n".utf8)
    try folder.frameit("apply", "s.txt", "a.png").fails(
      3, saying: "s.txt:2:9: error: ", "UTF-8", "\n        ^\n")
    folder["s.txt"] = Array("rotate 3deg\n\0".utf8)
    try folder.frameit("apply", "s.txt", "a.png").fails(
      3, saying: "s.txt:2:1: error: the script contains a NUL byte", "hint: ")
  }

  // MARK: Understanding

  @Test(
    "A statement that cannot be executed is an error with its position",
    arguments: [
      "canvas 0,10", "canvas -1,10", "canvas 0.2,5", "canvas inside 0,0", "crop 0,0 0,1", "crop 5,5 50,50",
      "filter best", "light blue", "background mauvish", "border -1 red", "opacity 2",
      "canvas 5,5; canvas 6,6; rotat",
      "layer a image $1; layer a image $1", "select nobody", "restore", "undo", "rotate 5deg; canvas 9,9",
      "expect transform 1 0 0", "if { }", "repeat -1 { }", "{", "}", "\"", "let 3 = 4", "let a = 1/0",
      "let a = $b",
      "let a = [1]; let b = $a[1]", "frameit 2", "rotate 1deg; frameit 1", "define rotate { }", "$",
      "concat 1 2 3",
    ])
  func impossibleStatements(text: String) throws {
    try expectRefused(text, saying: "s.txt:1:", ": error: ", "^\n")
  }

  // MARK: Limits

  @Test(
    "A script that does too much exceeds a limit",
    arguments: [
      ("canvas 1000000000,1000000000", "exceeds the limit of 65535"),
      ("canvas 60000,60000", "--max-pixels 3600000000"), ("canvas 70000,1", "exceeds the limit"),
      ("repeat 2000000 { let a = 1 }", "more than 1000000 statements"),
      ("repeat 1000 { repeat 1000 { repeat 1000 { let a = 1 } } }", "more than 1000000 statements"),
      ("define a { b }\ndefine b { a }\na", "recursion is not supported"),
      ("include \"s.txt\"", "recursion is not supported"),
      ("let a = " + String(repeating: "(", count: 100_000), "nested"),
      (
        String(repeating: "repeat 1 {\n", count: 70) + String(repeating: "}\n", count: 70),
        "nested more than 64"
      ),
      ("repeat 100001 as i { layer r$i image $1 }", "more than 100000 layers"),
    ])
  func limits(text: String, message: String) throws {
    try expectRefused(text, 5, saying: "s.txt:", ": error: ", message)
  }

  @Test("A script that is too long exceeds a limit") func longScript() throws {
    let folder = try Folder(["a.png": Images.png(), "s.txt": [UInt8](repeating: 0x20, count: 16 << 20 + 1)])
    try folder.frameit("apply", "s.txt", "a.png").fails(
      5, saying: "s.txt: the script and its includes are larger than 16 MiB")
    let stdin = try #require(folder["s.txt"])
    try folder.frameit("apply", "-", "a.png", stdin: stdin).fails(5, saying: "stdin: ")
  }
}
