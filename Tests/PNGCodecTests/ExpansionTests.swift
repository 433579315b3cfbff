import FrameCodec
import FrameImage
import PNGCodec
import TestSupport
import Testing

/// Conversion of stored samples to our pixel formats, with files made without libpng.
@Suite struct ExpansionTests {
  @Test(
    "Gray of 1, 2 or 4 bits scales exactly to 8 bits", arguments: [1, 2, 4])
  func lowDepthGray(depth: Int) throws {
    let levels = 1 << depth
    let file = HandMade(width: levels + 3, height: 2, depth: depth) { x, _ in [x % levels] }
    let image = try decode(file.bytes)
    expectEqual(image.format, .gray8)
    expectEqual(image.samples(row: 1), (0..<levels + 3).map { $0 % levels * 255 / (levels - 1) })
  }

  @Test(
    "A palette image decodes to 8-bit RGB", arguments: [1, 2, 4, 8])
  func paletteToRGB(depth: Int) throws {
    let count = 1 << depth
    var palette: [UInt8] = []
    for i in 0..<count { palette += [UInt8(i), UInt8(255 - i), UInt8(i / 2)] as [UInt8] }
    let file = HandMade(
      width: count, height: 1, depth: depth, colorType: 3, before: [("PLTE", palette)]
    ) { x, _ in [x] }
    let image = try decode(file.bytes)
    expectEqual(image.format, .rgb8)
    expectEqual(image.bytes, palette)
    try expectEqual(probe(file.bytes).traits, ["palette"])
  }

  @Test("A palette image with transparency decodes to 8-bit RGBA")
  func paletteToRGBA() throws {
    let file = HandMade(
      width: 3, height: 1, depth: 2, colorType: 3,
      before: [("PLTE", [1, 2, 3, 4, 5, 6, 7, 8, 9]), ("tRNS", [0, 128])]
    ) { x, _ in [x] }
    let image = try decode(file.bytes)
    expectEqual(image.format, .rgba8)
    expectEqual(image.bytes, [1, 2, 3, 0, 4, 5, 6, 128, 7, 8, 9, 255])
  }

  @Test("Indices beyond the palette decode to opaque black")
  func indicesBeyondPalette() throws {
    let file = HandMade(
      width: 2, height: 1, depth: 8, colorType: 3, before: [("PLTE", [9, 9, 9]), ("tRNS", [7])]
    ) { x, _ in [x * 200] }
    try expectEqual(decode(file.bytes).bytes, [9, 9, 9, 7, 0, 0, 0, 255])
  }

  @Test(
    "A transparent gray level becomes an alpha channel", arguments: [2, 8, 16])
  func transparentGray(depth: Int) throws {
    let maximum = (1 << depth) - 1
    let file = HandMade(
      width: 2, height: 1, depth: depth, before: [("tRNS", [UInt8(maximum >> 8), UInt8(maximum & 255)])]
    ) { x, _ in [x * maximum] }
    let image = try decode(file.bytes)
    let white = depth == 16 ? 65535 : 255
    expectEqual(image.format, PixelFormat(.grayAlpha, depth == 16 ? .sixteen : .eight))
    expectEqual(image.samples(row: 0), [0, white, white, 0])
  }

  @Test("A transparent 16-bit color is compared in all bits")
  func transparentColor16() throws {
    let file = HandMade(
      width: 2, height: 1, depth: 16, colorType: 2, before: [("tRNS", [1, 2, 3, 4, 5, 6])]
    ) { x, _ in [0x0102, 0x0304, 0x0506 + x] }
    let image = try decode(file.bytes)
    expectEqual(image.format, .rgba16)
    expectEqual(image.samples(row: 0), [0x102, 0x304, 0x506, 0, 0x102, 0x304, 0x507, 65535])
  }

  @Test(
    "Samples of 8 and 16 bits decode unchanged in every color type without a palette",
    arguments: [0, 2, 4, 6], [8, 16])
  func samplesUnchanged(colorType: Int, depth: Int) throws {
    let channels = [0: 1, 2: 3, 4: 2, 6: 4][colorType]!
    let mask = (1 << depth) - 1
    let file = HandMade(width: 5, height: 3, depth: depth, colorType: colorType) { x, y in
      (0..<channels).map { (x * 4099 + y * 911 + $0 * 25_033) & mask }
    }
    let image = try decode(file.bytes)
    expectTrue(image.format.channels.rawValue == channels && image.format.depth.rawValue == depth)
    expectTrue(image.samples(row: 2) == (0..<5).flatMap { file.pixel($0, 2) })
  }

  /// Tries every size up to 9 x 9. Some passes are empty then.
  @Test(
    "An interlaced image decodes to the same pixels as one that is not interlaced", arguments: 1...9)
  func interlacedEqualsPlain(width: Int) throws {
    for height in 1...9 {
      for (colorType, depth) in [(0, 1), (0, 8), (2, 8), (6, 16)] {
        let channels = colorType == 0 ? 1 : colorType == 2 ? 3 : 4
        var file = HandMade(width: width, height: height, depth: depth, colorType: colorType) { x, y in
          (0..<channels).map { (x * 37 + y * 101 + $0 * 59) & ((1 << min(depth, 12)) - 1) }
        }
        let plain = try decode(file.bytes)
        file.interlaced = true
        try expectEqual(decode(file.bytes, band: 2).bytes, plain.bytes, "\(width)x\(height)")
        try expectEqual(probe(file.bytes).traits, ["interlaced"])
      }
    }
  }
}
