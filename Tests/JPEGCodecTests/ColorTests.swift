import JPEGCodec
import TestSupport
import Testing

/// The colors of stored samples, which depend on the number of components and Adobe's marker.
@Suite struct ColorTests {
  private func first(_ jpeg: HandmadeJPEG) throws -> [UInt8] {
    Array(try decode(jpeg.bytes).bitmap.bytes.prefix(3))
  }

  @Test("A JPEG with one component decodes to 8-bit gray")
  func grayDecoding() throws {
    let decoded = try decode(HandmadeJPEG.flat([77]).bytes).bitmap
    expectEqual(decoded.format, .gray8)
    expectTrue(decoded.bytes.allSatisfy { $0 == 77 })
  }

  @Test("A JPEG with three components decodes from YCbCr to RGB")
  func yCbCrDecoding() throws {
    try expectEqual(first(.flat([90, 128, 128])), [90, 90, 90])
    // ITU-T T.871, 7: R = Y + 1.402 (Cr - 128) and so on.
    try expectEqual(first(.flat([100, 128, 178])), [170, 64, 100])
  }

  @Test("An Adobe segment with transform 0 marks three components as RGB")
  func adobeRGB() throws {
    try expectEqual(
      first(.flat([10, 120, 250], segments: HandmadeJPEG.adobe(transform: 0))), [10, 120, 250])
  }

  private static let ink: [UInt8] = [10, 200, 0, 255]

  @Test("CMYK is stored inverted, with or without an Adobe segment, and decodes to plain CMYK")
  func storedCMYK() throws {
    let stored = Self.ink.map { 255 - Int($0) }
    try expectEqual(cmyk(.flat(stored, segments: HandmadeJPEG.adobe(transform: 0))), Self.ink)
    try expectEqual(cmyk(.flat(stored)), Self.ink)
  }

  @Test("YCCK with an Adobe segment decodes to CMYK")
  func ycck() throws {
    // YCCK stores 255 - C, 255 - M and 255 - Y (yellow) as luma and chroma. With neutral chroma, cyan, magenta and
    // yellow are all 255 - luma. Adobe stores CMYK inverted, so each of them is decoded as luma.
    let marker = HandmadeJPEG.adobe(transform: 2)
    try expectEqual(cmyk(.flat([0, 128, 128, 255], segments: marker)), [0, 0, 0, 0])
    try expectEqual(cmyk(.flat([255, 128, 128, 255], segments: marker)), [255, 255, 255, 0])
    try expectEqual(cmyk(.flat([55, 128, 128, 255], segments: marker)), [55, 55, 55, 0])
    try expectEqual(cmyk(.flat([0, 128, 128, 100], segments: marker)), [0, 0, 0, 155])
  }

  @Test(
    "The header of a CMYK or YCCK image reports CMYK samples, and decoding adds no notice",
    arguments: [UInt8(0), 2])
  func cmykHeader(_ transform: UInt8) throws {
    let bytes = HandmadeJPEG.flat(
      [10, 20, 30, 40], segments: HandmadeJPEG.adobe(transform: transform)
    ).bytes
    let header = try probe(bytes)
    expectTrue(header.samples == .cmyk && header.pixels == .rgba8 && header.traits == ["CMYK"])
    try expectEqual(decode(bytes).notices, [])
  }

  private func cmyk(_ jpeg: HandmadeJPEG) throws -> [UInt8] {
    Array(try decode(jpeg.bytes).bitmap.bytes.prefix(4))
  }
}
