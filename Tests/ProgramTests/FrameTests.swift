import Testing

/// Animated images: every frame is edited, or a selected one.
@Suite struct FrameTests {
  /// `flicker.png` has two frames.
  private func folder() throws -> Folder {
    let folder = try Folder(["a.png": Images.png(40, 30)])
    try folder.frameit(
      "apply", "-e", "layer p image $1; layer q image placeholder at 3,4 size 5,2", "a.png", "-o", "b.png"
    ).succeeds()
    _ = try folder.frameit("compare", "a.png", "b.png", "--diff", "flicker.png", "--diff-as", "flicker")
    return folder
  }

  private func same(_ one: String, _ other: String, in folder: Folder) throws -> Bool {
    try folder.frameit("compare", one, other).ending == .exit(0)
  }

  @Test("Every frame gets the same edit") func allFrames() throws {
    let folder = try folder()
    let edit = ["-e", "canvas fit; rotate 20deg"]
    try folder.spawn(["apply"] + edit + ["flicker.png", "-o", "turned.png"]).run().succeeds()
    #expect(try folder.frameit("info", "turned.png").succeeds().text.contains("2 frames"))
    for (frame, still) in ["a.png", "b.png"].enumerated() {
      let (one, alone) = ("one\(frame).png", "alone\(frame).png")
      try folder.frameit("apply", "-e", "", "turned.png", "--frame", "\(frame)", "-o", one).succeeds()
      try folder.spawn(["apply"] + edit + [still, "-o", alone]).run().succeeds()
      #expect(try same(one, alone, in: folder))
    }
    #expect(try !same("one0.png", "one1.png", in: folder))
  }

  @Test("A format for one image refuses an animation") func oneFrameFormat() throws {
    let folder = try folder()
    try folder.frameit("apply", "-e", "", "flicker.png", "-o", "x.jpg")
      .fails(2)
    try folder.frameit("explain", "-e", "", "flicker.png", "--format", "jpeg").fails(2, naming: "--frame 0")
    try folder.frameit("apply", "-e", "", "flicker.png", "--frame", "1", "-o", "x.jpg").succeeds()
    try folder.frameit("apply", "-e", "", "flicker.png", "--frame", "2", "-o", "y.jpg")
      .fails(2)
    try folder.frameit("apply", "-e", "", "flicker.png", "--frame=-1", "-o", "y.jpg").fails(
      2, naming: "--frame")
  }

  @Test("An animation with too many frames is refused by its header")
  func tooMuchWork() throws {
    let folder = try folder()
    // Two small frames count as 32,768 pixels, which is 16 times 2,048.
    for command in ["apply", "explain"] {
      let output = command == "apply" ? ["-o", "x.png"] : []
      try folder.frameit(words: [command, "-e", "", "flicker.png", "--max-pixels", "2047"] + output)
        .fails(5, naming: "flicker.png", "32768", "--max-pixels 2048")
    }
    let one = ["apply", "-e", "", "flicker.png", "-o", "one.png", "--max-pixels", "2047", "--frame"]
    try folder.frameit(words: one + ["0"]).succeeds()
    try folder.frameit(words: one + ["1"]).fails(5, naming: "flicker.png")
    try folder.frameit("apply", "-e", "", "flicker.png", "-o", "x.png", "--max-pixels", "2048").succeeds()
  }

  @Test("A still image has one frame") func stillImage() throws {
    let folder = try folder()
    for input in ["a.png"] {
      try folder.frameit("apply", "-e", "", input, "--frame", "0", "-o", "x.png").succeeds()
      try folder.frameit("apply", "-e", "", input, "--frame", "7", "-o", "y.png")
        .fails(2, saying: "\(input): there is no frame 7", "still image")
      try folder.frameit("explain", "-e", "", input, "--frame", "1").fails(2)
    }
  }

  @Test("Still images are shown in every frame of an animation") func mixedLayers() throws {
    let folder = try folder()
    let script = "layer p image $1; layer q image $2 at 20,0 size 10,10"
    try folder.frameit("apply", "-e", script, "flicker.png", "a.png", "-o", "both.png").succeeds()
    #expect(try folder.frameit("info", "both.png").succeeds().text.contains("2 frames"))
    try folder.frameit("apply", "-e", script, "b.png", "a.png", "-o", "second.png").succeeds()
    try folder.frameit("apply", "-e", "", "both.png", "--frame", "1", "-o", "one.png").succeeds()
    #expect(try same("one.png", "second.png", in: folder))
  }
}
