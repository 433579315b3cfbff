import Foundation
import Testing

/// Messages about failures: the image or folder, and a hint.
@Suite struct MessageTests {
  private func folder() throws -> Folder {
    try Folder(["in/a.png": Images.png(5, 4, seed: 1), "in/b.jpg": Images.jpeg()])
  }

  @Test(
    "Invalid templates, widths and shards are refused with a reason",
    arguments: [
      (
        ["--name", "{foo}.{ext}"],
        "--name '{foo}.{ext}': unknown field {foo}\nhint: the fields are {stem} {ext} {index}"
      ),
      (["--name", "{index:4}"], "unknown field {index:4}\nhint: "),
      (["--name", "{index:00}"], "unknown field {index:00}"),
      (["--name", "{stem"], "a '{' has no '}'"), (["--name", "stem}"], "a '}' has no '{'"),
      (["--name", "a/{stem}"], "a name cannot contain '/'\nhint: use --out-dir"),
      (["--name", ""], "this is not a file name"),
      (["--name", ".."], "this is not a file name"),
      (["--sizes", "320,640,320"], "--sizes '320,640,320': the width 320 is given twice"),
      (["--sizes", "320,big"], "'big' is not a width\nhint: "), (["--sizes", "0"], "'0' is not a width"),
      (["--sizes", "8,"], "'' is not a width"),
      (["--shard", "4/3"], "--shard '4/3' is not a shard\nhint: write I/N, with I from 1 to N"),
    ])
  func values(words: [String], message: String) throws {
    let folder = try folder()
    let outcome = try folder.spawn(["apply", "-e", "", "in/a.png"] + words).run()
    outcome.fails(2, saying: message)
    #expect(!outcome.err.contains("Usage"))
  }

  @Test("A width that is too large is not reported as an error of the script")
  func width() throws {
    let folder = try folder()
    folder.write("canvas inside 400,400", to: "s.txt")
    let outcome = try folder.frameit("apply", "s.txt", "in/a.png", "--sizes", "99999999")
    outcome.fails(5, naming: "in/a.png", "99999999")
    #expect(!outcome.err.contains("s.txt"))
  }

  @Test("The message for an image in place of the script says that the script comes first")
  func scriptFirst() throws {
    let folder = try folder()
    folder.write("", to: "s.txt")
    try folder.frameit("apply", "-r", "in", "--out-dir", "o", "s.txt")
      .fails(3)
  }

  @Test("Byte order marks and carriage returns in a list are reported")
  func otherLists() throws {
    let folder = try folder()
    folder.write("\u{FEFF}in/a.png\nin/b.jpg\r\n", to: "list")
    let outcome = try folder.frameit("apply", "-e", "", "--files-from", "list")
    #expect(outcome.ending == .exit(7))
    outcome.says([
      "in/a.png: no such file or directory\nhint: the name begins with a byte order mark",
      "'in/b.jpg\\r': no such file or directory\nhint: the name ends with CR",
    ])
  }

  @Test("In a batch, failed expectations name the image")
  func expectations() throws {
    let folder = try folder()
    let expectation = "expect $width 3"
    let outcome = try folder.frameit("apply", "-e", expectation, "in/a.png", "in/b.jpg")
    #expect(outcome.ending == .exit(7))
    outcome.says([
      ", with in/a.png\n\(expectation)\n", ", with in/b.jpg\n\(expectation)\n", "failed: -e:1:1: ",
    ])
    let one = try folder.frameit("apply", "-e", expectation, "in/a.png")
    #expect(one.ending == .exit(1) && !one.err.contains("in/a.png"))
  }

  @Test("The hint of a nested error names the option of the inner one") func nestedHints() throws {
    let folder = try folder()
    try folder.frameit("apply", "-e", "canvas 99,99", "-o", "x.png", "--max-pixels", "99").fails(
      5, saying: "9801 pixels exceed the limit of 99\n", "\nhint: raise it with --max-pixels 9801\n")
    try folder.frameit("apply", "-e", "", "in/a.png", "--sizes", "800", "--max-pixels", "999").fails(
      5, saying: "at a width of 800, 512000 pixels exceed the limit of 999",
      "hint: raise it with --max-pixels 512000\n")
  }

