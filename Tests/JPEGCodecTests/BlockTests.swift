import FrameCodec
import JPEGCodec
import TestSupport
import Testing

/// EXIF, XMP, IPTC and comments in the segments of a JPEG.
@Suite struct BlockTests {
  private static let exif =
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
  private static let iptc: [UInt8] = [0x1C, 2, 5, 0, 5] + Array("Title".utf8)

  private static func xmp(padding: Int = 0, _ attribute: String = "", value: Int = 0) -> [UInt8] {
    let text = """
      <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:xmp="http://ns.adobe.com/xap/1.0/"\(attribute) xmp:Label="\(String(repeating: "l", count: value))"/>\
      </rdf:RDF></x:xmpmeta>\(String(repeating: " ", count: padding))<?xpacket end="w"?>
      """
    return Array(text.utf8)
  }

  private func roundTrip(_ blocks: [MetadataBlock]) throws -> ImageHeader {
    let bytes = try encode(sample(width: 8, height: 8), metadata: ImageMetadata(blocks: blocks))
    try expectEqual(decode(bytes).notices, [])
    return try probe(bytes)
  }

  @Test("EXIF, XMP, IPTC and comments of a JPEG survive writing and reading")
  func blocksRoundTrip() throws {
    let blocks = [
      MetadataBlock(.exif, Self.exif), MetadataBlock(.xmp, Self.xmp()), MetadataBlock(.iptc, Self.iptc),
      MetadataBlock(.comment, Array("one".utf8)), MetadataBlock(.comment, Array("zwei: ä".utf8)),
    ]
    let header = try roundTrip(blocks)
    expectTrue(header.metadata.blocks == blocks && header.notices == [] && header.orientation == .right)
  }

  @Test("The encoder writes segments in the order JFIF, EXIF, XMP, ICC profile, IPTC, comment")
  func segmentOrder() throws {
    var profile = [UInt8](repeating: 0, count: 128)
    profile[3] = 128
    profile.replaceSubrange(16..<20, with: "RGB ".utf8)
    profile.replaceSubrange(36..<40, with: "acsp".utf8)
    let metadata = ImageMetadata(
      profile: profile,
      blocks: [
        MetadataBlock(.comment, [65]), MetadataBlock(.iptc, Self.iptc), MetadataBlock(.xmp, Self.xmp()),
        MetadataBlock(.exif, Self.exif),
      ])
    let bytes = try encode(sample(width: 8, height: 8), metadata: metadata)
    var markers: [UInt8] = []
    var at = 2
    while bytes[at + 1] != 0xDB {
      markers.append(bytes[at + 1])
      at += 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
    }
    expectEqual(markers, [0xE0, 0xE1, 0xE1, 0xE2, 0xED, 0xFE])
    expectTrue(bytes[2...].dropFirst(18 + 4).starts(with: "Exif\0\0".utf8))
  }

  @Test(
    "EXIF of up to 65,527 bytes fits in one segment, and longer EXIF is unsupported",
    arguments: [65_527, 65_528])
  func exifSizeLimit(_ count: Int) throws {
    let exif = Self.exif + [UInt8](repeating: 7, count: count - Self.exif.count)
    let block = MetadataBlock(.exif, exif)
    expectEqual(JPEGCodec().format.capabilities.metadata[.exif], 65_527)
    if count > 65_527 {
      expectEqual(codecError { _ = try roundTrip([block]) }?.isUnsupported, true)
    } else {
      try expectEqual(roundTrip([block]).metadata.blocks, [block])
    }
  }

  @Test("IPTC that is longer than a segment survives writing and reading")
  func longIPTC() throws {
    let long = [0x1C, 2, 120, 0x80, 4, 0, 3, 0xD, 0x40] + [UInt8](repeating: 65, count: 200_000)
    try expectEqual(roundTrip([MetadataBlock(.iptc, long)]).metadata.blocks, [MetadataBlock(.iptc, long)])
  }

  /// XMP that is too long for one segment first loses its padding. If it is still too long, it is split into parts.
  @Test("XMP that is too long for a segment loses its padding or is split, and its text survives")
  func longXMP() throws {
    let padded = try #require(
      try roundTrip([MetadataBlock(.xmp, Self.xmp(padding: 70_000))]).metadata.blocks.first)
    expectTrue(padded.bytes.starts(with: "<?xpacket".utf8) && padded.bytes.count < 1000)
    for count in [65_000, 70_000, 300_000] {
      let header = try roundTrip([MetadataBlock(.xmp, Self.xmp(value: count))])
      expectEqual(header.notices, [])
      let text = String(decoding: try #require(header.metadata.blocks.first).bytes, as: UTF8.self)
      expectTrue(text.contains(String(repeating: "l", count: count)) && !text.contains("HasExtended"))
      let again = try roundTrip(header.metadata.blocks)
      expectTrue(again.metadata.blocks.first?.bytes.count ?? 0 < count + 1000)
    }
  }

