import FrameCodec
import FrameGeometry
import JPEGCodec
import TestSupport
import Testing

@Suite struct MetadataTests {
  /// Returns an EXIF segment with a tag and an orientation in IFD0, and another orientation in IFD1.
  private func exif(_ value: Int, littleEndian: Bool) -> [UInt8] {
    func number(_ n: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(n >> (8 * $0) & 0xFF) }
      return littleEndian ? bytes : bytes.reversed()
    }
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + [0, 0]
    }
    let second = 8 + 2 + 2 * 12 + 4
    let tiff =
      Array((littleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
      + number(2, 2) + entry(0x0100, 5) + entry(0x0112, value) + number(second, 4)
      + number(1, 2) + entry(0x0112, 9 - value) + number(0, 4)
    return HandmadeJPEG.segment(0xE1, Array("Exif\0\0".utf8) + tiff)
  }

  @Test(
    "The orientation is read from EXIF in either byte order", arguments: Orientation.allCases, [false, true])
  func orientationIsRead(_ orientation: Orientation, _ littleEndian: Bool) throws {
    let jpeg = HandmadeJPEG(segments: exif(orientation.rawValue, littleEndian: littleEndian))
    try expectEqual(probe(jpeg.bytes).orientation, orientation)
  }

  @Test("The first EXIF segment determines the orientation")
  func firstEXIFWins() throws {
    let both = exif(6, littleEndian: true) + exif(3, littleEndian: false)
    let notice = CodecNotice.damage(count: 1, detail: "only one of 2 EXIF blocks is read")
    let header = try probe(HandmadeJPEG(segments: both).bytes)
    expectTrue(header.orientation == .right && header.notices == [notice])
  }

  @Test(
    "Readable EXIF counts, even behind unreadable EXIF, and a segment without a mark continues the one before it"
  )
  func exifSegments() throws {
    let mark = Array("Exif\0\0".utf8)
    let garbage = HandmadeJPEG.segment(0xE1, mark + Array("nothing of it".utf8))
    let behind = try probe(HandmadeJPEG(segments: garbage + exif(6, littleEndian: true)).bytes)
    expectEqual(behind.orientation, .right)
    let whole = Array(exif(6, littleEndian: false).dropFirst(4 + mark.count))
    let parts = [whole.prefix(30), whole.dropFirst(30)].flatMap { HandmadeJPEG.segment(0xE1, mark + $0) }
    let joined = try probe(HandmadeJPEG(segments: parts).bytes)
    expectTrue(joined.metadata.blocks.first(.exif)?.bytes == whole && joined.notices == [])
    let packet = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + XMPPacket(nodes: "").bytes
    let twice = try probe(
      HandmadeJPEG(segments: [packet, packet].flatMap { HandmadeJPEG.segment(0xE1, $0) }).bytes)
    expectEqual(twice.notices, [.damage(count: 1, detail: "only one of 2 XMP packets is read")])
  }

  @Test(
    "An invalid EXIF orientation is read as upright", arguments: [0, 9, 255])
  func invalidOrientation(_ value: Int) throws {
    let jpeg = HandmadeJPEG(segments: exif(value, littleEndian: true))
    try expectEqual(probe(jpeg.bytes).orientation, .up)
  }

  private static func profile(_ space: String = "RGB ", count: Int = 200) -> [UInt8] {
    var bytes = (0..<count).map { (i: Int) -> UInt8 in UInt8(truncatingIfNeeded: i * 31 + i >> 8) }
    bytes.replaceSubrange(0..<4, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) })
    bytes.replaceSubrange(16..<20, with: space.utf8)
    bytes.replaceSubrange(36..<40, with: "acsp".utf8)
    return bytes
  }

  private static func chunk(_ number: Int, of count: Int, _ part: ArraySlice<UInt8>) -> [UInt8] {
    HandmadeJPEG.segment(
      0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(number), UInt8(count)] + Array(part))
  }

  @Test(
    "ICC profiles of one or more segments survive writing and reading",
    arguments: [128, 3_000, 65_519, 65_520, 200_000])
  func profilesRoundTrip(_ count: Int) throws {
    let profile = Self.profile(count: count)
    let bytes = try encode(
      try sample(width: 8, height: 8), metadata: ImageMetadata(profile: profile))
    try expectEqual(probe(bytes).metadata.profile, profile)
    try expectEqual(decode(bytes).notices, [])
  }

  @Test("A profile that needs more than 255 segments is unsupported")
  func profileTooLong() throws {
    let profile = [UInt8](repeating: 0, count: 255 * 65_519 + 1)
    let error = codecError {
      _ = try encode(try sample(width: 8, height: 8), metadata: ImageMetadata(profile: profile))
    }
    expectEqual(error?.isUnsupported, true)
  }

  @Test("Chunks of an ICC profile are joined by their numbers")
  func profileChunkOrder() throws {
    let profile = Self.profile("GRAY")
    let segments = Self.chunk(2, of: 2, profile[150...]) + Self.chunk(1, of: 2, profile[..<150])
    try expectEqual(probe(HandmadeJPEG(segments: segments).bytes).metadata.profile, profile)
  }

  static let broken: [String: [UInt8]] = [
    "a missing chunk": chunk(1, of: 2, profile("GRAY")[...]),
    "two chunks with one number": chunk(1, of: 1, profile("GRAY")[...])
      + chunk(1, of: 1, profile("RGB ")[...]),
    "two counts": chunk(1, of: 2, profile("GRAY")[..<150]) + chunk(2, of: 3, profile("GRAY")[150...]),
    "a chunk number 0": chunk(0, of: 1, profile("GRAY")[...]),
    "no chunk number": HandmadeJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8)),
    "another color space": chunk(1, of: 1, profile("RGB ")[...]),
    "less than its size": chunk(1, of: 1, profile("GRAY").dropLast()),
    "less than a header": chunk(1, of: 1, profile("GRAY")[..<100]),
  ]

  @Test(
    "An invalid or mismatched profile is dropped, and only the header reports it",
    arguments: broken.keys.sorted())
  func unusableProfiles(_ why: String) throws {
    let bytes = HandmadeJPEG(segments: try #require(Self.broken[why])).bytes
    let header = try probe(bytes)
    expectTrue(header.metadata.profile == nil)
    expectEqual(header.notices, [why == "another color space" ? .profileDropped : .profileUnreadable])
    // The header reports it, so the decoder does not report it again.
    try expectEqual(decode(bytes).notices, [])
  }

  @Test("A profile that is stored twice is one profile") func repeatedProfile() throws {
    let whole = Self.chunk(1, of: 1, Self.profile("GRAY")[...])
    let header = try probe(HandmadeJPEG(segments: whole + whole).bytes)
    expectEqual(header.metadata.profile, Self.profile("GRAY"))
    expectEqual(header.notices, [])
  }

  @Test("A CMYK image keeps a CMYK profile and drops an RGB profile with a notice")
  func cmykProfile() throws {
    func header(_ space: String) throws -> ImageHeader {
      try probe(
        HandmadeJPEG.flat([1, 2, 3, 4], segments: Self.chunk(1, of: 1, Self.profile(space)[...])).bytes)
    }
    try expectEqual(header("CMYK").metadata.profile, Self.profile("CMYK"))
    try expectEqual(header("CMYK").notices, [])
    try expectTrue(header("RGB ").metadata.profile == nil)
    try expectEqual(header("RGB ").notices, [.profileDropped])
  }

  /// Pixels per meter as written, and as read back after JFIF's rounding to whole numbers.
  static let resolutions: [(Double, Double)] = [
    (72 / 0.0254, 72 / 0.0254), (300 / 0.0254, 300 / 0.0254), (11_811, 300 / 0.0254),
    (11_800, 11_800), (2_835, 72 / 0.0254), (100, 100), (4_000, 4_000), (6_000_000, 6_000_000),
  ]

  @Test(
    "Resolutions survive writing and reading, rounded to what JFIF stores", arguments: resolutions)
  func resolutionsRoundTrip(_ written: Double, _ read: Double) throws {
    let metadata = ImageMetadata(resolution: ImageMetadata.Resolution(x: written, y: written))
    let bytes = try encode(try sample(width: 8, height: 8), metadata: metadata)
    try expectEqual(probe(bytes).metadata.resolution, ImageMetadata.Resolution(x: read, y: read))
  }

  @Test(
    "A resolution that JFIF cannot store is not written", arguments: [0, -1, .nan, .infinity, 1e9, 1e-9])
  func invalidResolutions(_ x: Double) throws {
    let metadata = ImageMetadata(resolution: ImageMetadata.Resolution(x: x, y: 100))
    let bytes = try encode(try sample(width: 8, height: 8), metadata: metadata)
    try expectTrue(probe(bytes).metadata.resolution == nil)
  }

  @Test("Horizontal and vertical resolution are stored separately")
  func separateResolutions() throws {
    let resolution = ImageMetadata.Resolution(x: 72 / 0.0254, y: 144 / 0.0254)
    let bytes = try encode(
      try sample(width: 8, height: 8), metadata: ImageMetadata(resolution: resolution))
    try expectEqual(probe(bytes).metadata.resolution, resolution)
  }

  @Test("A JPEG with only a pixel aspect ratio or without JFIF has no resolution")
  func aspectRatioOnly() throws {
    try expectTrue(probe(encode(try sample(width: 8, height: 8))).metadata.resolution == nil)
    try expectTrue(probe(HandmadeJPEG().bytes).metadata.resolution == nil)
  }
}
