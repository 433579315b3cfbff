import FrameCodec
import FrameImage
import Testing

/// Tests of selecting the output's metadata by purpose.
@Suite struct MetadataPolicyTests {
  @Test("In a format without keywords, the keyword comes before the text")
  func keywords() {
    let text = Array("me".utf8)
    #expect(MetadataBlock(.comment, keyword: "Author", text).commentText == Array("Author: me".utf8))
    for plain in [nil, "Description"] {
      #expect(MetadataBlock(.comment, keyword: plain, text).commentText == text)
    }
  }

  typealias Purpose = MetadataPolicy.Purpose

  private static let xmp = XMPPacketTests.packet(
    "exif:GPSLatitude=\"50,5N\" xmp:Rating=\"5\" photoshop:Credit=\"Ann\"")

  private static let all = ImageMetadata(
    resolution: .init(x: 2835, y: 2835), colorimetry: .init(renderingIntent: 0),
    blocks: [
      MetadataBlock(.exif, CameraExif().bytes), MetadataBlock(.xmp, xmp.bytes),
      MetadataBlock(.iptc, IPTCTests.records), MetadataBlock(.comment, Array("hello".utf8)),
      MetadataBlock(.comment, keyword: "Author", Array("Ann".utf8)),
    ])

  private static func holding(_ room: Int?) -> ImageFormat.Capabilities {
    var capabilities = ImageFormat.Capabilities(
      alpha: true, depths: [.eight], maximumSide: 100, loss: .nothing)
    for kind in MetadataBlock.Kind.allCases { capabilities.metadata[kind] = room }
    return capabilities
  }

  private func filteredMetadata(
    keep: Set<Purpose>? = nil, drop: Set<Purpose> = [], _ metadata: ImageMetadata = all, isSRGB: Bool = true,
    room: Int? = 1 << 20
  ) throws -> FilteredMetadata {
    let size = try #require(PixelSize(width: 64, height: 48))
    return MetadataPolicy(keeps: keep, drops: drop).filteredMetadata(
      metadata, to: .init(size: size, placement: .moved, isSRGB: isSRGB, capabilities: Self.holding(room)))
  }

  /// Returns the kinds of the blocks that still contain a word.
  private func kinds(with word: String, in filteredMetadata: FilteredMetadata) -> [String] {
    filteredMetadata.metadata.blocks.filter { $0.bytes.containsBytes(word.utf8) }.map(\.kind.rawValue)
  }

  @Test("By default everything is kept except the thumbnail") func defaultPolicy() throws {
    let result = try filteredMetadata()
    #expect(result.kept == ["icc", "resolution", "exif", "xmp", "iptc", "comments"])
    #expect(result.dropped == ["thumbnail"] && result.notices == [])
    #expect(result.metadata.resolution == Self.all.resolution)
    #expect(result.metadata.colorimetry == Self.all.colorimetry)
    #expect(result.metadata.blocks.count == 5)
    #expect(ExifBlock(result.metadata.blocks[0].bytes)?.orientation == .up)
  }

  @Test("`none` removes everything") func none() throws {
    let result = try filteredMetadata(keep: [])
    #expect(result.metadata == ImageMetadata() && result.kept == [] && result.notices == [])
    #expect(try filteredMetadata(drop: Set(Purpose.allCases)).metadata == ImageMetadata())
  }

  @Test("Locations are removed from all blocks") func locations() throws {
    let result = try filteredMetadata(drop: [.gps])
    #expect(kinds(with: "LATITUDE", in: result) == [] && kinds(with: "GPSLatitude", in: result) == [])
    #expect(result.kept == ["icc", "resolution", "exif", "xmp", "iptc", "comments"])
    #expect(result.dropped.contains("gps"))
    #expect(kinds(with: "Ann", in: result) == ["exif", "xmp", "iptc", "comment"])
  }

  @Test("The copyright can be kept alone") func copyright() throws {
    let result = try filteredMetadata(keep: [.copyright])
    #expect(kinds(with: "Ann", in: result) == ["exif", "xmp", "iptc", "comment"])
    for word in ["Maker", "GPS", "Rating", "Bonn", "hello", "LATITUDE"] {
      #expect(kinds(with: word, in: result) == [], "\(word)")
    }
    #expect(result.metadata.resolution == nil && result.metadata.colorimetry == nil)
    #expect(kinds(with: "Ann", in: try filteredMetadata(drop: [.copyright])) == [])
    #expect(
      kinds(with: "Ann", in: try filteredMetadata(keep: [.copyright], drop: [.exif])) == [
        "xmp", "iptc", "comment",
      ])
    #expect(kinds(with: "Ann", in: try filteredMetadata(keep: [.exif], drop: [.copyright])) == [])
  }

  @Test(
    "Whole kinds of metadata are kept or removed", arguments: MetadataBlock.Kind.allCases)
  func kinds(
    _ kind: MetadataBlock.Kind
  ) throws {
    let words: [MetadataBlock.Kind: Purpose] = [.exif: .exif, .xmp: .xmp, .iptc: .iptc, .comment: .comments]
    let word = try #require(words[kind])
    #expect(try Set(filteredMetadata(keep: [word]).metadata.blocks.map(\.kind)) == [kind])
    #expect(try !filteredMetadata(drop: [word]).metadata.blocks.map(\.kind).contains(kind))
  }

  @Test("Damaged metadata is dropped with a notice") func damaged() throws {
    for kind in [MetadataBlock.Kind.exif, .xmp, .iptc] {
      let broken = ImageMetadata(blocks: [MetadataBlock(kind, Array("nonsense".utf8))])
      let result = try filteredMetadata(broken)
      #expect(result.metadata.blocks == [] && result.notices == [.damaged(kind)])
      #expect(try filteredMetadata(drop: [.exif, .xmp, .iptc], broken).notices == [])
    }
  }

  @Test("Metadata that the format cannot store is dropped with a notice") func unsupported() throws {
    let none = try filteredMetadata(room: nil)
    #expect(none.notices == [.notHeld([.exif, .xmp, .iptc, .comment])] && none.metadata.blocks == [])
    let little = try filteredMetadata(room: 100)
    #expect(little.metadata.blocks.map(\.kind) == [.iptc, .comment, .comment])
    #expect(little.notices.count == 2)
  }

  @Test("A dropped profile is reported unless it is sRGB") func droppedProfile() throws {
    #expect(
      try filteredMetadata(keep: [], ImageMetadata(profile: [1, 2, 3]), isSRGB: false).notices == [.colors])
    #expect(try filteredMetadata(ImageMetadata(profile: [1, 2, 3]), isSRGB: false).notices == [])
    let wide = ImageMetadata(colorimetry: .init(codePoints: [9, 16, 0, 1]))
    #expect(try filteredMetadata(drop: [.icc], wide, isSRGB: false).notices == [.colors])
    #expect(try filteredMetadata(drop: [.icc]).notices == [])
  }
}
