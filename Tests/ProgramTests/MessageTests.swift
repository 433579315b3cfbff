import Foundation
import Testing

/// Messages about failures: the image or folder, and a hint.
@Suite struct MessageTests {
  private func folder() throws -> Folder {
    try Folder(["in/a.png": Images.png(5, 4, seed: 1), "in/b.jpg": Images.jpeg()])
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
}
