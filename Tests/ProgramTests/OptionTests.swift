import Testing

/// `-e`, `-D` and `--seed`.
@Suite struct OptionTests {
  private func folder() throws -> Folder {
    let folder = try Folder(["a.png": Images.png(20, 20)])
    folder.write("param turn = 0\nparam name = \"x\"\nrotate ($turn)deg\n", to: "s.txt")
    return folder
  }

  private func image(_ folder: Folder, _ words: String...) throws -> [UInt8] {
    try folder.spawn(["apply"] + words + ["-o", "-"]).run().succeeds().out
  }

  @Test("Several -e are the lines of one script") func expressions() throws {
    let folder = try folder()
    folder.write("rotate 10deg\nscale 0.5\n", to: "two.txt")
    let wanted = try image(folder, "two.txt", "a.png")
    #expect(try image(folder, "-e", "rotate 10deg", "-e", "scale 0.5", "a.png") == wanted)
    #expect(try image(folder, "a.png", "-e", "rotate 10deg; scale 0.5") == wanted)
    try folder.frameit("apply", "-e", "rotate 10deg", "-e", "scale x", "a.png").fails(
      3, naming: "-e:2:7")
    // With `-e` there is no script file, so the first argument is an image.
    try folder.frameit("apply", "two.txt", "-e", "", "-o", "b.png").fails(
      4)
  }

  @Test("-D sets parameters") func definitions() throws {
    let folder = try folder()
    let turned = try image(folder, "-e", "rotate 30deg", "a.png")
    #expect(try image(folder, "s.txt", "a.png", "-D", "turn=30") == turned)
    #expect(try image(folder, "s.txt", "-Dturn=30", "a.png") == turned)
    #expect(
      try image(folder, "-D", "turn=5", "-D", "turn=30", "-D", "name=a=b", "s.txt", "a.png") == turned)
    #expect(try image(folder, "s.txt", "a.png") == image(folder, "-e", "", "a.png"))
  }

  @Test("The same seed gives the same result") func seed() throws {
    let folder = try folder()
    folder.write("rotate (random(0,359))deg\n", to: "r.txt")
    let first = try image(folder, "r.txt", "a.png", "--seed", "7")
    #expect(try image(folder, "r.txt", "a.png", "--seed", "7") == first)
    #expect(try image(folder, "r.txt", "a.png", "--seed", "8") != first)
    #expect(try image(folder, "r.txt", "a.png") == image(folder, "r.txt", "a.png", "--seed", "0"))
    try folder.frameit("apply", "r.txt", "a.png", "--seed", "x").fails(2, naming: "--seed")
  }

  @Test("--quality applies to lossy formats only") func quality() throws {
    let folder = try folder()
    let coarse = try image(folder, "-e", "", "a.png", "--format", "jpeg", "--quality", "10")
    let fine = try image(folder, "-e", "", "a.png", "--format", "jpeg", "--quality", "100")
    #expect(coarse.count < fine.count)
    try folder.frameit("apply", "-e", "", "a.png", "--quality", "50").succeeds(
      warning: "PNG is lossless, so the quality has no effect")
    for value in ["0", "101", "-1", "high", ""] {
      try folder.frameit("apply", "-e", "", "a.png", "--quality", value).fails(2, naming: "--quality")
    }
  }

  @Test("The output does not depend on the number of threads") func threads() throws {
    let folder = try Folder(["tall.png": Images.png(30, 700)])
    let one = try image(folder, "-e", "rotate 7deg", "tall.png", "--jobs", "1")
    for jobs in ["0", "2", "16", "1024"] {
      #expect(try image(folder, "-e", "rotate 7deg", "tall.png", "--jobs", jobs) == one)
    }
    // More threads hold more rows. If the memory limit is too low for them, fewer run.
    #expect(
      try image(folder, "-e", "rotate 7deg", "tall.png", "--jobs", "16", "--max-memory", "1M") == one)
    for value in ["-1", "x", "", "1.5", "99999999999999999999"] {
      try folder.frameit("apply", "-e", "", "tall.png", "--jobs", value).fails(2, naming: "--jobs")
    }
  }

  /// The parser would split `-photo.png` into options and print the help for `-h`.
  @Test("A file name that looks like options is invalid usage with a hint") func nameLikeOptions() throws {
    let folder = try folder()
    folder["-photo.png"] = folder["a.png"]
    for command in ["compare", "apply", "hash"] {
      try folder.frameit(command, "a.png", "-photo.png").fails(
        2, saying: "'-photo.png' looks like a group of options", "write ./-photo.png for a file")
    }
    try folder.frameit("compare", "a.png", "./-photo.png").succeeds()
    try folder.frameit("compare", "a.png", "--", "-photo.png").succeeds()
    try folder.frameit("compare", "a.png", "-photo.png", "--", "a.png").fails(
      2, saying: "looks like a group of options")
    for (option, value) in [("--threshold", "-0.1"), ("--ignore", "-10,0,5,5"), ("--fuzz-align", "-1")] {
      try folder.frameit("compare", "a.png", "a.png", option, value).fails(
        2, saying: "write \(option)=\(value) for a value")
    }
    #expect(
      try image(folder, "-e=rotate 3deg", "a.png") == image(folder, "-e", "rotate 3deg", "a.png"))
  }
}
