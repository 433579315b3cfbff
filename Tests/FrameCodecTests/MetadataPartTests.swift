import TestSupport
import Testing

@testable import FrameCodec

/// Tests of what fields are about, and of the capture time and the place in all kinds of blocks.
@Suite struct MetadataPartTests {
  @Test(
    "A keyword tells what a text is about, also as the name of a tag or a property",
    arguments: [
      ("Author", .copyright), ("Copyright", .copyright), ("Creation Time", .date), ("create-date", .date),
      ("date:create", .date),
      ("exif:DateTimeOriginal", .date), ("exif:SubSecTimeOriginal", .date), ("Artist", .copyright),
      ("exif:GPSLatitude", .gps), ("xmp:GPSLatitude", .gps), ("GPSLongitude", .gps), ("geo:lat", .gps),
      ("photoshop:DateCreated", .date), ("dc:rights", .copyright), ("dcterms:created", .date),
      ("Thumb::URI", .thumbnail), ("Thumb::MTime", .thumbnail),
      ("Title", .others), ("Software", .others), ("xmp:Rating", .others), ("lat", .others), ("::", .others),
    ] as [(String, MetadataPart)])
  func keywords(keyword: String, part: MetadataPart) {
    expectEqual(MetadataPart(keyword: keyword), part, keyword)
  }

  @Test("Each field is about one thing, and its namespace counts")
  func fields() {
    func part(_ space: String, _ local: String) -> MetadataPart {
      MetadataPart(name: .init(namespace: space, local: local))
    }
    typealias Space = XMPPacket.Space
    expectEqual(
      [part(Space.geo, "long"), part("other:", "GpsLongtitude"), part("other:", "long")],
      [.gps, .gps, .others])
    let places = [part("dji:", "Latitude"), part("dwc:", "decimalLongitude"), part(Space.geoRSS, "point")]
    expectEqual(places, [.gps, .gps, .gps])
    // ExifTool's form of the namespace.
    expectEqual(part("http://ns.microsoft.com/photo/1.0", "DateAcquired"), .date)
    expectEqual(
      [part(Space.exif, "DateTimeDigitized"), part("other:", "DateTimeDigitized")], [.date, .others])
    expectEqual(
      [part(Space.iptcCore, "CreatorContactInfo"), part(Space.iptcCore, "Location")], [.copyright, .others])
    expectEqual([80, 85, 116, 118].map { MetadataPart(dataSet: $0) }, Array(repeating: .copyright, count: 4))
    expectEqual([55, 202, 90].map { MetadataPart(dataSet: $0) }, [.date, .thumbnail, .others])
  }

  private static let exif = MetadataBlock(.exif, CameraExif().bytes)
  private static let bare = MetadataBlock(.exif, CameraExif(hasPlace: false).bytes)

  private static func xmp(_ attribute: String) -> MetadataBlock {
    MetadataBlock(.xmp, XMPPacketTests.packet(attribute).bytes)
  }

  private static func text(_ keyword: String, _ text: String) -> MetadataBlock {
    MetadataBlock(.comment, keyword: keyword, Array(text.utf8))
  }

  @Test("A place is found in every kind of block that can have one")
  func places() {
    let with = [
      Self.exif, Self.xmp("exif:GPSLatitude=\"50,5N\""), Self.text("exif:GPSLatitude", "50/1"),
      MetadataBlock(.comment, Array("xmp:GPSLatitude: 50,5N".utf8)),
    ]
    expectTrue(with.allSatisfy(\.hasPlace))
    let without = [
      Self.bare, Self.xmp("photoshop:City=\"Bonn\""), Self.text("Title", "GPS"),
      MetadataBlock(.iptc, IPTCTests.records),
    ]
    expectTrue(!without.contains(where: \.hasPlace))
  }

  @Test("EXIF tells the capture time first, then XMP, then a text")
  func captureTimes() {
    let text = Self.text("exif:DateTimeOriginal", "2024:01:02 03:04:05")
    let xmp = Self.xmp("exif:DateTimeOriginal=\"2025-02-03T04:05:06.5+01:00\"")
    func day(_ blocks: [MetadataBlock]) -> String? { blocks.captureTime?.day }
    expectEqual(day([text, xmp, Self.exif]), "2026-11-21")
    expectEqual(day([text, xmp]), "2025-02-03")
    expectEqual(xmp.captureTimeText, "04:05:06")
    expectEqual(day([text]), "2024-01-02")
    expectEqual(day([Self.text("exif:DateTime", "2024:01:02 03:04:05"), Self.xmp("xmp:Rating=\"5\"")]), nil)
    for wrong in ["2024-01-02", "2024-13-02T00:00:00", "2024-01-02T00:00", "", "T", "a-b-cTd:e:f"] {
      expectTrue(CaptureTime(wrong) == nil, wrong)
    }
  }
}

extension MetadataBlock {
  fileprivate var captureTimeText: String? { [self].captureTime?.time }
}
