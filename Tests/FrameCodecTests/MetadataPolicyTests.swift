import FrameCodec
import FrameImage
import TestSupport
import Testing

/// Tests of selecting the output's metadata by purpose.
@Suite struct MetadataPolicyTests {
  @Test("In a format without keywords, the keyword comes before the text")
  func keywords() {
    let text = Array("me".utf8)
    expectEqual(MetadataBlock(.comment, keyword: "Author", text).commentText, Array("Author: me".utf8))
    for plain in [nil, "Description"] {
      expectEqual(MetadataBlock(.comment, keyword: plain, text).commentText, text)
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
    room: Int? = 1 << 20, origin: MetadataPolicy.Origin = .primaryImage
  ) throws -> FilteredMetadata {
    let size = try #require(PixelSize(width: 64, height: 48))
    var output = MetadataPolicy.Output(
      size: size, placement: .moved, isSRGB: isSRGB, capabilities: Self.holding(room))
    output.origin = origin
    return MetadataPolicy(keeps: keep, drops: drop).filteredMetadata(metadata, to: output)
  }

  /// Returns the kinds of the blocks that still contain a word.
  private func kinds(with word: String, in filteredMetadata: FilteredMetadata) -> [String] {
    filteredMetadata.metadata.blocks.filter { $0.bytes.containsBytes(word.utf8) }.map(\.kind.rawValue)
  }

  @Test("By default everything is kept except the thumbnail") func defaultPolicy() throws {
    let result = try filteredMetadata()
    expectEqual(result.kept, ["icc", "resolution", "exif", "xmp", "iptc", "comments"])
    expectTrue(result.dropped == ["thumbnail"] && result.notices == [])
    expectEqual(result.metadata.resolution, Self.all.resolution)
    expectEqual(result.metadata.colorimetry, Self.all.colorimetry)
    expectEqual(result.metadata.blocks.count, 5)
    expectEqual(ExifBlock(result.metadata.blocks[0].bytes)?.orientation, .up)
  }

  @Test("`none` removes everything") func none() throws {
    let result = try filteredMetadata(keep: [])
    expectTrue(result.metadata == ImageMetadata() && result.kept == [] && result.notices == [])
    try expectEqual(filteredMetadata(drop: Set(Purpose.allCases)).metadata, ImageMetadata())
  }

  @Test("Locations are removed from all blocks") func locations() throws {
    let result = try filteredMetadata(drop: [.gps])
    expectTrue(kinds(with: "LATITUDE", in: result) == [] && kinds(with: "GPSLatitude", in: result) == [])
    expectEqual(result.kept, ["icc", "resolution", "exif", "xmp", "iptc", "comments"])
    expectTrue(result.dropped.contains("gps"))
    expectEqual(kinds(with: "Ann", in: result), ["exif", "xmp", "iptc", "comment"])
  }

  /// EXIF with dates in all of its directories, of which each has another year, and a place.
  private static func datedExif(little: Bool) -> [UInt8] {
    var tiff = Tiff(little: little)
    let (places, _) = tiff.addDirectory([
      (0x010F, .ascii("Maker of cameras")), (0x0132, .ascii("2001:01:01 01:01:01")),
      (0x8769, .directory("exif")),
      (0x8825, .directory("gps")),
    ])
    tiff.put(tiff.bytes.count, at: places["exif"]!)
    _ = tiff.addDirectory([
      (0x829A, .rational(1, 250)), (0x9003, .ascii("2002:01:01 01:01:01")),
      (0x9004, .ascii("2003:01:01 01:01:01")), (0x9010, .ascii("+01:01")), (0x9011, .ascii("+02:02")),
      (0x9012, .ascii("+03:03")), (0x9290, .ascii("11111")), (0x9291, .ascii("22222")),
      (0x9292, .ascii("33333")),
      (0xA434, .ascii("A long lens")),
    ])
    tiff.put(tiff.bytes.count, at: places["gps"]!)
    _ = tiff.addDirectory([
      (0x0002, .undefined(Array("LATITUDE-LATITUDE-DEGREE".utf8))),
      (0x0007, .undefined(Array("CLOCK-CLOCK".utf8))),
      (0x001D, .ascii("2004:01:01")),
    ])
    return tiff.bytes
  }

  private static func dated(little: Bool = true) -> ImageMetadata {
    let xmp = XMPPacketTests.packet(
      "exif:GPSLatitude=\"50,5N\" exif:GPSTimeStamp=\"2005-01-01\" xmp:Rating=\"5\" xmp:CreateDate=\"2006-01-01\" "
        + "exif:DateTimeOriginal=\"2007-01-01\" photoshop:DateCreated=\"2008-01-01\" tiff:DateTime=\"2009-01-01\""
    )
    let created: [UInt8] =
      [0x1C, 2, 55, 0, 8] + Array("20100101".utf8) + [0x1C, 2, 60, 0, 6] + Array("201101".utf8)
    return ImageMetadata(blocks: [
      MetadataBlock(.exif, datedExif(little: little)), MetadataBlock(.xmp, xmp.bytes),
      MetadataBlock(.iptc, IPTCTests.records + created),
      MetadataBlock(.comment, keyword: "Creation Time", Array("2012".utf8)),
      MetadataBlock(.comment, keyword: "date:create", Array("2013".utf8)),
      MetadataBlock(.comment, Array("hello".utf8)),
    ])
  }

  private static let years =
    (2001...2013).map(String.init) + ["201101", "+01:01", "+02:02", "11111", "33333", "CLOCK"]

  @Test("Dates are removed from all blocks", arguments: [true, false]) func dates(little: Bool) throws {
    let result = try filteredMetadata(drop: [.date], Self.dated(little: little))
    for year in Self.years { expectEqual(kinds(with: year, in: result), [], "\(year)") }
    expectTrue(
      result.dropped.contains("date") && !result.dropped.contains("gps")
        && result.kept == ["exif", "xmp", "iptc", "comments"])
    for (word, kind) in [
      ("LATITUDE", "exif"), ("A long lens", "exif"), ("GPSLatitude", "xmp"), ("Rating", "xmp"),
      ("Bonn", "iptc"),
      ("hello", "comment"),
    ] { expectEqual(kinds(with: word, in: result), [kind], "\(word)") }
    let exif = try #require(ExifBlock(result.metadata.blocks[0].bytes))
    expectTrue(exif.date == nil && exif.hasPlace)
    // With the place, nothing of the GPS directory stays.
    let neither = try filteredMetadata(drop: [.date, .gps], Self.dated(little: little))
    for word in Self.years + ["LATITUDE", "GPS"] {
      expectEqual(kinds(with: word, in: neither), [], "\(word)")
    }
    expectTrue(Set(neither.dropped).isSuperset(of: ["date", "gps"]))
  }

  @Test("Dates can be kept alone", arguments: [true, false]) func datesAlone(little: Bool) throws {
    let result = try filteredMetadata(keep: [.date], Self.dated(little: little))
    expectEqual(ExifBlock(result.metadata.blocks[0].bytes)?.date, "2002:01:01 01:01:01")
    for year in ["2001", "2002", "2003", "+02:02", "33333"] {
      expectEqual(kinds(with: year, in: result), ["exif"], "\(year)")
    }
    for year in ["2006", "2007", "2008", "2009"] {
      expectEqual(kinds(with: year, in: result), ["xmp"], "\(year)")
    }
    for year in ["2010", "201101"] { expectEqual(kinds(with: year, in: result), ["iptc"], "\(year)") }
    for year in ["2012", "2013"] { expectEqual(kinds(with: year, in: result), ["comment"], "\(year)") }
    for word in ["LATITUDE", "GPS", "Rating", "Bonn", "hello", "lens", "Maker", "CLOCK"] {
      expectEqual(kinds(with: word, in: result), [], "\(word)")
    }
  }

  @Test("The time of a position that is kept is not reported as a dropped date") func placeTime() throws {
    let exif = ImageMetadata(blocks: [MetadataBlock(.exif, Self.datedExif(little: true))])
    let place = try filteredMetadata(keep: [.gps], exif)
    expectEqual(place.dropped, ["date"])
    expectEqual(kinds(with: "CLOCK", in: place), ["exif"])
    let again = try filteredMetadata(keep: [.gps], place.metadata)
    expectTrue(again.metadata == place.metadata && again.dropped == [])
  }

  @Test("The place and the date of a composite are kept only by name") func composites() throws {
    let cases: [(policy: MetadataPolicy, missing: [Purpose])] = [
      (.all, [.gps, .date]), (MetadataPolicy(keeps: Set(Purpose.allCases)), []),
      (MetadataPolicy(keeps: [.gps]), []), (MetadataPolicy(keeps: [.exif]), [.gps, .date]),
      (MetadataPolicy(keeps: [.exif, .gps]), [.date]),
      (MetadataPolicy(keeps: [.exif, .date, .gps], drops: [.gps]), []),
      (MetadataPolicy(drops: [.date]), [.gps]), (MetadataPolicy(drops: [.copyright]), [.gps, .date]),
      (MetadataPolicy(drops: [.exif, .xmp, .iptc, .comments]), []),
    ]
    for (policy, missing) in cases {
      let alone = try filteredMetadata(keep: policy.keeps, drop: policy.drops)
      for origin in [MetadataPolicy.Origin.severalInputs, .otherImages] {
        let result = try filteredMetadata(keep: policy.keeps, drop: policy.drops, origin: origin)
        let notice: MetadataNotice =
          origin == .severalInputs ? .severalImages(missing) : .imageNotShown(missing)
        expectEqual(result.notices, alone.notices + (missing.isEmpty ? [] : [notice]))
        expectEqual(Set(result.dropped), Set(alone.dropped + missing.map(\.rawValue)))
      }
    }
    expectTrue(MetadataPolicy.all.keepsEverything && !MetadataPolicy(drops: [.gps]).keepsEverything)
    expectTrue(MetadataPolicy(keeps: Set(Purpose.allCases)).keepsEverything)
  }

  @Test("The copyright can be kept alone") func copyright() throws {
    let result = try filteredMetadata(keep: [.copyright])
    expectEqual(kinds(with: "Ann", in: result), ["exif", "xmp", "iptc", "comment"])
    for word in ["Maker", "GPS", "Rating", "Bonn", "hello", "LATITUDE"] {
      expectEqual(kinds(with: word, in: result), [], "\(word)")
    }
    expectTrue(result.metadata.resolution == nil && result.metadata.colorimetry == nil)
    expectEqual(kinds(with: "Ann", in: try filteredMetadata(drop: [.copyright])), [])
    expectEqual(
      kinds(with: "Ann", in: try filteredMetadata(keep: [.copyright], drop: [.exif])),
      [
        "xmp", "iptc", "comment",
      ])
    expectEqual(kinds(with: "Ann", in: try filteredMetadata(keep: [.exif], drop: [.copyright])), [])
  }

  @Test(
    "Whole kinds of metadata are kept or removed", arguments: MetadataBlock.Kind.allCases)
  func kinds(
    _ kind: MetadataBlock.Kind
  ) throws {
    let words: [MetadataBlock.Kind: Purpose] = [.exif: .exif, .xmp: .xmp, .iptc: .iptc, .comment: .comments]
    let word = try #require(words[kind])
    try expectEqual(Set(filteredMetadata(keep: [word]).metadata.blocks.map(\.kind)), [kind])
    try expectTrue(!filteredMetadata(drop: [word]).metadata.blocks.map(\.kind).contains(kind))
  }

  @Test("Damaged metadata is dropped with a notice") func damaged() throws {
    for kind in [MetadataBlock.Kind.exif, .xmp, .iptc] {
      let broken = ImageMetadata(blocks: [MetadataBlock(kind, Array("nonsense".utf8))])
      let result = try filteredMetadata(broken)
      expectTrue(result.metadata.blocks == [] && result.notices == [.damaged(kind)])
      try expectEqual(filteredMetadata(drop: [.exif, .xmp, .iptc], broken).notices, [])
    }
  }

  @Test("Metadata that the format cannot store is dropped with a notice") func unsupported() throws {
    let none = try filteredMetadata(room: nil)
    expectTrue(none.notices == [.notHeld([.exif, .xmp, .iptc, .comment])] && none.metadata.blocks == [])
    let little = try filteredMetadata(room: 100)
    expectEqual(little.metadata.blocks.map(\.kind), [.iptc, .comment, .comment])
    expectEqual(little.notices.count, 2)
  }

  @Test("A dropped profile is reported unless it is sRGB") func droppedProfile() throws {
    try expectEqual(
      filteredMetadata(keep: [], ImageMetadata(profile: [1, 2, 3]), isSRGB: false).notices, [.colors])
    try expectEqual(filteredMetadata(ImageMetadata(profile: [1, 2, 3]), isSRGB: false).notices, [])
    let wide = ImageMetadata(colorimetry: .init(codePoints: [9, 16, 0, 1]))
    try expectEqual(filteredMetadata(drop: [.icc], wide, isSRGB: false).notices, [.colors])
    try expectEqual(filteredMetadata(drop: [.icc]).notices, [])
  }
}
