import Testing

/// Forms that other tools use get one error, which names the form that works, and write nothing.
@Suite struct ForeignUsageTests {
  private func folder() throws -> Folder {
    let folder = try Folder(["in.jpg": Images.jpeg(), "b.png": Images.png()])
    folder.write("rotate 90deg\n", to: "frame.txt")
    return folder
  }

  @Test(
    "The form that works is named",
    arguments: [
      // An output without -o.
      (
        ["apply", "-e", "canvas 9,9", "in.jpg", "out.jpg"], "out.jpg: no such file or directory", "-o out.jpg"
      ),
      (["apply", "frame.txt", "in.jpg", "out.webp"], "out.webp: no such file", "-o out.webp"),
      (
        ["apply", "-e", "layer a image; layer b image", "in.jpg", "b.png", "out.png"], "out.png", "-o out.png"
      ),
      (["apply", "-e", "", "in.jpg", "my out.jpg"], "'my out.jpg'", "-o 'my out.jpg'"),
      // A quality.
      (
        ["apply", "-e", "", "in.jpg", "-q", "80", "-o", "r.jpg"], "-q is --quiet",
        "did you mean --quality 80?"
      ),
      (["apply", "-e", "", "in.jpg", "-q80"], "-q is --quiet", "--quality 80"),
      (["apply", "-e", "", "in.jpg", "-quality", "80"], "-quality", "write --quality for an option"),
      // Sizes.
      (
        ["apply", "in.jpg", "--resize", "300x300"], "unknown option '--resize'", "-e 'canvas inside 300,300'"
      ),
      (
        ["apply", "in.jpg", "-resize", "300x300", "out.jpg"], "unknown option '-resize'",
        "canvas inside 300,300"
      ),
      (["apply", "-e", "", "in.jpg", "300x200"], "300x200: no such file", "-e 'canvas inside 300,200'"),
      (["apply", "300x200!", "in.jpg"], "300x200!", "canvas inside 300,200"),
      (["apply", "-e", "", "50%", "in.jpg"], "50%", "-e 'canvas 50%,50%'"),
      (["explain", "-e", "", "in.jpg", "x300"], "x300: no such file", "canvas inside 300,300"),
      (["apply", "in.jpg", "-rotate", "90"], "unknown option '-rotate'", "-e 'rotate 90deg'"),
      (["apply", "in.jpg", "-strip"], "unknown option '-strip'", "--keep none"),
      // An image in place of the script.
      (["apply", "in.jpg", "frame.txt"], "in.jpg: is an image, not a script", "frame.txt in.jpg"),
      (["apply", "in.jpg", "out.jpg"], "in.jpg: is an image", "-e '' in.jpg -o out.jpg"),
      (["apply", "in.jpg", "-o", "out.jpg"], "in.jpg: is an image", "-e 'rotate 90deg' in.jpg"),
      (["explain", "b.png"], "b.png: is an image", "-e"),
      // Commands.
      (["in.jpg", "out.jpg"], "'in.jpg' is not a command", "frameit apply -e '' in.jpg -o out.jpg"),
      (["frame.txt", "in.jpg"], "'frame.txt' is not a command", "frameit apply frame.txt in.jpg"),
      (
        ["resize", "in.jpg", "300x300"], "no command 'resize'",
        "frameit apply -e 'canvas inside 300,300' in.jpg"
      ),
      (["convert", "in.jpg", "out.png"], "no command 'convert'", "frameit apply -e '' INPUT -o OUTPUT"),
      (["identify", "in.jpg"], "no command 'identify'", "frameit info in.jpg"),
      (["rotate", "in.jpg"], "'rotate' is a statement", "frameit apply -e 'rotate ...'"),
    ])
  func form(words: [String], what: String, form: String) throws {
    let folder = try folder()
    try folder.expectChanges([]) {
      let outcome = try folder.frameit(words: words).fails(2, saying: what, form)
      #expect(outcome.err.split(separator: "\n").count == 2, "\(outcome.err)")
    }
  }

  @Test("What exists is taken as it is") func existingFiles() throws {
    let folder = try folder()
    folder["80"] = folder["in.jpg"]
    folder["300x300"] = folder["in.jpg"]
    folder["out.jpg"] = folder["in.jpg"]
    try folder.frameit("apply", "-e", "", "-q", "80", "-o", "a.jpg").succeeds(printing: "")
    try folder.frameit("apply", "-e", "", "300x300", "-o", "b.jpg").succeeds()
    try folder.frameit("apply", "-e", "", "in.jpg", "out.jpg", "--out-dir", "o").succeeds()
  }

  /// A file of a batch may be gone when its turn comes.
  @Test("With a destination, or among more images, a missing image does not stop the others")
  func missingImages() throws {
    let folder = try folder()
    #expect(try folder.frameit("apply", "-e", "", "in.jpg", "x.jpg", "--out-dir", "o").ending == .exit(7))
    #expect(try folder.frameit("apply", "-e", "", "in.jpg", "b.png", "x.jpg").ending == .exit(7))
    #expect(folder["o/in.jpg"] != nil && folder["in.framed.jpg"] != nil)
  }

  @Test("The error of a missing folder says what creates it") func missingFolder() throws {
    try folder().frameit("apply", "-e", "", "in.jpg", "-o", "new/x.jpg").fails(
      6, saying: "new: no such folder", "mkdir -p", "--out-dir")
  }
}
