import FrameCodec
import FrameImage
import QOICodec
import TestSupport
import Testing

/// Every kind of packed pixel, written by hand, decoded and encoded.
@Suite struct QOIPackingTests {
  struct Row: CustomTestStringConvertible {
    var name: String
    var channels: UInt8 = 3
    var pixels: [[UInt8]]
    var packed: [UInt8]

    var testDescription: String { name }
  }

  static func gray(_ value: UInt8, _ count: Int) -> [[UInt8]] {
    Array(repeating: [value, value, value], count: count)
  }

  static let table = [
    Row(name: "in full", pixels: [[100, 50, 200]], packed: [0xFE, 100, 50, 200]),
    Row(
      name: "in full with alpha", channels: 4, pixels: [[100, 50, 200, 7], [1, 50, 100, 7]],
      packed: [0xFF, 100, 50, 200, 7, 0xFE, 1, 50, 100]),
    Row(name: "the first is black and opaque", channels: 4, pixels: [[0, 0, 0, 255]], packed: [0xC0]),
    Row(
      name: "a difference of -2 to 1, around zero", pixels: [[255, 0, 1], [254, 254, 255]],
      packed: [0x5B, 0x40 | 1 << 4 | 0 << 2 | 0]),
    Row(
      name: "green by -32 to 31, the others by -8 to 7 beside it", pixels: [[23, 31, 38], [239, 255, 13]],
      packed: [0xBF, 0x0F, 0x80, 0x0F]),
    Row(
      name: "a step of 32 is too large", pixels: [[32, 32, 32], [255, 255, 255]],
      packed: [0xFE, 32, 32, 32, 0xFE, 255, 255, 255]),
    Row(
      name: "a color that was seen, by its place 3r+5g+7b+11a",
      pixels: [[100, 50, 200], [0, 0, 0], [100, 50, 200]],
      // 300 + 250 + 1400 + 2805 = 4755, which is 19 mod 64. Black is stored in full because it has not occurred
      // before.
      packed: [0xFE, 100, 50, 200, 0xFE, 0, 0, 0, 19]),
    Row(
      name: "nothing and its place: transparent black is in the table from the beginning", channels: 4,
      pixels: [[0, 0, 0, 0], [0, 0, 0, 255]], packed: [0x00, 0xFF, 0, 0, 0, 255]),
    Row(name: "a run of 1", pixels: gray(1, 2), packed: [0x7F, 0xC0]),
    Row(name: "a run of 61", pixels: gray(1, 62), packed: [0x7F, 0xFC]),
    Row(name: "a run of 62, the longest", pixels: gray(1, 63), packed: [0x7F, 0xFD]),
    Row(name: "63 are two runs", pixels: gray(1, 64), packed: [0x7F, 0xFD, 0xC0]),
    Row(name: "124 are two runs", pixels: gray(1, 125), packed: [0x7F, 0xFD, 0xFD]),
    Row(
      name: "a run between others", pixels: gray(1, 3) + [[2, 2, 2]], packed: [0x7F, 0xC1, 0x7F]),
  ]

  @Test(
    "Every kind of packed pixel decodes to its pixels and encodes to the same bytes", arguments: table)
  func packedPixels(_ row: Row) throws {
    let bytes = QOI.file(row.pixels.count, channels: row.channels, row.packed)
    let pixels = row.pixels.flatMap { $0 }
    let decoded = try QOI.codec.decode(bytes)
    expectEqual(decoded.bytes, pixels)
    expectEqual(decoded.notices, [])
    expectEqual(decoded.format, (row.channels == 4 ? .rgba8 : .rgb8))
    let bitmap = try #require(Bitmap(size: decoded.size, format: decoded.format, bytes: pixels))
    try expectEqual(QOI.codec.encode(bitmap), bytes)
  }

  @Test("A run enters its color in the table, as in the specification's decoder")
  func runsAreEntered() throws {
    // A run of two black pixels, a white pixel, and black from the table: 11 * 255 mod 64 = 53.
    let bytes = QOI.file(4, [0xC1, 0xFE, 255, 255, 255, 53])
    try expectEqual(QOI.codec.decode(bytes).bytes, [0, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0])
  }

  @Test("An image with three channels has no alpha, even if its packed pixels store it")
  func alphaOfThreeChannels() throws {
    try expectEqual(QOI.codec.decode(QOI.file(2, [0xFF, 1, 2, 3, 4, 0xC0])).bytes, [1, 2, 3, 1, 2, 3])
  }

