import FrameCodec
import FrameImage
import JPEGCodec
import PNGCodec
import Testing

/// `--max-bytes`, `--chroma`, `--progressive`, `--dpi`, `--loop` and `--profile`.
@Suite struct EncodingTests {
  private func folder() throws -> Folder {
    try Folder(["a.jpg": Images.jpeg(160, 120), "a.png": Images.png(160, 120)])
  }

  private func header(_ folder: Folder, _ name: String) throws -> ImageHeader {
    let input = ByteInput(bytes: try #require(folder[name]))
    return try CodecList([JPEGCodec(), PNGCodec()]).codec(for: input).open(input, limits: Limits()).header
  }

  // MARK: --max-bytes

  @Test("--max-bytes uses the highest quality that fits") func maximumBytes() throws {
    let folder = try folder()
    func size(_ quality: Int) throws -> Int {
      try folder.frameit("apply", "-e", "", "a.png", "-o", "q.jpg", "--force", "--quality", "\(quality)")
        .succeeds()
      return try #require(folder["q.jpg"]).count
    }
    for limit in [1500, 4000, 9000] {
      let record = try folder.frameit(
        "apply", "-e", "", "a.png", "-o", "b.jpg", "--force", "--max-bytes", "\(limit)", "--json"
      ).succeeds().records()[0]
      let quality = try #require(record["quality"] as? Int)
      #expect(try #require(folder["b.jpg"]).count <= limit)
      #expect(try size(quality) == folder["b.jpg"]?.count)
      #expect(folder["b.jpg"] == folder["q.jpg"])
      if quality < 100 { #expect(try size(quality + 1) > limit) }
      let hash = try folder.frameit("hash", "a.png").succeeds().text
      #expect(hash.hasPrefix(try #require(record["hash"] as? String)))
    }
  }

  @Test("--quality is the highest quality that --max-bytes tries") func highestQuality() throws {
    let folder = try folder()
    let words = ["apply", "-e", "", "a.png", "--force", "--quality", "40"]
    let run = try folder.spawn(words + ["-o", "b.jpg", "--max-bytes", "1M", "-v"]).run()
    #expect(run.ending == .exit(0) && run.text == "b.jpg\n")
    #expect(run.err.hasPrefix("frameit: b.jpg: quality 40\n"))
    try folder.spawn(words + ["-o", "c.jpg"]).run().succeeds()
    #expect(folder["b.jpg"] == folder["c.jpg"])
  }

  @Test("--max-bytes applies to each size") func sizes() throws {
    let folder = try folder()
    try folder.frameit("apply", "-e", "", "a.jpg", "--sizes", "40,80,160", "-o", "b.jpg", "--max-bytes", "2K")
      .succeeds()
    for width in [40, 80, 160] {
      let bytes = try #require(folder["b-\(width).jpg"])
      #expect(bytes.count <= 2000)
    }
  }

  // MARK: Coding

  @Test("--progressive and --chroma choose the coding of JPEG") func coding() throws {
    let folder = try folder()
    try folder.frameit("apply", "-e", "", "a.png", "-o", "p.jpg", "--progressive", "--chroma", "422")
      .succeeds()
    #expect(try header(folder, "p.jpg").traits == ["progressive"])
    #expect(try header(folder, "p.jpg").blocks?.mcu == PixelSize(width: 16, height: 8))
    // A lossless transform stays lossless.
    let record = try folder.frameit("apply", "-e", "", "a.jpg", "-o", "q.jpg", "--progressive", "--json")
      .succeeds().records()[0]
    #expect(record["lossless"] as? String == "dct")
    #expect(try header(folder, "q.jpg").traits == ["progressive"])
    #expect(try Images.decode(folder["q.jpg"]) == Images.decode(folder["a.jpg"]))
    // The subsampling cannot change without pixels.
    let encoded = try folder.frameit("apply", "-e", "", "a.jpg", "-o", "r.jpg", "--chroma", "420", "--json")
      .succeeds().records()[0]
    #expect(encoded["lossless"] == nil)
    #expect(try header(folder, "r.jpg").blocks?.mcu == PixelSize(width: 16, height: 16))
  }

  @Test("Workers encode the same bytes") func isolation() throws {
    let folder = try folder()
    // The image has no metadata, so a worker receives none.
    for options in [["--progressive", "--chroma", "422", "--dpi", "200"], ["--max-bytes", "3K"], []] {
      for (name, script) in [("a.jpg", ""), ("a.png", "rotate 3deg")] {
        let words = ["apply", "-e", script, name, "-o", "-", "--format", "jpeg"] + options
        let own = try folder.spawn(words).run().succeeds().out
        #expect(try folder.spawn(words + ["--isolate"]).run().succeeds().out == own)
      }
    }
    let few = [
      "apply", "-e", "canvas 40,40; background white; layer a rect 0,0 10,10 fill red", "--format", "png",
      "-o", "-",
    ]
    #expect(
      try folder.spawn(few).run().succeeds().out == folder.spawn(few + ["--isolate"]).run().succeeds().out)
  }

  // MARK: Metadata

  @Test("--profile and --to are the same option") func profile() throws {
    let folder = try folder()
    let words = ["apply", "-e", "rotate 3deg", "a.png", "-o", "-"]
    let out = try folder.spawn(words + ["--profile", "srgb"]).run().succeeds().out
    #expect(try folder.spawn(words + ["--to", "srgb"]).run().succeeds().out == out)
  }
}
