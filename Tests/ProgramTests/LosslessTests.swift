import FrameCodec
import FrameGeometry
import FrameImage
import JPEGCodec
import PNGCodec
import Testing

/// `--lossless` and `--quality keep`.
@Suite struct LosslessTests {
  private let turn = ["apply", "-e", "canvas fit; rotate 90deg"]

  private func folder() throws -> Folder {
    try Folder([
      "whole.jpg": Images.jpeg(32, 16), "odd.jpg": Images.jpeg(20, 13), "a.png": Images.png(16, 16),
    ])
  }

  private func blocks(_ folder: Folder, _ name: String) throws -> (PixelSize, Orientation) {
    let header = try JPEGCodec().open(ByteInput(bytes: try #require(folder[name])), limits: Limits()).header
    return (header.size, header.orientation)
  }

  @Test("Four lossless turns give the same file") func fourTurns() throws {
    let folder = try folder()
    var name = "whole.jpg"
    for i in 1...4 {
      try folder.spawn(turn + [name, "-o", "\(i).jpg"]).run().succeeds()
      name = "\(i).jpg"
    }
    #expect(try Images.decode(folder["4.jpg"]) == Images.decode(folder["whole.jpg"]))
    // Encoding four times loses some quality.
    name = "whole.jpg"
    for i in 1...4 {
      try folder.spawn(turn + [name, "-o", "never\(i).jpg", "--lossless", "never"]).run().succeeds()
      name = "never\(i).jpg"
    }
    #expect(try Images.decode(folder["never4.jpg"]) != Images.decode(folder["whole.jpg"]))
  }

  @Test("An edit without effect copies the file") func unchangedFile() throws {
    let folder = try folder()
    for name in ["whole.jpg", "odd.jpg"] {
      try folder.frameit("apply", "-e", "", name, "-o", "same.jpg", "--force").succeeds()
      #expect(folder["same.jpg"] == folder[name])
      try folder.frameit("apply", "-e", "", name, "-o", "new.jpg", "--force", "--quality", "90").succeeds()
      #expect(folder["new.jpg"] != folder[name])
    }
  }

  @Test("--lossless require sets the orientation tag or trims partial blocks") func requirement() throws {
    let folder = try folder()
    try folder.spawn(turn + ["odd.jpg", "--lossless", "require", "-o", "tag.jpg"]).run().succeeds()
    let tagged = try blocks(folder, "tag.jpg")
    #expect(tagged.1 == .right)
    #expect(try tagged.0 == blocks(folder, "odd.jpg").0)
    #expect(try Images.decode(folder["tag.jpg"]) == Images.decode(folder["odd.jpg"]))
    try folder.frameit(
      "apply", "-e", "crop 3,0 17,13", "odd.jpg", "--lossless", "require", "-o", "trim.jpg"
    ).succeeds(warning: "12 x 13")
    #expect(try blocks(folder, "trim.jpg").0 == PixelSize(width: 12, height: 13))
  }

  @Test("Reports name the lossless method") func reportedMethod() throws {
    let folder = try folder()
    for (script, name, policy, way) in [
      ("canvas fit; rotate 90deg", "whole.jpg", "prefer", "dct"),
      ("canvas fit; rotate 90deg", "odd.jpg", "require", "tag"),
      ("crop 3,0 17,13", "odd.jpg", "require", "dct+trim"),
    ] {
      let words = ["-e", script, name, "--lossless", policy]
      let plan = try folder.spawn(["explain"] + words + ["--json"]).run().succeeds().records()[0]
      #expect(plan["lossless"] as? String == way)
      #expect(plan["notLossless"] == nil && plan["method"] as? String == "copy")
      let text = try folder.spawn(["explain"] + words).run().succeeds().text
      #expect(text.contains("lossless    \(way): "), "\(text)")
      let done = try folder.spawn(["apply"] + words + ["--json", "-o", "\(way).jpg"]).run().succeeds()
        .records()[0]
      #expect(done["lossless"] as? String == way)
      // The hash is that of the output's pixels.
      let hash = try folder.frameit("hash", "\(way).jpg").succeeds().text
      #expect(hash.hasPrefix(try #require(done["hash"] as? String)))
    }
    for (script, options, reason) in [
      ("canvas fit; rotate 90deg", [], "5 of 13 columns are in partial blocks"),
      ("rotate 3deg", [], "right angles"),
      ("translate 8,0", [], "outside the image"), ("", ["--lossless", "never"], "--lossless never"),
      ("", ["--quality", "80"], "--quality"), ("border 2 red", [], "a single image"),
    ] {
      let text = try folder.spawn(["explain", "-e", script, "odd.jpg"] + options).run().succeeds().text
      #expect(text.contains("lossless    no: ") && text.contains(reason), "\(text)")
    }
    #expect(try !folder.frameit("explain", "-e", "", "a.png").succeeds().text.contains("lossless "))
  }

  @Test("A damaged JPEG is not transformed without a warning") func damage() throws {
    let folder = try folder()
    folder["cut.jpg"] = Array(try Images.jpeg(64, 64).dropLast(900))
    for script in ["", "canvas fit; rotate 90deg"] {
      try folder.frameit("apply", "-e", script, "cut.jpg", "-o", "b.jpg", "--force").fails(
        4)
      try folder.frameit("apply", "-e", script, "cut.jpg", "-o", "b.jpg", "--force", "--on-damage", "salvage")
        .succeeds(printing: "b.jpg\n", warning: "cut.jpg: damaged")
      #expect(try Images.decode(folder["b.jpg"]).size == PixelSize(width: 64, height: 64))
    }
  }

  // MARK: --quality keep

  @Test("--quality keep uses the tables of the input") func keptQuality() throws {
    let folder = try folder()
    let bitmap = try Images.bitmap(32, 16)
    for quality in ["20", "75", "95"] {
      folder["in.png"] = try Images.encode(bitmap, PNGCodec())
      try folder.frameit("apply", "-e", "", "in.png", "-o", "in.jpg", "--force", "--quality", quality)
        .succeeds()
      let keep = ["apply", "-e", "canvas 100%,100%; translate 0.5,0", "in.jpg", "--force"]
      try folder.spawn(keep + ["-o", "kept.jpg", "--quality", "keep"]).run().succeeds()
      try folder.spawn(keep + ["-o", "same.jpg", "--quality", quality]).run().succeeds()
      #expect(folder["kept.jpg"] == folder["same.jpg"])
    }
    // `--quality keep` does not prevent moving blocks.
    try folder.frameit("apply", "-e", "", "whole.jpg", "-o", "w.jpg", "--quality", "keep").succeeds()
    #expect(folder["w.jpg"] == folder["whole.jpg"])
  }
}
