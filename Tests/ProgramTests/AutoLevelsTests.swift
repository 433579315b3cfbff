import FrameImage
import JPEGCodec
import PNGCodec
import Testing

/// `auto-levels` in the program: pixels, reports, errors, and the same results in every way of running.
@Suite struct AutoLevelsTests {
  /// An image whose samples rise from left to right, in each channel over a range.
  private func gradient(
    _ ranges: [(Int, Int)], _ width: Int = 151, _ height: Int = 8, _ format: PixelFormat = .rgb8
  ) throws -> Bitmap {
    let size = try #require(PixelSize(width: width, height: height))
    var bitmap = Bitmap(size: size, format: format)
    for y in 0..<height {
      for x in 0..<width {
        for (channel, range) in ranges.enumerated() {
          bitmap[x, y, channel] = range.0 + (range.1 - range.0) * x / (width - 1)
        }
      }
    }
    return bitmap
  }

  private func folder(_ files: [String: Bitmap]) throws -> Folder {
    let folder = try Folder([:])
    for (name, bitmap) in files { folder[name] = try Images.encode(bitmap, PNGCodec()) }
    return folder
  }

  private func edited(_ script: String, _ bitmap: Bitmap) throws -> Bitmap {
    let folder = try folder(["in.png": bitmap])
    try folder.frameit("apply", "-e", script, "in.png", "-o", "out.png").succeeds()
    return try Images.decode(folder["out.png"])
  }

  /// Returns the first and the last pixel of a row.
  private func ends(_ bitmap: Bitmap) -> [[Int]] {
    [0, bitmap.size.width - 1].map { x in
      (0..<3).map { bitmap[x, 0, bitmap.format.channels.isGray ? 0 : $0] }
    }
  }

