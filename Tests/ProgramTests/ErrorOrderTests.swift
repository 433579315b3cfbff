import Testing

/// An error of the script is reported before what follows from it.
@Suite struct ErrorOrderTests {
  private func folder() throws -> Folder {
    let folder = try Folder()
    for name in ["a", "b", "c", "d"] { folder["\(name).png"] = try Images.png() }
    folder.write(
      """
      repeat 4 as i {
        layer l$i image
        layer t$i text "$bad" at 1,1
      }
      """, to: "sheet.txt")
    return folder
  }

  private let names = ["a.png", "b.png", "c.png", "d.png"]

  @Test("A script that fails before it takes its images is not reported as one that takes fewer")
  func inputCount() throws {
    let folder = try folder()
    try folder.expectChanges([]) {
      for words in [names + ["-o", "x.png"], names.dropLast() + ["-o", "-"]] {
        let outcome = try folder.frameit(words: ["apply", "sheet.txt"] + words)
        outcome.fails(3, saying: "sheet.txt:3:19: error: unknown variable '$bad'")
        #expect(!outcome.err.contains("-o"), "\(outcome.err)")
      }
    }
    // Without the error, the number of images is the problem.
    folder.write("layer a image; layer b image", to: "pair.txt")
    try folder.frameit("apply", "pair.txt", "a.png", "b.png", "c.png").fails(2, saying: "2 images at a time")
    try folder.frameit("apply", "-e", "", "a.png", "b.png", "-o", "x.png").fails(2, saying: "-o x.png")
  }

  @Test(
    "A script error comes before an unreadable image",
    arguments: [["apply"], ["explain"], ["trace"], ["export", "--svg"], ["map"]])
  func unreadableImages(command: [String]) throws {
    let folder = try folder()
    let words = command + ["-e", "layer p image; rotate $bad"]
    try folder.frameit(words: words + ["missing.png"]).fails(
      3, saying: "-e:1:23: error: unknown variable '$bad'")
    // An error that depends on the image is not certain.
    try folder.frameit(words: command + ["-e", "layer p image; crop 0,0 ($width*9),5", "missing.png"])
      .fails(4, saying: "missing.png")
  }

  @Test("A syntax error comes before the errors of the inputs") func inputs() throws {
    let folder = try folder()
    for words in [["."], ["--files-from", "no.txt"], ["a.png", "-o", "no/x.png"], ["-r", "."]] {
      try folder.frameit(words: ["apply", "-e", "rotat 3deg"] + words).fails(
        3, saying: "did you mean 'rotate'?")
    }
    try folder.frameit("apply", "-e", "rotate $bad").fails(3, saying: "unknown variable '$bad'")
  }

  @Test("The same error of many images is printed for the first ones and counted") func repeated() throws {
    let folder = try folder()
    let outcome = try folder.frameit(words: ["apply", "-e", "rotate $bad"] + names)
    #expect(outcome.ending == .exit(7))
    #expect(outcome.err.ranges(of: "error: unknown variable '$bad'").count == 3, "\(outcome.err)")
    outcome.says(["failed: -e:1:8: unknown variable '$bad', with 1 more\n", "4 of 4 failed"])
  }

  @Test("Existing outputs are listed for the first ones, with one hint and a count") func existingOutputs()
    throws
  {
    let folder = try Folder()
    let names = (10..<40).map { "\($0).png" }
    for name in names { folder[name] = try Images.png() }
    try folder.frameit(words: ["apply", "-e", "", "--out-dir", "o"] + names).succeeds()
    for quiet in [[], ["-q"]] {
      let outcome = try folder.frameit(words: ["apply", "-e", "", "--out-dir", "o"] + names + quiet)
      #expect(outcome.ending == .exit(7))
      let lines = outcome.err.split(separator: "\n")
      #expect(lines.count <= 10 && lines.count { $0.hasPrefix("hint: ") } == 1, "\(outcome.err)")
      outcome.says(["o/12.png: already exists", "failed: 27 more outputs already exist"])
    }
    let all = try folder.frameit(words: ["apply", "-e", "", "--out-dir", "o", "--json"] + names).records()
    #expect(all.count == 30)
    try folder.frameit(words: ["apply", "-e", "rotate 9deg", "--out-dir", "o"] + names).says([
      "30 of 30 failed", "; --force replaces existing files",
    ])
  }
}
