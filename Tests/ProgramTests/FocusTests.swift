import FrameImage
import JPEGCodec
import PNGCodec
import Testing

/// `focus` in the program: reports, errors, batches, and the same results in every way of running.
@Suite struct FocusTests {
  private static let attention = "canvas 40,40; mode scaleAspectFill; focus attention"

  /// A gray image with a red square.
  private func drawing(_ width: Int, _ height: Int, _ x: Int, _ y: Int, side: Int = 12) throws -> Bitmap {
    var bytes: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        let isInside = (x..<x + side).contains(column) && (y..<y + side).contains(row)
        bytes += isInside ? [230, 30, 20] : [100, 110, 120]
      }
    }
    let size = try #require(PixelSize(width: width, height: height))
    return try #require(Bitmap(size: size, format: .rgb8, bytes: bytes))
  }

  private func folder() throws -> Folder {
    let left = try Images.encode(drawing(120, 60, 4, 20), PNGCodec())
    let right = try Images.encode(drawing(120, 60, 100, 20), PNGCodec())
    // Large enough to be decoded at a reduced size.
    let large = try Images.encode(drawing(1200, 600, 60, 200, side: 120), JPEGCodec())
    return try Folder(["left.png": left, "right.png": right, "large.jpg": large])
  }

  private func layer(_ folder: Folder, _ words: String...) throws -> [String: Any] {
    let record = try folder.frameit(words: ["explain", "--json"] + words).succeeds().records()[0]
    return try #require((record["layers"] as? [[String: Any]])?.first)
  }

  @Test("explain shows the window and its reason, and says that it has read pixels") func explain() throws {
    let folder = try folder()
    let text = try folder.frameit("explain", "-e", Self.attention, "left.png").succeeds().text
    #expect(text.contains("analyzed    left.png: its pixels were read for this plan"))
    #expect(text.contains("0,0 60 x 60 of the image in its box (focus attention)"))
    #expect(try layer(folder, "-e", Self.attention, "right.png")["window"] as? [Double] == [60, 0, 60, 60])
    let found = try #require(try layer(folder, "-e", Self.attention, "large.jpg")["window"] as? [Double])
    #expect(found[0] == 0 && found[2] == 600)
    let point = try folder.frameit(
      "explain", "--json", "-e", "canvas 40,40; mode scaleAspectFill; focus 50%,40", "left.png"
    ).succeeds().records()[0]
    #expect(point["analyzed"] == nil)
    #expect((point["layers"] as? [[String: Any]])?.first?["focus"] as? String == "50%,40")
  }

  @Test("Outputs are the same with any number of jobs, with --isolate and with shared pixels") func same()
    throws
  {
    let folder = try folder()
    folder.write(Self.attention, to: "s.txt")
    let inputs = ["left.png", "right.png", "large.jpg"]
    for (name, options) in [("1", ["--jobs", "1"]), ("4", ["--jobs", "4"]), ("i", ["--isolate"])] {
      try folder.frameit(
        words: ["apply", "s.txt"] + inputs + ["--out-dir", name, "--format", "png"] + options
      ).succeeds()
      for input in ["left.png", "right.png", "large.png"] {
        #expect(folder["\(name)/\(input)"] == folder["1/\(input)"], "\(name) \(input)")
      }
    }
    try folder.frameit("apply", "s.txt", "right.png", "--sizes", "40,20", "--out-dir", "sizes").succeeds()
    #expect(folder.listing.filter { $0.hasPrefix("sizes/") }.count == 2)
  }

  @Test("A file of boxes serves a batch") func batch() throws {
    let folder = try folder()
    folder.write("canvas 40,40; mode scaleAspectFill; focus \"faces.json\"", to: "s.txt")
    folder.write(
      #"{"left.png": [[100, 4, 9, 9]], "right.png": [], "large.jpg": [[0.9, 0.5, 0.1, 0.1]]}"#,
      to: "faces.json")
    #expect(try layer(folder, "s.txt", "left.png")["window"] as? [Double] == [60, 0, 60, 60])
    #expect(try layer(folder, "s.txt", "left.png")["focus"] as? String == "1 of 1 box of faces.json")
    #expect(try layer(folder, "s.txt", "right.png")["window"] as? [Double] == [30, 0, 60, 60])
    #expect(try layer(folder, "s.txt", "large.jpg")["window"] as? [Double] == [600, 0, 600, 600])
    try folder.frameit("apply", "s.txt", "left.png", "right.png", "large.jpg", "--out-dir", "out").succeeds()
    folder.write("{}", to: "faces.json")
    let error = try folder.frameit("apply", "s.txt", "left.png", "-o", "x.png").fails(3).err
    #expect(error.contains("'faces.json' has no boxes of left.png"), "\(error)")
  }

  @Test("Errors of a file of boxes name its line and column, and the line of the script") func boxErrors()
    throws
  {
    let folder = try folder()
    folder.write("canvas 40,40\nmode scaleAspectFill\nfocus \"faces.json\"\n", to: "s.txt")
    folder.write("[\n {\"x\": 1, \"y\": 2, \"width\": 3}]", to: "faces.json")
    let error = try folder.frameit("apply", "s.txt", "left.png", "-o", "x.png").fails(4).err
    #expect(
      error.contains("s.txt:3:1: error: faces.json: line 2, column 2: the key 'height' is missing"),
      "\(error)")
    folder["faces.json"] = [0xFF, 0xFE]
    #expect(try folder.frameit("explain", "s.txt", "left.png").fails(4).err.contains("is not JSON in UTF-8"))
    folder["faces.json"] = nil
    #expect(try folder.frameit("explain", "s.txt", "left.png").fails(4).err.contains("no such file"))
    folder.write("canvas 40,40\nmode scaleAspectFill\nfocus \"/etc/passwd\"\n", to: "s.txt")
    try folder.frameit("explain", "s.txt", "left.png").fails(3)
  }

  @Test("A damaged image is an error, also of explain, unless the damage is allowed") func damaged() throws {
    let folder = try folder()
    folder["cut.jpg"] = try #require(folder["large.jpg"]).dropLast(2000).map(\.self)
    try folder.frameit("apply", "-e", Self.attention, "cut.jpg", "-o", "x.png").fails(4)
    try folder.frameit("explain", "-e", Self.attention, "cut.jpg").fails(4)
    let salvaged = try folder.frameit(
      "apply", "-e", Self.attention, "cut.jpg", "-o", "x.png", "--on-damage", "salvage")
    #expect(salvaged.ending == .exit(0))
    // Pixels are not read if the image is shown whole.
    try folder.frameit("explain", "-e", "focus attention; focus none", "cut.jpg").succeeds()
  }
}
