import FrameCodec
import FrameImage
import Glibc
import PNGCodec
import TestSupport
import Testing

/// Images that are written and read back, with bands of any height.
@Suite struct RoundTripTests {
  @Test(
    "Every pixel format survives writing and reading, with bands of any height",
    arguments: PixelFormat.Channels.allCases, PixelFormat.Depth.allCases)
  func pixelsRoundTrip(channels: PixelFormat.Channels, depth: PixelFormat.Depth) throws {
    let image = try noise(23, 19, PixelFormat(channels, depth))
    let png = try encode(image)
    for band in [1, 7, 19] {
      let again = try decode(png, band: band)
      expectTrue(again.format == image.format && again.size == image.size)
      expectEqual(again.bytes, image.bytes)
      expectEqual(again.notices, [])
      try expectEqual(encode(image, band: band), png)
    }
    expectEqual(chunks(png).map(\.type), ["IHDR", "IDAT", "IEND"])
  }

  @Test("Skipping rows leads to the right rows, and a decoder can finish twice")
  func skippedRows() throws {
    let image = try noise(8, 20, .rgb8)
    var decoder = try PNGCodec().decoder(ByteInput(bytes: encode(image)), DecodeRequest())
    for row in [3, 4, 11] {
      var rows = [UInt8](repeating: 0, count: image.rowBytes)
      var span = rows.mutableSpan
      try decoder.read(from: row, into: &span)
      expectEqual(rows, Array(image.bytes[row * image.rowBytes..<(row + 1) * image.rowBytes]))
    }
    try decoder.finish()
    try decoder.finish()
  }

  @Test("Reading rows out of order or outside the image is an error")
  func rowOrder() throws {
    let image = try noise(4, 4, .gray8)
    var decoder = try PNGCodec().decoder(ByteInput(bytes: encode(image)), DecodeRequest())
    var rows = [UInt8](repeating: 0, count: 8)
    var span = rows.mutableSpan
    try decoder.read(from: 1, into: &span)
    for row in [0, 2, 3, 4, -1, Int.max] where row != 2 {
      #expect(throws: CodecError.self) { try decoder.read(from: row, into: &span) }
    }
  }

  @Test("Too few rows, too many rows and partial rows are errors of the encoder")
  func encoderRowCount() throws {
    let size = try #require(PixelSize(width: 2, height: 2))
    var encoder = try PNGCodec().encoder(ByteOutput(), EncodeRequest(size: size, pixels: .gray8))
    let row: [UInt8] = [1, 2], odd: [UInt8] = [1, 2, 3], three: [UInt8] = [1, 2, 3, 4, 5, 6]
    #expect(throws: CodecError.self) { try encoder.write(odd.span) }
    try encoder.write(row.span)
    #expect(throws: CodecError.self) { try encoder.finish() }
    var second = try PNGCodec().encoder(ByteOutput(), EncodeRequest(size: size, pixels: .gray8))
    #expect(throws: CodecError.self) { try second.write(three.span) }
  }

  @Test("A full disk is a write error with its error number")
  func fullDisk() throws {
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    let size = try #require(PixelSize(width: 2, height: 2))
    let error = try failure {
      try PNGCodec().encoder(ByteOutput(descriptor: full), EncodeRequest(size: size, pixels: .gray8))
    }
    expectEqual(error, .writeFailed(errorNumber: ENOSPC))
  }

  @Test("The codec reports its format, extensions, signature and library versions")
  func codecDescription() {
    let codec = PNGCodec()
    expectTrue(codec.format.name == "png" && codec.format.extensions == ["png", "apng"])
    expectTrue(codec.format.signatures.allSatisfy { $0.matches(signature) })
    expectTrue(codec.library.hasPrefix("libpng 1.6."))
    expectTrue(codec.library.contains(", zlib 1."))
  }
}
