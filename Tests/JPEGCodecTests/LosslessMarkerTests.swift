import FrameCodec
import FrameGeometry
import FrameImage
import JPEGCodec
import TestSupport
import Testing

/// Metadata segments of an image whose blocks are moved.
@Suite struct LosslessMarkerTests {
  /// Returns EXIF with these tags and numbers in IFD0, and with an IFD1 for a thumbnail.
  private static func exif(_ entries: [(Int, Int)], littleEndian: Bool = false) -> [UInt8] {
    func number(_ n: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(n >> (8 * $0) & 0xFF) }
      return littleEndian ? bytes : bytes.reversed()
    }
    var tiff = Array((littleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
    tiff += number(entries.count, 2)
    for (tag, value) in entries {
      tiff += number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + [0, 0]
    }
    tiff += number(tiff.count + 4, 4) + number(0, 2) + number(0, 4)
    return HandmadeJPEG.segment(0xE1, Array("Exif\0\0".utf8) + tiff)
  }

  private static let jfif = HandmadeJPEG.segment(
    0xE0, Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 144, 1, 1, 9, 9, 9])
  private static let comment = HandmadeJPEG.segment(0xFE, Array("as it was".utf8))
  private static let photoshop = HandmadeJPEG.segment(0xED, Array("Photoshop 3.0\0".utf8) + [1, 2, 3])