  @Test("Gray is stored as three equal samples")
  func grayIsThreeEqualSamples() throws {
    let size = try #require(PixelSize(width: 2, height: 1))
    let gray = try #require(Bitmap(size: size, format: .gray8, bytes: [9, 200]))
    try expectEqual(QOI.codec.decode(QOI.codec.encode(gray)).bytes, [9, 9, 9, 200, 200, 200])
    let alpha = try #require(
      Bitmap(size: size, format: PixelFormat(.grayAlpha, .eight), bytes: [9, 1, 200, 255]))
    try expectEqual(QOI.codec.decode(QOI.codec.encode(alpha)).bytes, [9, 9, 9, 1, 200, 200, 200, 255])
  }

  @Test("Runs continue across rows, with bands of any height")
  func roundTrips() throws {
    let sizes = [(1, 1), (1, 200), (200, 1), (61, 3), (62, 3), (63, 3), (64, 5), (127, 33), (300, 300)]
    for (width, height) in sizes {
      for format in [PixelFormat.rgb8, .rgba8] {
        let image = try QOI.image(width, height, format)
        let qoi = try QOI.codec.encode(image)
        for band in [1, 7, 300] {
          let again = try QOI.codec.decode(qoi, band: band)
          expectTrue(again.bytes == image.bytes && again.format == format && again.notices == [])
          try expectEqual(QOI.codec.encode(image, band: band), qoi)
        }
      }
    }
  }

  @Test("Skipping rows leads to the right rows, and rows cannot be read again")
  func skippedRows() throws {
    let image = try QOI.image(40, 20, .rgba8)
    var decoder = try QOICodec().decoder(ByteInput(bytes: QOI.codec.encode(image)), DecodeRequest())
    for row in [3, 4, 11] {
      var rows = [UInt8](repeating: 0, count: image.rowBytes)
      var span = rows.mutableSpan
      try decoder.read(from: row, into: &span)
      expectEqual(rows, Array(image.bytes[row * image.rowBytes..<(row + 1) * image.rowBytes]))
    }
    var row = [UInt8](repeating: 0, count: image.rowBytes)
    var span = row.mutableSpan
    #expect(throws: CodecError.self) { try decoder.read(from: 4, into: &span) }
    #expect(throws: CodecError.self) { try decoder.read(from: 20, into: &span) }
    try decoder.finish()
    try decoder.finish()
  }

  @Test("Linear samples are read and written as a gamma of 1")
  func colorSpace() throws {
    let linear = QOI.header(1, 1, colorSpace: 1) + [0xC0] + QOI.marker
    let read = try QOI.codec.probe(linear)
    expectEqual(read.metadata, ImageMetadata(colorimetry: .init(gamma: 100_000)))
    let black = Bitmap(size: read.size, format: .rgb8)
    try expectEqual(QOI.codec.encode(black, ImageMetadata(colorimetry: .init(gamma: 100_000))), linear)
    try expectEqual(QOI.codec.encode(black, ImageMetadata(colorimetry: .init(gamma: 45455)))[13], 0)
    try expectEqual(QOI.codec.probe(QOI.codec.encode(black)).metadata, ImageMetadata())
  }

  @Test("Encoding 16-bit samples or a profile as QOI is unsupported")
  func unsupportedContent() throws {
    let size = try #require(PixelSize(width: 1, height: 1))
    let deep = Bitmap(size: size, format: .rgb16), plain = Bitmap(size: size, format: .rgb8)
    try expectEqual(failure { try QOI.codec.encode(deep) }.kind, "unsupported")
    try expectEqual(failure { try QOI.codec.encode(plain, ImageMetadata(profile: [1])) }.kind, "unsupported")
    expectEqual(QOICodec().format.capabilities.depths, [.eight])
  }

  @Test("Too few rows, too many rows and partial rows are errors of the encoder")
  func encoderRowCount() throws {
    let size = try #require(PixelSize(width: 2, height: 2))
    var encoder = try QOICodec().encoder(ByteOutput(), EncodeRequest(size: size, pixels: .gray8))
    let row: [UInt8] = [1, 2], odd: [UInt8] = [1, 2, 3], three: [UInt8] = [1, 2, 3, 4, 5, 6]
    #expect(throws: CodecError.self) { try encoder.write(odd.span) }
    try encoder.write(row.span)
    #expect(throws: CodecError.self) { try encoder.finish() }
    #expect(throws: CodecError.self) { try encoder.write(three.span) }
  }
}