  private static func extended(_ name: String, total: Int, offset: Int, _ part: some Collection<UInt8>)
    -> [UInt8]
  {
    func number(_ n: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: n >> $0) } }
    return HandmadeJPEG.segment(
      0xE1,
      Array("http://ns.adobe.com/xmp/extension/\0\(name)".utf8) + number(total) + number(offset) + Array(part)
    )
  }

  @Test("Parts of extended XMP are joined in any order, and dropped with a notice if any is missing")
  func extendedXMPParts() throws {
    let name = String(repeating: "A", count: 32)
    let link = " xmlns:n=\"http://ns.adobe.com/xmp/note/\" n:HasExtendedXMP=\"\(name)\""
    let first = HandmadeJPEG.segment(
      0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Self.xmp(link))
    let rest = Self.xmp(value: 1000).drop { $0 != UInt8(ascii: ">") }.dropFirst().dropLast(19)
    let whole = Array(rest)
    let a = Self.extended(name, total: whole.count, offset: 0, whole[..<500])
    let b = Self.extended(name, total: whole.count, offset: 500, whole[500...])
    let other = Self.extended(String(repeating: "B", count: 32), total: 10, offset: 0, whole[..<10])
    for parts in [a + b, b + a, b + other + a] {
      let header = try probe(HandmadeJPEG(segments: first + parts).bytes)
      expectEqual(header.notices, [])
      let text = String(decoding: try #require(header.metadata.blocks.first).bytes, as: UTF8.self)
      expectTrue(text.contains(String(repeating: "l", count: 1000)))
    }
    let far = Self.extended(name, total: 0x7FFF_FFFF, offset: 0x7FFF_0000, whole[..<10])
    for parts in [[], a, b, a + a + b, a + far, other] {
      let header = try probe(HandmadeJPEG(segments: first + parts).bytes)
      expectEqual(header.notices, [.metadataDropped(.xmp)])
      expectEqual(header.metadata.blocks.count, 1)
    }
  }

  @Test("A gain map that is announced and missing is reported")
  func gainMapNotice() throws {
    let iso = HandmadeJPEG.segment(0xE2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + [0, 0, 0, 0])
    try expectEqual(probe(HandmadeJPEG(segments: iso).bytes).notices, [.gainMapUnreadable])
    let link = " xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" hdrgm:Version=\"1.0\""
    let xmp = HandmadeJPEG.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Self.xmp(link))
    try expectEqual(probe(HandmadeJPEG(segments: xmp + iso).bytes).notices, [.gainMapUnreadable])
  }

  @Test("Comments are read as UTF-8 or Latin-1, and keywords except Description become prefixes")
  func commentText() throws {
    let comments: [([UInt8], String?)] = [
      (Array("plain".utf8), "plain"), (Array("zero\0".utf8), "zero"), ([0xE4, 0x62], "äb"), ([], nil),
      ([0], nil),
      (Array("ü".utf8), "ü"),
    ]
    for (bytes, text) in comments {
      let found = try probe(HandmadeJPEG(segments: HandmadeJPEG.segment(0xFE, bytes)).bytes).metadata.blocks
      expectTrue(found == (text.map { [MetadataBlock(.comment, Array($0.utf8))] } ?? []))
    }
    let said = try roundTrip([
      MetadataBlock(.comment, keyword: "Author", Array("Ann".utf8)),
      MetadataBlock(.comment, keyword: "Description", Array("A boat".utf8)),
    ])
    expectEqual(
      said.metadata.blocks.map { String(decoding: $0.bytes, as: UTF8.self) }, ["Author: Ann", "A boat"])
  }

  @Test("The resolution is read from EXIF if there is no JFIF segment")
  func exifResolution() throws {
    let density =
      [0x01, 0x1A, 0, 5, 0, 0, 0, 1, 0, 0, 0, 38, 0x01, 0x1B, 0, 5, 0, 0, 0, 1, 0, 0, 0, 38] as [UInt8]
    let tiff =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 2] + density + [0, 0, 0, 0, 0, 0, 1, 44, 0, 0, 0, 1]
    let jpeg = HandmadeJPEG(segments: HandmadeJPEG.segment(0xE1, Array("Exif\0\0".utf8) + tiff))
    try expectEqual(probe(jpeg.bytes).metadata.resolution, .init(x: 300 / 0.0254, y: 300 / 0.0254))
  }

  @Test("Metadata segments over the limit are an error")
  func metadataLimit() throws {
    let comment = HandmadeJPEG.segment(0xFE, [UInt8](repeating: 65, count: 65_000))
    // Appended one by one: joining a sequence of arrays takes seconds in a test that is not optimized.
    var segments: [UInt8] = []
    for _ in 0..<260 { segments += comment }
    let many = HandmadeJPEG(segments: segments)
    expectEqual(codecError { _ = try probe(many.bytes) }?.limitKind, .metadata)
  }

  @Test("IPTC in truncated Photoshop resources is reported as dropped")
  func cutOffResources() throws {
    let resources = PhotoshopResources.wrapping(iptc: Self.iptc).dropLast(4)
    let segment = HandmadeJPEG.segment(0xED, Array("Photoshop 3.0\0".utf8) + resources)
    let header = try probe(HandmadeJPEG(segments: segment).bytes)
    expectTrue(header.notices == [.metadataDropped(.iptc)] && header.metadata.blocks == [])
  }

  @Test("Randomly damaged metadata segments never crash or grow beyond twice their size")
  func damagedSegments() throws {
    var state: UInt64 = 77
    func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let name = String(repeating: "A", count: 32)
    let link = " xmlns:n=\"http://ns.adobe.com/xmp/note/\" n:HasExtendedXMP=\"\(name)\""
    let seed =
      HandmadeJPEG.segment(0xE1, Array("Exif\0\0".utf8) + Self.exif)
      + HandmadeJPEG.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Self.xmp(link))
      + Self.extended(name, total: 20, offset: 0, Array("<a></a><a></a><a></a>".utf8.prefix(20)))
      + HandmadeJPEG.segment(
        0xED, Array("Photoshop 3.0\0".utf8) + PhotoshopResources.wrapping(iptc: Self.iptc))
    for _ in 0..<1500 {
      var segments = seed
      for _ in 0...below(4) { segments[below(segments.count)] = UInt8(below(256)) }
      guard let header = try? probe(HandmadeJPEG(segments: segments).bytes) else { continue }
      expectTrue(header.metadata.blocks.reduce(0) { $0 + $1.bytes.count } <= segments.count * 2)
    }
  }
}
