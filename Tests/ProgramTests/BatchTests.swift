import FrameImage
import Testing

/// Several inputs: each has its own output, and one failure does not stop the others.
@Suite struct BatchTests {
  private func folder() throws -> Folder {
    try Folder([
      "a.png": Images.png(5, 4, seed: 1), "b.jpg": Images.jpeg(), "c.png": Images.png(3, 7, seed: 3),
      "bad.png": Array("no image".utf8),
    ])
  }

  @Test("Each input has its own output") func oneOutputPerInput() throws {
    let folder = try folder()
    try folder.expectChanges(["a.framed.png", "b.framed.jpg", "c.framed.png"]) {
      try folder.frameit("apply", "-e", "rotate 180deg", "a.png", "b.jpg", "c.png").succeeds(
        printing: "a.framed.png\nb.framed.jpg\nc.framed.png\n")
    }
    #expect(try Images.decode(folder["c.framed.png"]).size == PixelSize(width: 3, height: 7))
  }

  @Test("A damaged input does not stop the others") func damagedInput() throws {
    let folder = try folder()
    try folder.expectChanges(["a.framed.png", "c.framed.png"]) {
      let outcome = try folder.frameit("apply", "-e", "", "a.png", "bad.png", "nope.png", "c.png")
      #expect(outcome.ending == .exit(7))
      #expect(outcome.text == "a.framed.png\nc.framed.png\n")
      outcome.says(["bad.png: unknown image format", "nope.png: no such file", "2 of 4 failed"])
    }
    let all = try folder.frameit("apply", "-e", "", "nope.png", "bad.png")
    all.fails(7)
  }

  @Test("A script that fails for one image fails only for that image") func failingScript() throws {
    let folder = try folder()
    let outcome = try folder.frameit("apply", "-e", "expect $width 5", "a.png", "c.png")
    #expect(outcome.ending == .exit(7))
    #expect(outcome.text == "a.framed.png\n")
    outcome.says(["expected 5, found 3", "1 of 2 failed"])
  }

  @Test("Two outputs with one name are refused before anything is written") func collidingNames() throws {
    let folder = try folder()
    folder["deep/a.png"] = folder["a.png"]
    try folder.expectChanges([]) {
      try folder.frameit("apply", "-e", "", "--force", "c.png", "a.png", "deep/a.png")
        .fails(2, naming: "a.png", "deep/a.png", "a.framed.png")
      try folder.frameit("apply", "-e", "", "a.png", "c.png", "-o", "x.png").fails(
        2, naming: "x.png", "2")
      try folder.frameit("apply", "-e", "", "a.png", "c.png", "-o", "-").fails(2)
    }
  }

  @Test("Two Unicode forms of a letter are two names") func unicodeForms() throws {
    let names = ["\u{E9}.png", "e\u{301}.png"]
    let folder = try Folder()
    for name in names { folder[name] = try Images.png() }
    let outcome = try folder.spawn(["apply", "-e", ""] + names).run().succeeds()
    #expect(outcome.lines.count == 2)
    #expect(folder.listing.count == 4)
  }

  // MARK: Several images at a time

  @Test("A script with two image layers takes two inputs at a time") func pairs() throws {
    let folder = try folder()
    folder.write("canvas 8,8\nlayer back image\nlayer front image size 2,2\n", to: "two.txt")
    try folder.frameit("apply", "two.txt", "a.png", "c.png", "b.jpg", "a.png").succeeds(
      printing: "a.framed.png\nb.framed.jpg\n")
    try folder.expectChanges([]) {
      try folder.frameit("apply", "two.txt", "a.png", "--force")
        .fails(2)
      try folder.frameit("apply", "two.txt", "a.png", "b.jpg", "c.png", "--force")
        .fails(2)
    }
  }

  @Test("The highest input number of a script sets the number of inputs per job") func highestNumber() throws
  {
    let folder = try folder()
    try folder.frameit("apply", "-e", "layer x image $2", "a.png", "c.png", "-o", "x.png").succeeds()
    try folder.frameit("apply", "-e", "layer x image $2", "a.png", "-o", "y.png")
      .fails(2)
    #expect(folder["y.png"] == nil)
  }

  @Test("A scene without images needs a canvas and an output name") func noImages() throws {
    let folder = try folder()
    try folder.frameit("apply", "-e", "canvas 6,5; background red", "-o", "red.png").succeeds()
    #expect(try Images.decode(folder["red.png"]).size == PixelSize(width: 6, height: 5))
    try folder.frameit("apply", "-e", "canvas 6,5").fails(2, naming: "-o")
    try folder.frameit("apply", "-e", "", "-o", "x.png").fails(3)
    #expect(folder["x.png"] == nil)
  }

  // MARK: JSON

  @Test("--json prints one record per output of a batch") func records() throws {
    let folder = try folder()
    let outcome = try folder.frameit(
      "apply", "-e", "canvas 100%,100%; rotate 90deg", "--json", "a.png", "bad.png", "b.jpg")
    #expect(outcome.ending == .exit(7))
    let records = try outcome.records()
    try #require(records.count == 3)
    #expect(records.map { $0["status"] as? String } == ["done", "failed", "done"])
    #expect(records.map { $0["code"] as? Int } == [0, 4, 0])
    #expect(records.allSatisfy { $0["schema"] as? Int == 1 })
    #expect(records.map { $0["inputs"] as? [String] } == [["a.png"], ["bad.png"], ["b.jpg"]])
    #expect((records[1]["errors"] as? [String])?.first?.contains("bad.png: unknown image format") == true)
    let done = records[0]
    #expect(done["output"] as? String == "a.framed.png")
    #expect(done["width"] as? Int == 5 && done["height"] as? Int == 4)
    #expect(done["format"] as? String == "png")
    #expect(done["method"] as? String == "compose")
    #expect((done["resampling"] as? [String])?.isEmpty == false)
    #expect((done["milliseconds"] as? Double).map { $0 >= 0 } == true)
    #expect(done["notices"] as? [String] == [])
    let hash = try folder.frameit("hash", "a.framed.png").succeeds()
    #expect(hash.text == "\(done["hash"] as? String ?? "")  a.framed.png\n")
  }

  @Test("Records and an image cannot both go to stdout") func recordsOrImage() throws {
    let folder = try folder()
    try folder.frameit("apply", "-e", "", "--json", "a.png", "-o", "-").fails(2, naming: "--json")
    try folder.frameit("apply", "-e", "", "--json", "-", stdin: folder["a.png"]).fails(2, naming: "--json")
    let dry = try folder.frameit("apply", "-e", "", "--json", "--dry-run", "a.png").succeeds()
    #expect(try dry.records().first?["status"] as? String == "planned")
    #expect(folder["a.framed.png"] == nil)
  }

  /// An edit that fails after its layers were declared still takes one image per layer: one edit, one error.
  @Test("A failing script fails for all inputs of its job") func failingPairs() throws {
    let folder = try folder()
    let script = "canvas 9,9; layer a image; layer b image; fill red"
    try folder.frameit("apply", "-e", script, "a.png", "b.jpg").fails(
      3, naming: "fill")
  }
}
