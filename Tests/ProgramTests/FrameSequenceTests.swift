import Testing

/// `--frames`: an edit as frames, in one file or in one file per frame.
@Suite struct FrameSequenceTests {
  private static let script = """
    canvas 30,20
    background white
    layer dot ellipse 5,5 10,10 fill red
    animate dot move to 12,0 over 400ms ease linear
    """

  private func folder() throws -> Folder {
    let folder = try Folder(["photo.png": Images.png(30, 20), "photo.jpg": Images.jpeg(30, 20)])
    folder.write(Self.script, to: "s.txt")
    return folder
  }

  @Test("--frames writes an animated PNG") func animatedPNG() throws {
    let folder = try folder()
    try folder.frameit("apply", "s.txt", "--frames", "10fps", "-o", "a.apng").succeeds()
    #expect(try folder.frameit("info", "a.apng").succeeds().text.contains("5 frames"))
    try folder.frameit("apply", "s.txt", "-o", "still.png").succeeds()
    try folder.frameit("apply", "-e", "", "a.apng", "--frame", "4", "-o", "last.png").succeeds()
    try folder.frameit("compare", "still.png", "last.png").succeeds()
    try folder.frameit(
      "apply", "s.txt", "--frames", "10", "-o", "-", "--format", "png", "--jobs", "1", to: .pipe
    )
    .succeeds()
    let piped = try folder.frameit(
      "apply", "s.txt", "--frames", "10", "-o", "-", "--format", "png", "--jobs", "2")
    #expect(piped.out == folder["a.apng"])
  }

  @Test("Existing frames are refused before anything is drawn") func existingFrames() throws {
    let folder = try folder()
    folder["f-3.png"] = [1, 2, 3]
    try folder.expectChanges([]) {
      try folder.frameit("apply", "s.txt", "--frames", "10", "-o", "f-%d.png").fails(
        6, naming: "f-3.png")
    }
    try folder.frameit("apply", "s.txt", "--frames", "10", "-o", "f-%d.png", "--force").succeeds()
    #expect(Images.isPNG(folder["f-3.png"]))
  }

  @Test("A script without animation has one frame") func oneFrame() throws {
    let folder = try folder()
    let outcome = try folder.frameit(
      "apply", "-e", "rotate 9deg", "photo.jpg", "--frames", "30", "-o", "a.jpg")
    #expect(outcome.ending == .exit(0) && Images.isJPEG(folder["a.jpg"]))
    #expect(outcome.err.contains("the script has no duration"))
  }
}
