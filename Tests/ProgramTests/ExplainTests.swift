import Testing

/// `explain` and `check`: everything that is known before pixels are decoded.
@Suite struct ExplainTests {
  private func folder() throws -> Folder {
    let folder = try Folder(["a.png": Images.png(20, 10), "b.jpg": Images.jpeg(16, 12)])
    folder.write("canvas 40,40\nrotate 30deg\n", to: "s.txt")
    return folder
  }

  @Test("explain prints the plan as text") func textReport() throws {
    let folder = try folder()
    try folder.expectChanges([]) {
      let text = try folder.frameit("explain", "s.txt", "a.png").succeeds().text
      for part in [
        "output", "40 x 40 png", "a.png: 20 x 10 png", "affine resample", "matrix", "turned 30 degrees",
      ] {
        #expect(text.contains(part), "\(text)")
      }
      #expect(try folder.frameit("explain", "-e", "", "a.png").succeeds().text.contains("copy"))
      #expect(
        try folder.frameit("explain", "s.txt", "a.png", "--format", "jpeg").succeeds().text.contains("jpeg"))
    }
  }

  @Test("explain --json prints the plan as one object") func jsonReport() throws {
    let records = try folder().frameit("explain", "s.txt", "a.png", "--json").succeeds().records()
    #expect(records.count == 1)
    #expect(records[0]["schema"] as? Int == 1)
  }

  @Test("explain reports clips and shadows in pixels of the output")
  func looks() throws {
    let folder = try folder()
    let script = """
      canvas 40,40
      group g { layer a rect 5,5 9,9 clip ellipse 5,5 9,9 shadow 1,2 3 #00000080 opacity 0.5 }
      scale 2
      """
    let text = try folder.frameit("explain", "-e", script).succeeds().text
    #expect(
      text.contains("'a', a group, opacity 0.5, clipped, shadow #00000080 at 2,4 with blur 6\n"), "\(text)")
    let record = try folder.frameit("explain", "-e", script, "--json").succeeds().records()[0]
    let item = try #require((record["items"] as? [[String: Any]])?.first)
    let shadow = try #require(item["shadow"] as? [String: Any])
    #expect(shadow["offset"] as? [Double] == [2, 4])
    #expect(shadow["blur"] as? Double == 6)
    #expect(shadow["color"] as? String == "#00000080")
    #expect(item["clipped"] as? Bool == true)
  }

  @Test("explain reports the background as it reports fills") func background() throws {
    let folder = try folder()
    let script = "canvas 40,40; background radial 20,20 20 red #0000ff80"
    #expect(
      try folder.frameit("explain", "-e", script).succeeds().text.contains(
        "background  radial #ff0000 #0000ff80\n"))
    let record = try folder.frameit("explain", "-e", script, "--json").succeeds().records()[0]
    #expect(record["background"] as? String == "radial #ff0000 #0000ff80")
  }

  @Test("explain reports the reduction on load") func reduction() throws {
    let folder = try Folder(["a.jpg": Images.jpeg(800, 600)])
    let script = "canvas 100,100; light srgb; rotate 5deg"
    #expect(
      try folder.frameit("explain", "-e", script, "a.jpg").succeeds().text.contains(
        "decoded at 1/8 as 100 x 75"))
    let record = try folder.frameit("explain", "-e", script, "a.jpg", "--json").succeeds().records()[0]
    let source = try #require((record["sources"] as? [[String: Any]])?.first)
    #expect(source["width"] as? Int == 800 && source["reduction"] as? Int == 8)
    #expect(source["decoded"] as? [Int] == [100, 75])
    let linear = try folder.frameit("explain", "-e", "canvas 9,9", "a.jpg", "--json").succeeds().records()[0]
    #expect((linear["sources"] as? [[String: Any]])?.first?["reduction"] as? Int == 1)
    #expect(try folder.frameit("info", "a.jpg", "--json").succeeds().records()[0]["reduction"] == nil)
  }

  /// These files contain only headers.
  @Test("explain reads only headers") func headersOnly() throws {
    let folder = try folder()
    for name in ["a.png", "b.jpg"] {
      let whole = try #require(folder[name])
      let planned = try folder.frameit("explain", "s.txt", name).succeeds().text
      folder[name] = Array(whole.prefix(name == "a.png" ? 45 : whole.count - 200))
      #expect(try folder.frameit("explain", "s.txt", name).succeeds().text == planned)
      try folder.frameit("apply", "s.txt", name).fails(4)
    }
  }

  @Test("An edit that fails in apply fails in explain with the same code") func sameFailures() throws {
    let folder = try folder()
    try folder.frameit("explain", "s.txt", "nope.png").fails(4, naming: "nope.png")
    try folder.frameit("explain", "-e", "scale 0", "a.png").fails(3, naming: "-e:1:1")
    try folder.frameit("explain", "-e", "canvas 60000,60000", "a.png").fails(5, naming: "--max-pixels")
    try folder.frameit("explain", "-e", "rotate 3deg").fails(3)
    try folder.frameit("explain", "-e", "", "--max-pixels", "3", "a.png").fails(
      5, naming: "a.png", "200")
    #expect(try folder.frameit("explain", "-e", "expect $width 3", "a.png").ending == .exit(1))
    try folder.frameit("explain", "-e", "", "a.png", "--format", "gif").fails(
      2, naming: "gif")
  }

  @Test("explain says that it shows the edit of the first image only") func severalImages() throws {
    let folder = try folder()
    let note = "note: this is the edit of the first of 3 images"
    #expect(try folder.frameit("explain", "s.txt", "a.png", "a.png", "a.png").err.contains(note))
    #expect(try folder.frameit("explain", "s.txt", "a.png").err == "")
  }

  // MARK: check

  @Test("check accepts a valid script without an image") func validScript() throws {
    let folder = try folder()
    try folder.frameit("check", "s.txt").succeeds(printing: "")
    folder.write(
      "layer a image\nlayer b image $2\nlayer c image \"any.png\"\nselect a\nrotate 3deg\n", to: "l.txt")
    try folder.frameit("check", "l.txt", "s.txt", "-", stdin: Array("layer a rect 1,1 2,2 fill red\n".utf8))
      .succeeds(printing: "")
  }

  @Test("check reports all errors of all scripts") func allErrors() throws {
    let folder = try folder()
    folder.write("rotat 3deg\nscale\nrotate 30\n", to: "x.txt")
    folder.write("select nobody\n", to: "y.txt")
    folder.write("canvas 0,3\n", to: "z.txt")
    let outcome = try folder.frameit("check", "x.txt", "s.txt", "y.txt", "z.txt")
    outcome.fails(
      3, naming: "x.txt:1:1", "x.txt:2", "x.txt:3:8", "y.txt:1", "z.txt:1:1")
    try folder.frameit("check", "nope.txt", "s.txt").fails(3, naming: "nope.txt")
    try folder.frameit("check", "a.png").fails(3, naming: "a.png:1:1")
    try folder.frameit("check").fails(2, naming: "-e")
    try folder.frameit("check", "-e", "rotate 3deg").succeeds(printing: "")
    try folder.frameit("check", "-e", "", "-e", "rotat").fails(3, naming: "-e:2:1")
    try folder.frameit("check", "-e", "", "s.txt").fails(2, saying: "No script given")
  }
}