  @Test("A gradient from 50 to 200 becomes one from 0 to 255") func stretched() throws {
    let gray = try edited("auto-levels 0", gradient([(50, 200)], 151, 8, .gray8))
    for x in 0..<151 { #expect(abs(gray[x, 3, 0] - Int((Double(x) * 1.7).rounded())) <= 1, "\(x)") }
    #expect(gray[0, 0, 0] == 0 && gray[150, 0, 0] == 255)
    let deep = try edited("auto-levels 0", gradient([(9000, 47_000)], 151, 8, .gray16))
    // A table is interpolated across the bend at the white point.
    let found = [0, 75, 150].map { deep[$0, 0, 0] }
    #expect(found[0] < 16 && abs(found[1] - 32_768) < 16 && found[2] > 65_519, "\(found)")
  }

  @Test("The same as levels with the range that was found") func levels() throws {
    let bitmap = try gradient([(50, 200), (80, 120), (100, 140)])
    // Half a percent of 151 columns is none of them.
    #expect(
      try edited("auto-levels", bitmap).bytes
        == edited("levels (50/255)..(200/255)", bitmap).bytes)
    #expect(
      try edited("auto-levels channels", bitmap).bytes
        == edited(
          """
          levels (50/255)..(200/255) red; levels (80/255)..(120/255) green
          levels (100/255)..(140/255) blue
          """, bitmap
        ).bytes)
    #expect(
      try ends(edited("invert; auto-levels channels", bitmap))
        == ends(
          edited(
            "invert; levels (50/255)..(200/255) red; levels (80/255)..(120/255) green; "
              + "levels (100/255)..(140/255) blue", bitmap)))
  }

  @Test("explain prints what was found, in words and as JSON") func explain() throws {
    let folder = try folder(["in.png": gradient([(51, 204), (102, 204), (102, 102)])])
    let text = try folder.frameit("explain", "-e", "auto-levels; exposure 1", "in.png").succeeds().text
    #expect(text.contains("colors    2 color edits (auto-levels found 0.2..0.8) as curve: times"), "\(text)")
    #expect(text.contains("analyzed    in.png: its pixels were read for this plan"))
    let each = try folder.frameit("explain", "-e", "auto-levels channels", "in.png").succeeds().text
    #expect(each.contains("(auto-levels found red 0.2..0.8, green 0.4..0.8, blue 0.4..0.4)"), "\(each)")
    let record = try folder.frameit("explain", "--json", "-e", "auto-levels channels", "in.png").succeeds()
      .records()[0]
    let group = try #require((record["items"] as? [[String: Any]])?.first)
    let colors = try #require(group["colors"] as? [String: Any])
    #expect(colors["edits"] as? [String] == ["levels 0.2..0.8 red; levels 0.4..0.8 green"])
    let found = try #require((colors["autoLevels"] as? [[String: Any]])?.first)
    #expect(found["red"] as? [Double] == [0.2, 0.8] && found["blue"] as? [Double] == [0.4, 0.4])
  }

  @Test("Each image of a batch has its own levels, with any number of jobs, kernels and --isolate")
  func same()
    throws
  {
    let folder = try folder([
      "a.png": gradient([(50, 200), (60, 150), (70, 80)]), "b.png": gradient([(0, 90), (0, 80), (3, 70)]),
    ])
    folder["c.jpg"] = try Images.encode(gradient([(30, 99), (60, 150), (70, 80)], 1200, 700), JPEGCodec())
    folder.write("canvas inside 100,100; auto-levels channels", to: "s.txt")
    let runs: [(String, [String], [String: String])] = [
      ("1", ["--jobs", "1"], [:]), ("4", ["--jobs", "4"], [:]), ("i", ["--isolate"], [:]),
      ("k", [], ["FRAMEIT_KERNEL": "scalar"]),
    ]
    for (name, options, environment) in runs {
      var run = try folder.spawn(
        ["apply", "s.txt", "a.png", "b.png", "c.jpg", "--out-dir", name, "--format", "png"] + options)
      run.environment.merge(environment) { $1 }
      try run.run().succeeds()
      for output in ["a.png", "b.png", "c.png"] {
        #expect(folder["\(name)/\(output)"] != nil && folder["\(name)/\(output)"] == folder["1/\(output)"])
      }
    }
    try folder.frameit("apply", "-e", "auto-levels channels", "a.png", "b.png", "--out-dir", "whole")
      .succeeds()
    for output in ["a.png", "b.png"] {
      let ends = try ends(Images.decode(folder["whole/\(output)"]))
      #expect(ends[0] == [0, 0, 0] && ends[1].allSatisfy { $0 >= 254 }, "\(ends)")
    }
  }

  @Test("An image of one tone stays as it is, with a warning") func flat() throws {
    let bitmap = try gradient([(90, 90), (90, 90), (90, 90)])
    let folder = try folder(["in.png": bitmap])
    try folder.frameit("apply", "-e", "auto-levels", "in.png", "-o", "out.png")
      .succeeds(warning: "in.png: the image has only one tone, so 'auto-levels' changes nothing")
    #expect(try Images.decode(folder["out.png"])[3, 3, 0] == 90)
  }

  @Test("Layers without an image are an error that says what to do") func errors() throws {
    let folder = try folder(["in.png": gradient([(50, 200)], 151, 8, .gray8)])
    func error(_ script: String) throws -> String {
      try folder.frameit("explain", "-e", script, "in.png").fails(3).err
    }
    #expect(
      try error("group g auto-levels { layer p image }").contains(
        """
        'auto-levels' reads the pixels of an image, but 'g' is not an image
        """))
    #expect(try error("group g { layer p image }; auto-levels").contains("hint: write it for each image"))
    #expect(try error("layer r rect 0,0 9,9 auto-levels").contains("hint: 'levels A..B' stretches"))
    #expect(try error("auto-levels 0.5").contains("from 0% to 49%, such as 0.5%"))
  }

  @Test("A damaged image is an error, and commands without pixels need none") func pixels() throws {
    let folder = try folder([:])
    folder["cut.jpg"] = try Images.encode(gradient([(30, 99), (60, 150), (70, 80)], 600, 400), JPEGCodec())
      .dropLast(2000).map(\.self)
    try folder.frameit("explain", "-e", "auto-levels", "cut.jpg").fails(4)
    folder.write("auto-levels; rotate 90deg", to: "s.txt")
    try folder.frameit("check", "s.txt").succeeds()
    try folder.frameit("trace", "s.txt", "--input-size", "300,200").succeeds()
  }

  @Test("An exported scene has the levels as a filter") func export() throws {
    let folder = try folder(["in.png": gradient([(50, 200)], 151, 8, .gray8)])
    let outcome = try folder.frameit("export", "-e", "auto-levels", "in.png", "-o", "out.svg")
    #expect(outcome.ending == .exit(0))
    let svg = String(decoding: try #require(folder["out.svg"]), as: UTF8.self)
    #expect(svg.contains("<feFuncR type=\"table\" tableValues=\"0 0 "))
  }
}
