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

  @Test("A missing script, or a folder in its place, is an error of exit code 3") func missingScript() throws
  {
    let folder = try Folder(["a.png": Images.png(), "sub/x": []])
    try folder.frameit("apply", "nope.txt", "a.png").fails(3, saying: "nope.txt: no such file or directory")
    try folder.frameit("apply", "sub", "a.png").fails(3, saying: "sub: is a folder")
    try folder.frameit("apply").fails(2, saying: "no script given", "-e")
    #expect(folder.listing == ["a.png", "sub", "sub/x"])
  }

  @Test(
    "A script without read permission is an error", .enabled(if: geteuid() != 0, "root may read everything"))
  func unreadableScript() throws {
    let folder = try Folder(["s.txt": [], "a.png": Images.png()])
    chmod(folder.path("s.txt"), 0)
    try folder.frameit("apply", "s.txt", "a.png").fails(3, saying: "s.txt: permission denied")
  }

  @Test("An image in place of the script is an error that says so") func imageAsScript() throws {
    let folder = try Folder(["a.png": Images.png(), "b.jpg": Images.jpeg()])
    for name in ["a.png", "b.jpg"] {
      try folder.frameit("apply", name, "a.png")
        .fails(2, saying: "\(name): is an image, not a script", "name a script before it")
    }
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

  @Test("All syntax errors are reported at once") func allErrors() throws {
    let folder = try Folder(["a.png": Images.png()])
    folder.write((1...10).map { "rotat \($0)\n" }.joined(), to: "s.txt")
    let outcome = try folder.frameit("apply", "s.txt", "a.png")
    outcome.fails(3, saying: "s.txt:10:1: error: unknown statement 'rotat'", "did you mean 'rotate'?")
    #expect(outcome.err.split(separator: "\n").count { $0.contains(": error: ") } == 10)
  }

  @Test("Errors show their line with a caret") func caret() throws {
    try expectRefused(
      "canvas 9,9\n\trotate 30 # oops\r\n",
      saying: "s.txt:2:9: error: the angle has no unit\n\trotate 30 # oops\n\t       ^\nhint: write 30deg"
    )
  }

  @Test("Errors show the usage of their statement, on one line in JSON") func usage() throws {
    try expectRefused(
      "canvas 9\n", saying: "\nusage: canvas W,H\n       canvas W,auto\n       canvas auto,H\n")
    let folder = try Folder(["a.png": Images.png()])
    let record = try folder.frameit("apply", "--json", "-e", "rotate", "a.png")
    #expect(record.text.contains("found the end of the script (usage: rotate ANGLE [about P])"))
  }

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

  @Test(
    "A singular matrix is an error at its line",
    arguments: ["scale 0", "scale 0,1", "concat 1 2 2 4 0 0", "rotate 90deg\nscale 1,0\nrotate 5deg"])
  func singularMatrix(text: String) throws {
    let last = text.split(separator: "\n").count
    try expectRefused(text, saying: "s.txt:\(last):", "singular")
  }

  @Test(
    "Numbers that overflow are errors",
    arguments: [
      "let a = 1e308*10", "let a = hypot(1.5e308,1.5e308)", "scale 1e308\nscale 1e308",
      "translate 1e308,0\nscale 1e308",
      "let a = 1e999", "scale 1e7", "translate 1e12,0",
    ])
  func overflow(text: String) throws {
    try expectRefused(text, saying: "s.txt:", ": error: ")
  }

  @Test(
    "Invalid shapes and texts are errors",
    arguments: [
      ("fill red", "'fill' needs a shape or text, but 'photo' is neither"),
      ("layer r rect 0,0 1,1 size 9,9", "'size' has no effect on a shape"),
      ("layer r rect 0,0 1,1 weight 9", "'weight' needs a text layer, but 'r' is not one"),
      (
        "layer p path \"M 1 2 L 3\"",
        "path data, character 10: expected a number, found the end, after 'M 1 2 L 3'"
      ),
      ("layer p path \"M 1 2 X\"", "path data, character 7: expected a command, found 'X', after 'M 1 2 '"),
      ("layer t text \"x\" at 0,0 font \"../x.ttf\"", "is outside the script's folder"),
    ])
  func invalidShapes(text: String, problem: String) throws {
    try expectRefused(text, saying: "s.txt:1:", problem)
  }

  @Test(
    "A missing or invalid font is an error of an input",
    arguments: [
      ("font \"no.ttf\"", "there is no font file 'no.ttf'"),
      ("font \"a.png\"", "'a.png' is not a font: it is an image (PNG)"),
    ])
  func invalidFonts(font: String, problem: String) throws {
    try expectRefused("layer t text \"x\" at 0,0 \(font)", 4, saying: "s.txt:1:", problem)
  }

  @Test("Too many dashes exceed a limit") func dashLimit() throws {
    try expectRefused(
      "layer l line 0,0 9,9 stroke red 1 dash 0.0000001", 5, saying: "s.txt:1:", "the dashes are too short")
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

  // MARK: Claims

  @Test("All failed expectations are reported, and nothing is written") func failedExpectations() throws {
    let script =
      "rotate 90deg\nexpect transform 1 0 0 1 5 0\nexpect frame 0,0 1,1\nexpect transform 0 1 -1 0 0 0\n"
    try expectRefused(
      script, 1, saying: "s.txt:2:1: error: ", "s.txt:3:1: error: ",
      "expected 1 0 0 1 5 0, found 0 1 -1 0 0 0")
  }

  @Test("Expectations that hold do not change the result") func fulfilledExpectations() throws {
    try Folder(["a.png": Images.png()]).frameit(
      "apply", "-e", "rotate 90deg; expect transform 0 1 -1 0 0 0", "a.png"
    ).succeeds(printing: "a.framed.png\n")
  }
}
