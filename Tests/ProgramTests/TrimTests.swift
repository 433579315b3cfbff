import FrameImage
import JPEGCodec
import PNGCodec
import Testing

/// `trim` in the program.
@Suite struct TrimTests {
  /// A white image of 96 x 64 pixels with noise in a rectangle of 32 x 16 at 16,32.
  private func scan() throws -> Bitmap {
    var bitmap = try Images.bitmap(96, 64)
    for y in 0..<64 {
      for x in 0..<96 where !((16..<48).contains(x) && (32..<48).contains(y)) {
        for channel in 0..<3 { bitmap[x, y, channel] = 255 }
      }
    }
    // Its corners are certainly not white.
    for (x, y) in [(16, 32), (47, 47)] { bitmap[x, y, 1] = 0 }
    return bitmap
  }

  private func folder() throws -> Folder {
    try Folder([
      "scan.png": Images.encode(scan(), PNGCodec()), "scan.jpg": Images.encode(scan(), JPEGCodec()),
    ])
  }

  @Test("A lone trim writes exactly what is inside the border") func lone() throws {
    let folder = try folder()
    try folder.frameit("apply", "-e", "trim", "scan.png", "-o", "out.png").succeeds()
    let found = try Images.decode(folder["out.png"])
    #expect(found.size == PixelSize(width: 32, height: 16))
    let scan = try scan()
    for (x, y) in [(0, 0), (31, 15), (7, 9)] {
      for channel in 0..<3 { #expect(found[x, y, channel] == scan[x + 16, y + 32, channel]) }
    }
    try folder.frameit("apply", "-e", "trim", "scan.png", "-o", "isolated.png", "--isolate").succeeds()
    #expect(folder["isolated.png"] == folder["out.png"])
  }

  @Test("explain shows the part that is left") func explain() throws {
    let text = try folder().frameit("explain", "-e", "trim", "scan.png").succeeds().text
    #expect(text.contains("output      32 x 16 png"), "\(text)")
    #expect(text.contains("part 16,32 32 x 16, copy"), "\(text)")
    #expect(text.contains("analyzed    scan.png"), "\(text)")
    #expect(text.contains("copy: pixels are copied without change"), "\(text)")
  }

  @Test("A JPEG is cropped without loss where its blocks allow it") func lossless() throws {
    let folder = try folder()
    let record = try folder.frameit(
      "explain", "--json", "-e", "trim ~60%", "scan.jpg", "--lossless", "require"
    )
    .succeeds().records()[0]
    #expect((record["lossless"] as? String)?.hasPrefix("dct") == true)
  }

  @Test("An image of one color stays whole, with a notice") func uniform() throws {
    let folder = try folder()
    let size = try #require(PixelSize(width: 20, height: 10))
    folder["white.png"] = try Images.encode(Bitmap(size: size, format: .gray8), PNGCodec())
    try folder.frameit("apply", "-e", "trim", "white.png", "-o", "out.png")
      .succeeds(warning: "white.png: the whole image has the color of its border")
    #expect(try Images.decode(folder["out.png"]).size == size)
  }

  @Test("The form of another kind of layer is an error that shows the right one") func forms() throws {
    let folder = try folder()
    #expect(
      try folder.frameit("explain", "-e", "trim 0..0.5", "scan.png").fails(3).err.contains(
        "hint: 'trim [COLOR] [~TOL]' cuts off the border of an image"))
    #expect(
      try folder.frameit("explain", "-e", "layer a rect 0,0 9,9; trim white", "scan.png").fails(3).err
        .contains(
          "hint: 'trim A..B' shows a part of a path"))
  }

  @Test("An exported scene shows only what is inside the border") func export() throws {
    let folder = try folder()
    let outcome = try folder.frameit("export", "-e", "trim", "scan.png", "-o", "out.svg")
    #expect(outcome.ending == .exit(0))
    let text = String(decoding: try #require(folder["out.svg"]), as: UTF8.self)
    #expect(text.contains("clip-path"), "\(text)")
  }
}
