import FrameCodec
import FrameImage
import JPEGCodec
import TestSupport
import Testing

@Suite struct ReadingTests {
  @Test("The codec reports its format and library, and its signature finds it in a list")
  func codecDescription() throws {
    let codec = JPEGCodec()
    expectEqual(codec.format.name, "jpeg")
    expectEqual(codec.format.title, "JPEG")
    expectEqual(codec.format.extensions.first, "jpg")
    expectTrue(codec.library.hasPrefix("libjpeg"))
    let list = CodecList([codec])
    let bytes = try encode(try sample(width: 8, height: 8))
    try expectEqual(list.codec(for: ByteInput(bytes: bytes)).format, codec.format)
  }

  /// Sampling factors (ITU-T T.81, A.1.1): chroma of 4:4:4, 4:2:2, 4:2:0, 4:4:0, 4:1:1 and 4:1:0, unusual factors,
  /// and CMYK.
  static let samplings: [[(h: Int, v: Int)]] = [
    [(1, 1)], [(2, 2)], [(1, 1), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)], [(2, 2), (1, 1), (1, 1)],
    [(1, 2), (1, 1), (1, 1)], [(4, 1), (1, 1), (1, 1)], [(4, 2), (1, 1), (1, 1)],
    [(1, 4), (1, 1), (1, 1)], [(2, 4), (1, 1), (1, 1)], [(2, 2), (2, 1), (1, 2)],
    [(1, 2), (1, 1), (1, 2)], [(2, 2), (1, 1), (1, 1), (2, 2)],
  ]

  @Test(
    "Rows that are read after a skip equal those of a whole decode", arguments: samplings.indices,
    [false, true])
  func skippedRows(_ sampling: Int, _ isProgressive: Bool) throws {
    let bytes = HandmadeJPEG(
      width: 43, height: 203, sampling: Self.samplings[sampling], isProgressive: isProgressive,
      block: HandmadeJPEG.noise
    ).bytes
    for reduction in ShrinkFactor.allCases {
      let whole = try decode(bytes, reduction).bitmap
      for (start, count, step) in [
        (0, 1, 2), (3, 2, 7), (5, 16, 17), (9, 1, 11), (12, 3, 30), (70, 5, 61), (100, 1, 1000), (49, 90, 91),
      ] {
        var decoder = try JPEGCodec().decoder(
          ByteInput(bytes: bytes), DecodeRequest(reduction: reduction))
        for row in stride(from: start, to: whole.size.height - count, by: step) {
          let band = try readRows(&decoder, row..<row + count)
          let expected = whole.bytes[(row * whole.rowBytes)..<((row + count) * whole.rowBytes)]
          expectTrue(band.elementsEqual(expected), "\(reduction), row \(row)")
        }
        try decoder.finish()
      }
    }
  }

  @Test(
    "The sides of a shrunken image are rounded up",
    arguments: [(1, 1), (7, 9), (8, 8), (64, 40), (65, 41), (100, 31)], ShrinkFactor.allCases)
  func shrunkenSize(_ side: (Int, Int), _ reduction: ShrinkFactor) throws {
    let bytes = try encode(try sample(width: side.0, height: side.1))
    try expectTrue(probe(bytes).reductions.contains(reduction))
    let n = reduction.rawValue
    let size = try decode(bytes, reduction).bitmap.size
    expectEqual(size, PixelSize(width: (side.0 + n - 1) / n, height: (side.1 + n - 1) / n))
  }

  @Test(
    "An image of one color keeps that color at every shrink factor", arguments: ShrinkFactor.allCases)
  func constantImage(_ reduction: ShrinkFactor) throws {
    let bytes = HandmadeJPEG(width: 40, height: 40, block: { _, _, _ in [200 - 128] }).bytes
    try expectTrue(decode(bytes, reduction).bitmap.bytes.allSatisfy { $0 == 200 })
  }

  @Test("The header of a progressive JPEG reports progressive as a trait")
  func progressiveTrait() throws {
    try expectEqual(probe(HandmadeJPEG(isProgressive: true).bytes).traits, ["progressive"])
    try expectEqual(probe(HandmadeJPEG().bytes).traits, [])
  }

  @Test("Reading rows out of order, past the end, in part or after finishing is misuse")
  func rowOrder() throws {
    let bytes = try encode(try sample(width: 10, height: 10, .gray8))
    var decoder = try JPEGCodec().decoder(ByteInput(bytes: bytes), DecodeRequest())
    _ = try readRows(&decoder, 4..<6)
    expectEqual(codecError { _ = try readRows(&decoder, 5..<6) }?.isMisuse, true)
    expectEqual(codecError { _ = try readRows(&decoder, 8..<11) }?.isMisuse, true)
    expectEqual(
      codecError {
        var part = [UInt8](repeating: 0, count: 9)
        var span = part.mutableSpan
        try decoder.read(from: 6, into: &span)
      }?.isMisuse, true)
    _ = try readRows(&decoder, 9..<10)
    try decoder.finish()
    expectEqual(codecError { _ = try readRows(&decoder, 9..<10) }?.isMisuse, true)
  }

  @Test("A JPEG with two components is unsupported")
  func twoComponents() throws {
    let bytes = HandmadeJPEG.flat([10, 20]).bytes
    expectEqual(codecError { _ = try probe(bytes) }?.isUnsupported, true)
  }

  /// Changes a byte of the frame header: the precision, or the marker to that of lossless coding.
  @Test(
    "JPEGs with 12-bit samples or lossless coding are unsupported", arguments: [(4, UInt8(12)), (1, 0xC3)])
  func unsupportedCoding(_ offset: Int, _ value: UInt8) throws {
    var bytes = HandmadeJPEG().bytes
    let frame = try #require(index(of: 0xC0, in: bytes))
    bytes[frame + offset] = value
    expectEqual(codecError { _ = try probe(bytes) }?.isUnsupported, true)
  }
}
