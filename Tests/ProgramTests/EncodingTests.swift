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

  @Test("An output that does not fit is not written") func tooManyBytes() throws {
    let folder = try folder()
    try folder.expectChanges([]) {
      try folder.frameit("apply", "-e", "", "a.png", "-o", "b.jpg", "--max-bytes", "300")
        .fails(5, saying: "at the lowest quality, more than 300")
      try folder.frameit("apply", "-e", "", "a.png", "-o", "b.png", "--max-bytes", "300")
        .fails(2, saying: "PNG has no quality")
    }
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

  @Test("--max-bytes applies to each file of a frame sequence") func frames() throws {
    let folder = try folder()
    let words = [
      "apply", "-e", "animate photo rotate to 90deg over 0.1s", "a.jpg", "--frames", "20", "--max-bytes",
      "3K",
    ]
    let record = try folder.spawn(words + ["-o", "f%d.jpg", "--json"]).run().succeeds().records()[0]
    #expect(record["quality"] is Int)
    for frame in 0..<3 { #expect(try #require(folder["f\(frame).jpg"]).count <= 3000) }
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

  @Test("Explain says which Huffman tables are used, and why") func explainedTables() throws {
    let folder = try folder()
    func text(_ words: String...) throws -> String {
      try folder.spawn(["explain", "a.jpg"] + words).run().succeeds().text
    }
    #expect(try text("-e", "rotate 3deg").contains("coding      baseline, optimized Huffman tables\n"))
    #expect(try text("-e", "rotate 3deg", "--progressive").contains("coding      progressive"))
    #expect(try !text("-e", "").contains("coding"))
    let large = try text("-e", "canvas 4000,4000; scale 3")
    #expect(large.contains("coding      baseline, standard Huffman tables\n"))
    #expect(large.contains("91.6 MiB, more than 64 MiB"))
    #expect(try text("-e", "canvas 4000,4000; scale 3", "--chroma", "420").contains("optimized"))
    // A memory limit that leaves no room for coefficients.
    #expect(try text("-e", "canvas 1000,1000; scale 3", "--max-memory", "5M").contains("standard"))
  }

  // MARK: Metadata

  @Test("--dpi sets the resolution", arguments: ["jpg", "png"]) func dpi(format: String) throws {
    let folder = try folder()
    for (name, script) in [
      ("a.jpg", "rotate 3deg"), ("a.jpg", ""), ("a.png", ""), ("", "canvas 9,9; background red"),
    ] {
      let inputs = name.isEmpty ? [] : [name]
      try folder.spawn(
        ["apply", "-e", script] + inputs + [
          "-o", "d.\(format)", "--force", "--dpi", "300", "--drop", "resolution",
        ]
      ).run().succeeds()
      let resolution = try #require(try header(folder, "d.\(format)").metadata.resolution)
      #expect(abs(resolution.x * 0.0254 - 300) < 0.01 && resolution.x == resolution.y)
    }
  }

  @Test("--loop sets how often an animation plays") func loop() throws {
    let folder = try folder()
    let words = [
      "apply", "-e", "animate photo rotate to 90deg over 0.2s", "a.png", "--frames", "10", "--force",
    ]
    for (value, count) in [("3", 3), ("0", 0), ("forever", 0)] {
      try folder.spawn(words + ["-o", "l.png", "--loop", value]).run().succeeds()
      #expect(try header(folder, "l.png").loopCount == count)
    }
    // The count of an animated input is kept or replaced.
    try folder.spawn(words + ["-o", "l.png", "--loop", "3"]).run().succeeds()
    try folder.frameit("apply", "-e", "rotate 3deg", "l.png", "-o", "m.png").succeeds()
    #expect(try header(folder, "m.png").loopCount == 3)
    try folder.frameit("apply", "-e", "rotate 3deg", "l.png", "-o", "m.png", "--force", "--loop", "5")
      .succeeds()
    #expect(try header(folder, "m.png").loopCount == 5)
    try folder.frameit("apply", "-e", "", "a.png", "-o", "s.png", "--loop", "5").succeeds(
      warning: "not animated")
  }

  @Test("--profile and --to are the same option") func profile() throws {
    let folder = try folder()
    let words = ["apply", "-e", "rotate 3deg", "a.png", "-o", "-"]
    let out = try folder.spawn(words + ["--profile", "srgb"]).run().succeeds().out
    #expect(try folder.spawn(words + ["--to", "srgb"]).run().succeeds().out == out)
  }

  // MARK: Errors

  @Test("Settings that the format cannot honor are invalid usage") func unsupportedSettings() throws {
    let folder = try folder()
    try folder.expectChanges([]) {
      for (format, options, reason) in [
        ("png", ["--progressive"], "PNG cannot be written as a progressive image"),
        ("png", ["--chroma", "420"], "the chroma subsampling of PNG cannot be chosen"),
        ("qoi", ["--dpi", "300"], "QOI stores no resolution"),
        ("jpg", ["--loop", "2"], "JPEG stores no animation"),
        ("qoi", ["--max-bytes", "9K"], "QOI has no quality"),
      ] {
        try folder.spawn(["apply", "-e", "rotate 3deg", "a.png", "-o", "b.\(format)"] + options).run()
          .fails(2, saying: "b.\(format): \(reason)")
      }
    }
  }

  @Test("Contradicting settings and wrong values are invalid usage") func contradictions() throws {
    let folder = try folder()
    try folder.expectChanges([]) {
      for options in [
        ["--lossless", "require", "--chroma", "420"], ["--lossless", "require", "--max-bytes", "1K"],
        ["--quality", "keep", "--chroma", "420"], ["--quality", "keep", "--max-bytes", "1K"],
        ["--chroma", "411"], ["--chroma", "4:2"], ["--dpi", "0"], ["--dpi", "70000"], ["--dpi", "72.5"],
        ["--loop", "-1"], ["--loop", "often"], ["--max-bytes", "0"], ["--max-bytes", "-1"],
        ["--max-bytes", "2X"],
        ["--max-bytes", "K"], ["--max-bytes", "1e3"],
      ] {
        try folder.spawn(["apply", "-e", "", "a.jpg", "-o", "b.jpg"] + options).run().fails(
          2, naming: options[0])
      }
    }
  }

  @Test("Jobs of serve have the same settings") func serve() throws {
    let folder = try folder()
    let jobs = [
      #"{"script":"","input":"a.jpg","output":"1.jpg","maxBytes":"3K","progressive":true}"#,
      #"{"script":"","input":"a.jpg","output":"2.jpg","chroma":"420","dpi":300}"#,
      #"{"script":"","input":"a.jpg","output":"3.jpg","maxBytes":true}"#,
      #"{"script":"","input":"a.jpg","output":"4.jpg","quality":"keep","chroma":444}"#,
    ]
    folder.write(jobs.joined(separator: "\n"), to: "jobs")
    let answers = try folder.frameit("serve", "--stdin", stdin: folder["jobs"]).records()
    #expect(answers.map { $0["code"] as? Int } == [0, 0, 2, 2])
    #expect(answers[0]["quality"] is Int)
    #expect(try #require(folder["1.jpg"]).count <= 3000)
    #expect(try header(folder, "1.jpg").traits == ["progressive"])
    #expect(try header(folder, "2.jpg").blocks?.mcu == PixelSize(width: 16, height: 16))
    #expect(folder["3.jpg"] == nil && folder["4.jpg"] == nil)
  }
}
