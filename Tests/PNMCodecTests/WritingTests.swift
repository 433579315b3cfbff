import FrameCodec
import FrameImage
import PNMCodec
import TestSupport
import Testing

/// The exact bytes of written files, and reading them back.
@Suite struct WritingTests {
  @Test("Samples are written unchanged after the header")
  func bytes() throws {
    func image(_ format: PixelFormat, _ samples: [Int]) throws -> Bitmap {
      var bitmap = Bitmap(size: try #require(PixelSize(width: 1, height: 1)), format: format)
      for (channel, sample) in samples.enumerated() { bitmap[0, 0, channel] = sample }
      return bitmap
    }
    let gray = try image(.gray8, [9])
    let gray16 = try image(.gray16, [0x0102])
    let rgb = try image(.rgb8, [1, 2, 3])
    let rgba16 = try image(.rgba16, [0x0102, 3, 4, 0xFFFE])
    try expectEqual(encode(gray, .pgm), file("P5\n1 1\n255\n", [9]))
    try expectEqual(encode(gray, .pnm), file("P5\n1 1\n255\n", [9]))
    try expectEqual(encode(gray, .ppm), file("P6\n1 1\n255\n", [9, 9, 9]))
    try expectEqual(encode(gray16, .ppm), file("P6\n1 1\n65535\n", [1, 2, 1, 2, 1, 2]))
    try expectEqual(encode(gray16, .pgm), file("P5\n1 1\n65535\n", [1, 2]))
    try expectEqual(encode(rgb, .ppm), file("P6\n1 1\n255\n", [1, 2, 3]))
    try expectEqual(encode(rgb, .pnm), encode(rgb, .ppm))
    try expectEqual(
      encode(rgb, .pam),
      file("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n", [1, 2, 3]))
    try expectEqual(
      encode(rgba16, .pam),
      file(
        "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 65535\nTUPLTYPE RGB_ALPHA\nENDHDR\n",
        [1, 2, 0, 3, 0, 4, 255, 254]))
  }

  @Test(
    "Written images are read back unchanged, with bands of any height",
    arguments: PixelFormat.Channels.allCases, PixelFormat.Depth.allCases)
  func roundTrips(channels: PixelFormat.Channels, depth: PixelFormat.Depth) throws {
    for (width, height) in [(1, 1), (1, 9), (17, 1), (23, 19)] {
      let image = try noise(width, height, PixelFormat(channels, depth))
      var kinds: [PNMCodec.Kind] = [.pam]
      if !channels.hasAlpha { kinds.append(.pnm) }
      if channels == .gray { kinds.append(.pgm) }
      if channels == .rgb { kinds.append(.ppm) }
      for kind in kinds {
        let written = try encode(image, kind)
        for band in [1, 7, 19] {
          let again = try decode(written, band: band)
          expectTrue(again.format == image.format && again.size == image.size)
          expectTrue(again.bytes == image.bytes && again.notices == [])
          try expectEqual(encode(image, kind, band: band), written)
        }
      }
    }
  }

  @Test("Alpha, color or a profile that a kind of PNM cannot store is unsupported")
  func unsupportedContent() throws {
    for kind in PNMCodec.Kind.allCases {
      let alpha = try noise(2, 2, .rgba8), color = try noise(2, 2, .rgb16), gray = try noise(2, 2, .gray8)
      if kind != .pam { try expectEqual(failure { try encode(alpha, kind) }.kind, "unsupported") }
      if kind == .pgm { try expectEqual(failure { try encode(color, kind) }.kind, "unsupported") }
      let profile = ImageMetadata(profile: [1])
      try expectEqual(failure { try encode(gray, kind, profile) }.kind, "unsupported")
      expectEqual(PNMCodec(kind).format.capabilities.alpha, (kind == .pam))
      expectEqual(PNMCodec(kind).format.extensions, ["\(kind)"])
    }
  }

  @Test("Too few rows, too many rows and partial rows are errors of the encoder")
  func encoderRowCount() throws {
    let size = try #require(PixelSize(width: 2, height: 2))
    var encoder = try PNMCodec(.pgm).encoder(ByteOutput(), EncodeRequest(size: size, pixels: .gray8))
    let row: [UInt8] = [1, 2], odd: [UInt8] = [1, 2, 3], three: [UInt8] = [1, 2, 3, 4, 5, 6]
    #expect(throws: CodecError.self) { try encoder.write(odd.span) }
    try encoder.write(row.span)
    #expect(throws: CodecError.self) { try encoder.finish() }
    #expect(throws: CodecError.self) { try encoder.write(three.span) }
  }
}