  @Test("A folder that cannot be created is reported once with a hint, and in JSON for each image")
  func folders() throws {
    let folder = try folder()
    for i in 0..<5 { folder["in/deep/\(i).png"] = try Images.png(5, 4, seed: i) }
    folder.write("a file", to: "out/in/deep")
    let outcome = try folder.frameit("apply", "-e", "", "-r", "in", "--out-dir", "out", "--json")
    #expect(outcome.ending == .exit(7))
    let message = "out/in/deep: is not a folder"
    #expect(outcome.err.components(separatedBy: "frameit: \(message)\nhint: ").count == 2)
    outcome.says(["failed: \(message) (5 images)", "5 of 7 failed, 2 of 7 done"])
    let failed = try outcome.records().filter { $0["status"] as? String == "failed" }
    #expect(failed.count == 5)
    for (i, record) in failed.enumerated() {
      #expect(record["output"] as? String == "out/in/deep/\(i).png")
      #expect(record["errors"] as? [String] == [message])
      #expect((record["hints"] as? [String])?.count == 1)
    }
    // One level deeper, the system reports another error.
    folder["in/deep/er/a.png"] = folder["in/a.png"]
    folder["in/deep/er/b.png"] = folder["in/a.png"]
    let deeper = try folder.frameit("apply", "-e", "", "-r", "in/deep/er", "--out-dir", "out")
    deeper.says(["out/in/deep/er: cannot create the folder: not a directory\nhint: ", "(2 images)"])
  }

  @Test("A line break in a file name starts no new line in a message")
  func lineBreaks() throws {
    let folder = try folder()
    let said = try folder.frameit(
      "apply", "-v", "-e", "say \"one\\nframeit: done\"", "in/a.png", "-o", "o.png")
    #expect(said.ending == .exit(0) && said.err.hasPrefix("frameit: one\\nframeit: done\n"))
    let wrong = try folder.frameit("check", "-e", "let a = \"x\\ny\u{1B}[31m\"; rotate $a")
    #expect(wrong.ending == .exit(3))
    #expect(wrong.err.split(separator: "\n").count == 3, "\(wrong.err)")
    #expect(!wrong.err.contains("\u{1B}"))
    // The name of this case contains a line break.
    folder["g/a\nFAIL b/expected.png"] = folder["in/a.png"]
    folder.write("expect \"$stem\\nFAIL c\" 3\n", to: "g/a\nFAIL b/script.txt")
    let tested = try folder.frameit("test", "g", "--junit", "j.xml", "--html", "h.html")
    #expect(tested.ending == .exit(1) && tested.lines.count == 2, "\(tested.text)")
  }

  @Test("JSON escapes control characters, including those of 8 bits, and keeps the text")
  func controlsInJSON() throws {
    let job = #"{"id":"a\u007f\u009bé","script":"canvas 9,9","outputBase64":true}"#
    let line = Array(job.replacing("\\u007f", with: "\u{7F}").replacing("\\u009b", with: "\u{9B}").utf8)
    let outcome = try Folder().frameit("serve", "--stdin", stdin: line + [10]).succeeds()
    #expect(outcome.text.contains(#""id":"a\u007f\u009bé""#), "\(outcome.text)")
    #expect(try outcome.records().first?["id"] as? String == "a\u{7F}\u{9B}é")
  }

  @Test("A file of a golden case that is too large is reported with its name and the limit")
  func longCaseFiles() throws {
    let folder = try folder()
    for name in ["tolerance.txt", "inputs.txt"] {
      folder["g/\(name)/expected.png"] = folder["in/a.png"]
      folder.write("canvas 5,4\n", to: "g/\(name)/script.txt")
      folder.write("", to: "g/\(name)/\(name)")
      #expect(truncate(folder.path("g/\(name)/\(name)"), 16 << 20 + 1) == 0)
    }
    let text = try folder.frameit("test", "g").text
    for name in ["tolerance.txt", "inputs.txt"] {
      #expect(text.contains("\(name): is larger than the limit of 16 MiB for a test case file"), "\(text)")
    }
  }

  @Test("Names are printed as bytes to programs, and escaped on a terminal")
  func terminal() throws {
    let folder = try Folder(["red\u{1B}[31m.png": Images.png()])
    let words = ["apply", "-e", "", "red\u{1B}[31m.png", "--force"]
    try folder.spawn(words).run().succeeds(printing: "red\u{1B}[31m.framed.png\n")
    let shown = try TerminalSession().run(words, in: folder, environment: ["TERM": "xterm"])
    #expect(shown.ending == .exit(0) && shown.text.contains("red\\x1B[31m.framed.png"), "\(shown.text)")
    #expect(!shown.text.contains("\u{1B}"))
  }
}