  private static func jpeg(_ segments: [UInt8]...) -> [UInt8] {
    HandmadeJPEG(width: 16, height: 24, segments: segments.flatMap(\.self), block: HandmadeJPEG.noise).bytes
  }

  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }

  @Test(
    "A lossless turn resets the orientation, swaps resolutions and removes thumbnails",
    arguments: [false, true])
  func turnedMetadata(_ littleEndian: Bool) throws {
    let tagged = Self.exif([(0x0100, 5), (0x0112, 6), (0x0128, 2)], littleEndian: littleEndian)
    let jpeg = Self.jpeg(Self.jfif, tagged, Self.comment, Self.photoshop)
    let turned = try turn(jpeg, .right)
    try expectEqual(probe(turned).orientation, .up)
    // The axes are swapped, so the two resolutions are too.
    try expectEqual(probe(turned).metadata.resolution?.x, 144 / 0.0254)
    try expectEqual(probe(turned).metadata.resolution?.y, 72 / 0.0254)
    expectTrue(Self.contains(turned, Self.comment) && Self.contains(turned, Self.photoshop))
    // Only the width and the orientation change, and the thumbnail's IFD at the end is removed.
    let upright = Self.exif([(0x0100, 24), (0x0112, 1), (0x0128, 2)], littleEndian: littleEndian)
    let start = try #require(index(of: 0xE1, in: turned))
    let (head, thumbnail) = (4, 6)
    let entries = upright.dropFirst(head).dropLast(4 + thumbnail)
    let found = turned[start...].dropFirst(head)
    expectTrue(found.starts(with: entries))
    expectTrue(found.dropFirst(entries.count).starts(with: [0, 0, 0, 0, 0xFF]))
    // JFIF's thumbnail is removed too.
    expectTrue(Self.contains(turned, [0, 144, 0, 72, 0, 0]))
  }

  @Test(
    "A tagged transform sets or adds the EXIF orientation and keeps the image data",
    arguments: Orientation.allCases)
  func orientationTag(_ orientation: Orientation) throws {
    let bare: [[UInt8]] = [
      [], Self.jfif, Self.exif([(0x0112, 3)]), Self.exif([(0x0100, 5), (0x0128, 2)]),
      Self.exif([(0x0128, 2)], littleEndian: true), Self.exif([]),
      HandmadeJPEG.segment(0xE1, Array("Exif\0\0MM".utf8)),
      Self.exif([(0x0112, 8)]) + Self.exif([(0x0112, 3)]),
    ]
    for segments in bare {
      let jpeg = Self.jpeg(segments, Self.comment)
      let whole = PixelRect(x: 0, y: 0, size: try probe(jpeg).size)
      let tagged = try move(jpeg, LosslessTransform(.tagged, orientation, source: whole))
      try expectEqual(probe(tagged).orientation, orientation)
      // All bytes from the first quantization table on are unchanged.
      let tables = try #require(index(of: 0xDB, in: jpeg))
      expectTrue(tagged.suffix(jpeg.count - tables).elementsEqual(jpeg[tables...]))
      expectTrue(Self.contains(tagged, Self.comment))
      // Setting the same orientation again changes nothing.
      try expectEqual(move(tagged, LosslessTransform(.tagged, orientation, source: whole)), tagged)
    }
  }

  @Test("A lossless transform that moves nothing copies the file unchanged")
  func identityTransform() throws {
    let jpeg = Self.jpeg(Self.jfif, Self.exif([(0x0112, 1)]), Self.comment) + Array("a second image".utf8)
    try expectEqual(turn(jpeg, .up), jpeg)
  }

  @Test("A lossless turn updates orientation and size in XMP, and drops XMP that it cannot parse")
  func xmpOrientation() throws {
    func xmp(_ text: String) -> [UInt8] {
      HandmadeJPEG.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(text.utf8))
    }
    func packet(_ node: String) -> String {
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
        + "<rdf:Description xmlns:tiff=\"http://ns.adobe.com/tiff/1.0/\"\(node)</rdf:RDF></x:xmpmeta>"
    }
    for (old, new) in [
      (" tiff:Orientation=\"6\" tiff:Make=\"7\"/>", " tiff:Orientation=\"1\" tiff:Make=\"7\"/>"),
      (
        "><tiff:Orientation>8</tiff:Orientation><tiff:ImageWidth>16</tiff:ImageWidth></rdf:Description>",
        "><tiff:Orientation>1</tiff:Orientation><tiff:ImageWidth>24</tiff:ImageWidth></rdf:Description>"
      ),
    ] {
      expectTrue(Self.contains(try turn(Self.jpeg(xmp(packet(old))), .right), xmp(packet(new))), "\(old)")
    }
    // XMP that cannot be parsed might contain an orientation. It is only kept if nothing moves.
    let broken = xmp("<x tiff:Orientation")
    expectTrue(!Self.contains(try turn(Self.jpeg(broken), .right), broken))
    expectTrue(Self.contains(try turn(Self.jpeg(broken), .up), broken))
  }

  @Test("A lossless turn removes the MPF index and reports the bytes after the image as ignored")
  func trailingImages() throws {
    let index = HandmadeJPEG.segment(0xE2, Array("MPF\0".utf8) + [1, 2, 3, 4])
    let second = Self.jpeg()
    let jpeg = Self.jpeg(index) + second
    let turned = try turn(jpeg, .right)
    expectTrue(!Self.contains(turned, Array("MPF\0".utf8)))
    expectEqual(turned.suffix(2), [0xFF, 0xD9])
    let whole = PixelRect(x: 0, y: 0, size: try probe(jpeg).size)
    func notices(_ bytes: [UInt8], _ kind: LosslessTransform.Kind) throws -> [CodecNotice] {
      try transform(bytes, TransformRequest(LosslessTransform(kind, .right, source: whole), of: bytes))
    }
    try expectEqual(notices(jpeg, .exact), [.trailingDataIgnored(bytes: second.count)])
    try expectEqual(notices(jpeg, .tagged), [])
    try expectEqual(notices(Self.jpeg() + [0, 0, 13, 10], .exact), [])
  }

  @Test("A lossless turn refuses a file with too many markers or too much metadata")
  func turnLimits() throws {
    let many = Array(repeating: Self.comment, count: 1001).flatMap(\.self)
    expectEqual(codecError { _ = try turn(Self.jpeg(many), .right) }?.limitKind, .parts("markers"))
    let long = HandmadeJPEG.segment(0xE5, [UInt8](repeating: 1, count: 65_533))
    let large = Array(repeating: long, count: 257).flatMap(\.self)
    expectEqual(codecError { _ = try turn(Self.jpeg(large), .right) }?.limitKind, .metadata)
  }

  @Test("XMP without room for the orientation is left unchanged")
  func fullXMP() throws {
    let start = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation=""/></rdf:RDF></x:xmpmeta>
      """
    let name = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    for spare in [0, 1] {
      let room = 65_533 - name.count - start.utf8.count - spare
      let xmp = HandmadeJPEG.segment(0xE1, name + Array(start.utf8) + [UInt8](repeating: 0x20, count: room))
      let jpeg = Self.jpeg(xmp)
      let whole = PixelRect(x: 0, y: 0, size: try probe(jpeg).size)
      let tagged = try move(jpeg, LosslessTransform(.tagged, .right, source: whole))
      try expectEqual(probe(tagged).orientation, .right)
      expectTrue(Self.contains(tagged, Array("Orientation=\"\(spare == 0 ? "" : "6")\"".utf8)))
    }
  }
}
