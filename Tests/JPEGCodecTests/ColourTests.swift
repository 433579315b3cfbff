import FrameCodec
import FrameModel
import JPEGCodec
import Testing

/// Which colours stored samples stand for.
@Suite struct ColourTests {
  private func first(_ jpeg: HandmadeJPEG) throws -> [UInt8] {
    Array(try decode(jpeg.bytes).bitmap.bytes.prefix(3))
  }

  @Test func grayIsGray() throws {
    let decoded = try decode(HandmadeJPEG.flat([77]).bytes).bitmap
    #expect(decoded.format == .gray8)
    #expect(decoded.bytes.allSatisfy { $0 == 77 })
  }

  @Test func threeComponentsAreYCbCr() throws {
    #expect(try first(.flat([90, 128, 128])) == [90, 90, 90])
    // ITU-T T.871, 7: R = Y + 1.402 (Cr - 128) and so on.
    #expect(try first(.flat([100, 128, 178])) == [170, 64, 100])
  }

  @Test func adobesMarkerMakesThemRGB() throws {
    #expect(
      try first(.flat([10, 120, 250], segments: HandmadeJPEG.adobe(transform: 0))) == [10, 120, 250])
  }

  /// Cyan, magenta, yellow and black as shares of 255 ink, and the colour they make.
  static let inks: [(ink: [Int], rgb: [UInt8])] = [
    ([0, 0, 0, 0], [255, 255, 255]), ([0, 0, 0, 255], [0, 0, 0]), ([255, 0, 0, 0], [0, 255, 255]),
    ([0, 255, 255, 0], [255, 0, 0]), ([0, 255, 255, 55], [200, 0, 0]),
    ([100, 50, 0, 51], [124, 164, 204]),
  ]

  @Test(arguments: inks.indices)
  func cmykWithoutAMarkerIsInk(_ i: Int) throws {
    #expect(try first(.flat(Self.inks[i].ink)) == Self.inks[i].rgb)
  }

  @Test(arguments: inks.indices)
  func adobesCMYKIsInverted(_ i: Int) throws {
    let stored = Self.inks[i].ink.map { 255 - $0 }
    #expect(try first(.flat(stored, segments: HandmadeJPEG.adobe(transform: 0))) == Self.inks[i].rgb)
  }

  @Test func ycckIsAdobesCMYKWithInkInYCbCr() throws {
    // YCCK holds 255 - C, M, Y as Y, Cb, Cr: so with neutral chroma, C = M = Y = 255 - Y, stored
    // inverted, is 255 less that again.
    let marker = HandmadeJPEG.adobe(transform: 2)
    #expect(try first(.flat([0, 128, 128, 255], segments: marker)) == [255, 255, 255])
    #expect(try first(.flat([255, 128, 128, 255], segments: marker)) == [0, 0, 0])
    #expect(try first(.flat([55, 128, 128, 255], segments: marker)) == [200, 200, 200])
    #expect(try first(.flat([0, 128, 128, 100], segments: marker)) == [100, 100, 100])
  }

  @Test(arguments: [UInt8(0), 2])
  func cmykIsNeverBroughtToRGBSilently(_ transform: UInt8) throws {
    let bytes = HandmadeJPEG.flat(
      [10, 20, 30, 40], segments: HandmadeJPEG.adobe(transform: transform)
    ).bytes
    let header = try probe(bytes)
    #expect(header.pixels == .rgb8)
    #expect(header.traits == ["CMYK"])
    #expect(header.notices == [.cmykConverted])
    #expect(try decode(bytes).notices == [])
  }
}
