import FrameCodec
import FrameGeometry
import FrameImage
import PNGCodec
import TestSupport
import Testing

/// ICC profiles, colorimetry, orientation, resolution and the number of frames.
@Suite struct MetadataTests {
  /// Returns a profile: a header followed by arbitrary bytes.
  private func profile(_ space: String, size: Int = 200) -> [UInt8] {
    var bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 * 31) }
    bytes.replaceSubrange(0..<4, with: bigEndian(UInt32(size)))
    bytes.replaceSubrange(16..<20, with: space.utf8)
    bytes.replaceSubrange(36..<40, with: "acsp".utf8)
    return bytes
  }

  private func iccp(_ profile: [UInt8]) -> (String, [UInt8]) {
    ("iCCP", Array("name".utf8) + [0, 0] + storedZlib(profile))
  }

  private func exif(_ orientation: UInt8) -> (String, [UInt8]) {
    let header = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
    return ("eXIf", header + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0])
  }

  @Test(
    "Profile, resolution and colorimetry of a PNG survive writing and reading",
    arguments: [PixelFormat.gray8, .rgb8, .rgba16])
  func metadataRoundTrips(_ format: PixelFormat) throws {
    let metadata = ImageMetadata(
      profile: profile(format.channels.isGray ? "GRAY" : "RGB ", size: 70_000),
      resolution: .init(x: 2835, y: 11811),
      colorimetry: .init(
        gamma: 45455, chromaticities: [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000],
        codePoints: [9, 16, 0, 1]))
    let png = try encode(noise(3, 3, format), metadata)
    let header = try probe(png)
    expectEqual(header.metadata, metadata)
    expectEqual(header.notices, [])
    expectEqual(header.pixels, format)
    try expectEqual(decode(png).bytes, noise(3, 3, format).bytes)
  }

  @Test("The rendering intent of an sRGB chunk survives writing and reading")
  func sRGBRoundTrips() throws {
    let metadata = ImageMetadata(colorimetry: .init(renderingIntent: 1))
    try expectEqual(probe(encode(noise(1, 1, .rgb8), metadata)).metadata, metadata)
  }

  @Test("A profile that is invalid or does not match the pixels is dropped with a notice")
  func unusableProfiles() throws {
    let gray = HandMade(width: 1, height: 1, before: [iccp(profile("RGB "))])
    try expectTrue(probe(gray.bytes).metadata.profile == nil)
    try expectEqual(probe(gray.bytes).notices, [.profileDropped])
    let broken = HandMade(width: 1, height: 1, before: [iccp(Array("no profile".utf8))])
    try expectEqual(probe(broken.bytes).notices, [.profileUnreadable])
    let short = HandMade(
      width: 1, height: 1, before: [iccp(Array(profile("GRAY").dropLast()))])
    try expectEqual(probe(short.bytes).notices, [.profileUnreadable])
    let good = HandMade(width: 1, height: 1, before: [iccp(profile("GRAY"))])
    try expectEqual(probe(good.bytes).metadata.profile, profile("GRAY"))
  }

  @Test("Writing a profile that does not match the pixels is unsupported")
  func mismatchedProfile() throws {
    let error = try failure {
      try encode(noise(1, 1, .rgb8), ImageMetadata(profile: profile("GRAY")))
    }
    guard case .unsupported = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(
    "The orientation is read from the first eXIf chunk, before or after the pixels", arguments: 1...8)
  func exifPosition(_ value: Int) throws {
    let expected = try #require(Orientation(rawValue: value))
    let early = HandMade(width: 2, height: 1, before: [exif(UInt8(value))])
    try expectEqual(probe(early.bytes).orientation, expected)
    let late = HandMade(width: 2, height: 1, after: [exif(UInt8(value)), exif(1)])
    try expectEqual(probe(late.bytes).orientation, expected)
  }

  @Test("A wrong CRC in eXIf is a notice, and the image counts as upright")
  func damagedOrientation() throws {
    var bytes = HandMade(width: 2, height: 1, before: [exif(6)]).bytes
    bytes[8 + 25 + 12] ^= 1
    let header = try probe(bytes)
    expectEqual(header.orientation, .up)
    expectEqual(header.notices, [.damage(count: 1, detail: "eXIf: CRC error")])
  }

  @Test("A resolution is read only if pHYs gives it in meters")
  func resolutionUnit() throws {
    let ratio = bigEndian(3) + bigEndian(4)
    let unknown = HandMade(width: 1, height: 1, before: [("pHYs", ratio + [0])])
    try expectTrue(probe(unknown.bytes).metadata.resolution == nil)
    let meter = HandMade(width: 1, height: 1, before: [("pHYs", ratio + [1])])
    try expectEqual(probe(meter.bytes).metadata.resolution, .init(x: 3, y: 4))
  }

  @Test("An animation chunk without frames is a still image, with a notice if it announces several")
  func announcedFrames() throws {
    // A file that announces an animation but has no frames is a still image.
    let empty = HandMade(width: 1, height: 1, before: [("acTL", bigEndian(12) + bigEndian(0))])
    try expectEqual(probe(empty.bytes).frames, 1)
    try expectEqual(probe(empty.bytes).notices, [.oneOfSeveral(of: nil)])
    let single = HandMade(width: 1, height: 1, before: [("acTL", bigEndian(1) + bigEndian(0))])
    try expectEqual(probe(single.bytes).notices, [])
  }

  @Test("A profile or EXIF over the metadata limit is an error of opening")
  func metadataLimit() throws {
    // The header of the profile announces 1 GiB, which is enough here. In a real bomb, zeros of that size deflate to
    // a megabyte.
    var bomb = profile("GRAY")
    bomb.replaceSubrange(0..<4, with: bigEndian(1 << 30))
    let file = HandMade(width: 1, height: 1, before: [iccp(bomb)])
    guard case .limit(let limit) = try failure({ try probe(file.bytes) }) else {
      Issue.record("not a limit")
      return
    }
    expectTrue(limit.kind == .metadata && limit.needed == 1 << 30)
    let exif = HandMade(
      width: 1, height: 1, after: [("eXIf", [UInt8](repeating: 0, count: DecoderLimits.metadata + 1))])
    guard case .limit = try failure({ try probe(exif.bytes) }) else {
      Issue.record("not a limit")
      return
    }
  }

  /// Texts are skipped without inflating them.
  @Test("Three hundred compressed text chunks give no notice")
  func manyTexts() throws {
    let text = ("zTXt", Array("k".utf8) + [0, 0] + storedZlib([UInt8](repeating: 65, count: 4096)))
    let file = HandMade(width: 1, height: 1, before: Array(repeating: text, count: 300))
    try expectEqual(decode(file.bytes).notices, [])
    try expectEqual(probe(file.bytes).notices, [])
  }
}
