import FrameCodec
import FrameImage
import PNMCodec
import TestSupport
import Testing

/// The exact bytes of written files, and reading them back.
@Suite struct PNMWritingTests {
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
    try expectEqual(PNMCodec(.pgm).encode(gray), PNM.file("P5\n1 1\n255\n", [9]))
    try expectEqual(PNMCodec(.pnm).encode(gray), PNM.file("P5\n1 1\n255\n", [9]))
    try expectEqual(PNMCodec(.ppm).encode(gray), PNM.file("P6\n1 1\n255\n", [9, 9, 9]))
    try expectEqual(PNMCodec(.ppm).encode(gray16), PNM.file("P6\n1 1\n65535\n", [1, 2, 1, 2, 1, 2]))
    try expectEqual(PNMCodec(.pgm).encode(gray16), PNM.file("P5\n1 1\n65535\n", [1, 2]))
    try expectEqual(PNMCodec(.ppm).encode(rgb), PNM.file("P6\n1 1\n255\n", [1, 2, 3]))
    try expectEqual(PNMCodec(.pnm).encode(rgb), PNMCodec(.ppm).encode(rgb))
    try expectEqual(
      PNMCodec(.pam).encode(rgb),
      PNM.file("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n", [1, 2, 3]))
    try expectEqual(
      PNMCodec(.pam).encode(rgba16),
      PNM.file(
        "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 65535\nTUPLTYPE RGB_ALPHA\nENDHDR\n",
        [1, 2, 0, 3, 0, 4, 255, 254]))
  }

  @Test(
    "Written images are read back unchanged, with bands of any height",
    arguments: PixelFormat.Channels.allCases, PixelFormat.Depth.allCases)
  func roundTrips(channels: PixelFormat.Channels, depth: PixelFormat.Depth) throws {
    for (width, height) in [(1, 1), (1, 9), (17, 1), (23, 19)] {
      let image = try PNM.noise(width, height, PixelFormat(channels, depth))
      var kinds: [PNMCodec.Kind] = [.pam]
      if !channels.hasAlpha { kinds.append(.pnm) }
      if channels == .gray { kinds.append(.pgm) }
      if channels == .rgb { kinds.append(.ppm) }
      for kind in kinds {
        let written = try PNMCodec(kind).encode(image)
        for band in [1, 7, 19] {
          let again = try PNM.codec.decode(written, band: band)
          expectTrue(again.format == image.format && again.size == image.size)
          expectTrue(again.bytes == image.bytes && again.notices == [])
          try expectEqual(PNMCodec(kind).encode(image, band: band), written)
        }
      }
    }
  }

  @Test("Alpha, color or a profile that a kind of PNM cannot store is unsupported")
  func unsupportedContent() throws {
    for kind in PNMCodec.Kind.allCases {
      let alpha = try PNM.noise(2, 2, .rgba8), color = try PNM.noise(2, 2, .rgb16),
        gray = try PNM.noise(2, 2, .gray8)
      if kind != .pam { try expectEqual(failure { try PNMCodec(kind).encode(alpha) }.kind, "unsupported") }
      if kind == .pgm { try expectEqual(failure { try PNMCodec(kind).encode(color) }.kind, "unsupported") }
      let profile = ImageMetadata(profile: [1])
      try expectEqual(failure { try PNMCodec(kind).encode(gray, profile) }.kind, "unsupported")
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
