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

  @Test("A field in the output's name writes one file per frame") func numberedFiles() throws {
    let folder = try folder()
    try folder.expectChanges(["f-00.png", "f-01.png", "f-02.png", "f-03.png", "f-04.png"]) {
      let outcome = try folder.frameit("apply", "s.txt", "--frames", "10fps", "-o", "f-%02d.png").succeeds()
      #expect(outcome.lines == ["f-00.png", "f-01.png", "f-02.png", "f-03.png", "f-04.png"])
    }
    try folder.frameit("apply", "s.txt", "-o", "still.png").succeeds()
    try folder.frameit("compare", "still.png", "f-04.png").succeeds()
    try folder.expectChanges(["100%-0.jpg", "100%-1.jpg"]) {
      try folder.frameit("apply", "s.txt", "--frames", "2", "-o", "100%%-%d.jpg").succeeds()
    }
  }

  @Test("The name has at most one field, which is only for frames") func frameField() throws {
    let folder = try folder()
    try folder.frameit("apply", "s.txt", "--frames", "10", "-o", "%d-%d.png").fails(
      2, saying: "several fields", "%d once")
    try folder.expectChanges(["%d.png"]) { try folder.frameit("apply", "s.txt", "-o", "%d.png").succeeds() }
    for (name, field) in [("%5d.png", "%5d"), ("a-%s.png", "%s"), ("%.3d.png", "%.3d"), ("%0d.png", "%0d")] {
      try folder.frameit("apply", "s.txt", "--frames", "10", "-o", name).fails(
        2, saying: "\(field) is not a field for frame numbers", "%04d for four digits")
    }
    try folder.expectChanges(["100%.png"]) {
      try folder.frameit("apply", "s.txt", "--frames", "10", "-o", "100%.png").succeeds()
    }
    try folder.frameit("apply", "s.txt", "--frames", "10", "-o", "%d/a.png").fails(
      6)
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

  @Test("A format for one image refuses frames with a hint") func singleFrameFormat() throws {
    let folder = try folder()
    try folder.frameit("apply", "s.txt", "--frames", "10", "-o", "a.jpg")
      .fails(2, naming: "5", "-o frame-%04d.jpg")
    try folder.frameit("apply", "-e", "pan 5,5", "photo.jpg", "--frames", "10")
      .fails(2, naming: "photo.jpg", "5", "--format png")
  }

  @Test(
    "An invalid frame rate is invalid usage",
    arguments: ["0", "", "30 fps", "fps", "-3", "1001", "1e2", "thirty", "1/30"])
  func invalidRates(rate: String) throws {
    let folder = try folder()
    try folder.frameit("apply", "s.txt", "--frames=\(rate)", "-o", "a.png").fails(2, naming: "--frames")
    try folder.frameit("explain", "s.txt", "--frames=\(rate)").fails(2, naming: "--frames")
  }

  @Test("Too many frames exceed a limit") func tooManyFrames() throws {
    let folder = try folder()
    try folder.frameit("apply", "s.txt", "--frames", "10", "--max-frames", "4", "-o", "a.png")
      .fails(5, naming: "s.txt:4:1", "4", "--max-frames")
    try folder.frameit("apply", "s.txt", "--frames", "10", "--max-frames", "5", "-o", "a.png").succeeds()
    try folder.frameit("apply", "-e", "canvas 9,9; wait 100000s", "--frames", "60", "-o", "b.png")
      .fails(5, naming: "--max-frames")
    try folder.frameit("apply", "s.txt", "--max-frames", "5", "-o", "c.png").fails(
      2, naming: "--frames")
  }

  @Test("--frame without an animated image is invalid usage") func noFrames() throws {
    let folder = try folder()
    try folder.frameit("apply", "s.txt", "--frame", "1", "-o", "a.png")
      .fails(2, naming: "1", "--frames")
  }

  @Test("--frames excludes lossless transforms") func noLossless() throws {
    let folder = try folder()
    try folder.frameit(
      "apply", "-e", "rotate 90deg", "photo.jpg", "--frames", "5", "--lossless", "require", "-o", "a.png"
    )
    .fails(2, naming: "--frames")
  }

  @Test("A script without animation has one frame") func oneFrame() throws {
    let folder = try folder()
    let outcome = try folder.frameit(
      "apply", "-e", "rotate 9deg", "photo.jpg", "--frames", "30", "-o", "a.jpg")
    #expect(outcome.ending == .exit(0) && Images.isJPEG(folder["a.jpg"]))
    #expect(outcome.err.contains("the script has no duration"))
  }

  @Test("Reports have the number of frames and the duration") func reports() throws {
    let folder = try folder()
    let record = try #require(
      try folder.frameit("apply", "s.txt", "--frames", "10", "-o", "f-%d.png", "--json").succeeds().records()
        .first)
    #expect(record["frames"] as? Int == 5 && record["duration"] as? Double == 0.5)
    #expect(record["output"] as? String == "f-%d.png")
    let explained = try folder.frameit("explain", "s.txt", "--frames", "10fps", "--format", "png").succeeds()
    #expect(explained.text.contains("frames      5 frames at 10 per second, 0.5 s"))
    let plain = try #require(
      try folder.frameit("apply", "s.txt", "-o", "p.png", "--json").succeeds().records().first)
    #expect(plain["frames"] == nil && plain["duration"] == nil)
    let planned = try folder.frameit("apply", "s.txt", "--frames", "10", "-o", "g-%d.png", "--dry-run")
      .succeeds()
    #expect(planned.lines == (0..<5).map { "g-\($0).png" } && folder["g-0.png"] == nil)
  }

  @Test("A batch renders frames for each image") func batches() throws {
    let folder = try folder()
    folder["100%d.png"] = try Images.png(30, 20, seed: 5)
    let edit = [
      "apply", "-e", "pan 5,5 over 200ms", "photo.png", "100%d.png", "--frames", "5", "--out-dir", "o",
    ]
    try folder.frameit(words: edit + ["--name", "{stem}-%02d.png", "--resume"]).succeeds()
    let names = [
      "100%d-00.png", "100%d-01.png", "100%d-02.png", "photo-00.png", "photo-01.png", "photo-02.png",
    ]
    #expect(folder.listing.filter { $0.hasPrefix("o/") } == names.map { "o/\($0)" })
    let before = names.map { folder["o/\($0)"] }
    // Finished sequences are skipped. If one frame is missing, all frames are made again.
    func statuses(_ more: String...) throws -> [String] {
      try folder.frameit(words: edit + ["--name", "{stem}-%02d.png", "--resume", "--json"] + more).succeeds()
        .records()
        .map { $0["status"] as? String ?? "" }
    }
    #expect(try statuses() == ["skipped", "skipped"])
    folder["o/photo-01.png"] = nil
    #expect(try statuses() == ["done", "skipped"])
    #expect(names.map { folder["o/\($0)"] } == before)
    #expect(try statuses() == ["skipped", "skipped"])
  }

  @Test("Another frame rate or another animation makes the output outdated") func outdated() throws {
    let folder = try folder()
    func status(_ script: String, _ rate: String) throws -> String {
      let outcome = try folder.frameit(
        "apply", "-e", script, "photo.png", "--frames", rate, "--out-dir", "o", "--resume", "--json")
      return try outcome.succeeds().records().first?["status"] as? String ?? ""
    }
    let slow = "animate photo opacity from 0 to 1 over 1s"
    #expect(try status(slow, "5") == "done")
    #expect(try status(slow, "5") == "skipped")
    #expect(try status(slow, "6") == "done")
    // The same final state after other intermediate frames.
    #expect(try status("animate photo opacity from 0 to 1 over 1s ease linear", "6") == "done")
    #expect(try status("animate photo opacity from 0 to 1 over 1s ease linear", "6") == "skipped")
  }

  @Test("--sizes works with frames") func sizes() throws {
    let folder = try folder()
    try folder.frameit("apply", "s.txt", "--frames", "5", "-o", "f-%d.png", "--sizes", "15,30").succeeds()
    #expect(
      folder.listing.filter { $0.hasPrefix("f-") }.sorted()
        == ["f-0-15.png", "f-0-30.png", "f-1-15.png", "f-1-30.png", "f-2-15.png", "f-2-30.png"])
  }

  @Test("A terminal shows the progress of frames") func progress() throws {
    let folder = try folder()
    let slow = "canvas 500,500; layer a ellipse 0,0 400,400 fill red; animate a move to 90,90 over 3s"
    let quiet = try folder.frameit("apply", "-e", slow, "--frames", "5", "-o", "a.png")
    #expect(quiet.ending == .exit(0) && quiet.err == "")
    let words = ["apply", "-e", slow, "--frames", "5", "-o", "b.png"]
    let shown = try TerminalSession().run(words, in: folder, environment: ["TERM": "xterm"])
    #expect(shown.ending == .exit(0))
    #expect(shown.text.contains("1 of 16 frames, "), "\(shown.text)")
    #expect(shown.text.hasSuffix("\u{1B}[Kb.png\r\n"), "\(shown.text)")
    let numbered = try TerminalSession().run(
      ["apply", "-e", slow, "--frames", "5", "-o", "f-%02d.png", "--quiet"], in: folder,
      environment: ["TERM": "xterm"])
    #expect(numbered.ending == .exit(0) && numbered.text == "")
  }
}
