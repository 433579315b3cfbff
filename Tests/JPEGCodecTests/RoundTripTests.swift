import FrameCodec
import FrameImage
import JPEGCodec
import TestSupport
import Testing

@Suite struct RoundTripTests {
  /// Returns the mean absolute difference. A decoded JPEG never has exactly the samples that were encoded.
  private func distance(_ a: Bitmap, _ b: Bitmap) -> Double {
    let sum = zip(a.bytes, b.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(a.bytes.count)
  }

  private func smooth(_ width: Int, _ height: Int, _ format: PixelFormat) throws -> Bitmap {
    var bitmap = try sample(width: width, height: height, format)
    for y in 0..<height {
      for x in 0..<width {
        for c in 0..<format.channels.rawValue { bitmap[x, y, c] = 20 + (x * (c + 1) + y * 2) % 200 }
      }
    }
    return bitmap
  }

  @Test(
    "Images of any size survive writing and reading with a small error",
    arguments: [(1, 1), (7, 5), (8, 8), (16, 16), (17, 33), (100, 64)], [PixelFormat.gray8, .rgb8])
  func imagesRoundTrip(_ side: (Int, Int), _ format: PixelFormat) throws {
    let image = try smooth(side.0, side.1, format)
    let bytes = try encode(image, quality: 95)
    let header = try probe(bytes)
    expectEqual(header.size, image.size)
    expectEqual(header.pixels, format)
    expectEqual(header.traits, [])
    expectEqual(header.notices, [])
    let decoded = try decode(bytes)
    expectEqual(decoded.bitmap.size, image.size)
    expectEqual(decoded.bitmap.format, format)
    expectEqual(decoded.notices, [])
    expectTrue(distance(decoded.bitmap, image) < 4)
  }

  @Test("The encoded bytes do not depend on the height of the bands")
  func bandHeight() throws {
    let image = try sample(width: 50, height: 45)
    let whole = try encode(image, bandRows: 45)
    for rows in [1, 3, 16] {
      try expectEqual(encode(image, bandRows: rows), whole)
    }
  }

  /// Returns the sampling factors of each component from the frame header (ITU-T T.81, B.2.2).
  private func sampling(_ bytes: [UInt8]) throws -> [UInt8] {
    let frame = try #require(index(of: 0xC0, in: bytes))
    return (0..<Int(bytes[frame + 9])).map { bytes[frame + 11 + $0 * 3] }
  }

  @Test(
    "Chroma is subsampled below quality 90 and not from 90 on",
    arguments: [(90, 0x11), (100, 0x11), (89, 0x22), (1, 0x22)] as [(Int, UInt8)])
  func qualitySetsSampling(_ quality: Int, _ luma: UInt8) throws {
    let bytes = try encode(try sample(width: 40, height: 40), quality: quality)
    try expectEqual(sampling(bytes), [luma, 0x11, 0x11])
  }

  @Test("A gray image is encoded with one component")
  func grayComponent() throws {
    try expectEqual(sampling(try encode(try sample(width: 9, height: 9, .gray8), quality: 50)), [0x11])
  }

  @Test("The default quality of the JPEG encoder is 90")
  func defaultQuality() throws {
    let image = try sample(width: 40, height: 40)
    try expectEqual(encode(image), encode(image, quality: 90))
    try expectTrue(encode(image).count > encode(image, quality: 60).count)
  }

  @Test(
    "Encoding alpha or 16-bit samples as JPEG is unsupported",
    arguments: [PixelFormat(.grayAlpha, .eight), .rgba8, .gray16, .rgb16, .rgba16])
  func unsupportedPixels(_ format: PixelFormat) throws {
    let error = codecError { _ = try encode(try sample(width: 4, height: 4, format)) }
    expectEqual(error?.isUnsupported, true)
  }

  @Test("A side of 65,500 pixels can be encoded, and a longer one is unsupported")
  func maximumSide() throws {
    let most = JPEGCodec().format.capabilities.maximumSide
    expectEqual(most, 65500)
    try expectEqual(decode(encode(try sample(width: 1, height: most, .gray8))).bitmap.size.height, most)
    let error = codecError { _ = try encode(try sample(width: most + 1, height: 1, .gray8)) }
    expectEqual(error?.isUnsupported, true)
  }

  @Test("Too few rows, too many rows and partial rows are misuse of the encoder")
  func encoderRowCount() throws {
    let size = try #require(PixelSize(width: 4, height: 4))
    let request = EncodeRequest(size: size, pixels: .gray8)
    var encoder = try JPEGCodec().encoder(ByteOutput(), request)
    try encoder.write([UInt8](repeating: 0, count: 12).span)
    expectEqual(codecError { try encoder.finish() }?.isMisuse, true)
    expectEqual(codecError { try encoder.write([UInt8](repeating: 0, count: 8).span) }?.isMisuse, true)
    expectEqual(codecError { try encoder.write([UInt8](repeating: 0, count: 3).span) }?.isMisuse, true)
    try encoder.write([UInt8](repeating: 0, count: 4).span)
    try encoder.finish()
  }

  @Test("A failed write is a write error with its error number")
  func writeError() throws {
    let image = try sample(width: 300, height: 300)
    let file = ByteOutput(descriptor: 1 << 20)
    let error = codecError {
      var encoder = try JPEGCodec().encoder(
        file, EncodeRequest(size: image.size, pixels: image.format, quality: 100))
      try encoder.write(image.bytes.span)
      try encoder.finish()
    }
    let badDescriptor: Int32 = 9
    expectEqual(error, .writeFailed(errorNumber: badDescriptor))
  }
}
