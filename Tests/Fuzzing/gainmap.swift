import FrameCodec
import FrameImage
import FrameScript
import JPEGCodec

/// A harness that reads arbitrary bytes as a photo with a gain map: whatever its index, its list and its parameters say,
/// the map lies in the file, and a map that was found is found again in a copy of the photo with the same parameters.
enum Harness: FuzzTarget {
  static let codec = JPEGCodec()

  static func seeds() -> [[UInt8]] {
    let map = encoded(drawn(8, 4, .gray8), by: codec)
    let one = GainMapParameters(
      channels: [.init(minimum: -1, maximum: 2, gamma: 0.5)], baseHeadroom: 0, alternateHeadroom: 2)
    var three = one
    three.channels = [one.channels[0], .init(minimum: 0, maximum: 1), .init(minimum: 0, maximum: 3)]
    let photos = [one, three].map { photo(EncodedGainMap($0, file: map)) }
    // Without ISO 21496-1, the parameters of XMP count; without an index, the list; without both, the end of the image.
    let names = ["urn:iso:std", "MPF\0", "Item:Length", "Camera:MicroVideoOffset"]
    return photos + names.map { misspelling($0, in: photos[0]) }
      + [misspelling("Item:Length", in: misspelling("MPF\0", in: photos[0])), applePhoto()]
  }

  /// Returns a photo whose map is in Apple's form, with a headroom in the XMP of the map and in the EXIF of the photo.
  private static func applePhoto() -> [UInt8] {
    func xmp(_ node: String) -> MetadataBlock { MetadataBlock(.xmp, XMPPacket(nodes: node).bytes) }
    let space = "xmlns:HDRGainMap=\"http://ns.apple.com/HDRGainMap/1.0/\""
    let map = written(
      drawn(8, 4, .gray8), [xmp("<rdf:Description \(space) HDRGainMap:HDRGainMapHeadroom=\"4\"/>")])
    let note: [UInt8] =
      Array("Apple iOS\0\0\u{1}MM".utf8) + [0, 2] + [0, 33, 0, 10, 0, 0, 0, 1, 0, 0, 0, 44]
      + [0, 48, 0, 10, 0, 0, 0, 1, 0, 0, 0, 52, 0, 0, 0, 0] + [0, 0, 0, 3, 0, 0, 0, 2] + [
        0, 0, 0, 1, 0, 0, 0, 2,
      ]
    let exif: [UInt8] =
      Array("MM\0*\0\0\0\u{8}\0\u{1}".utf8) + [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
      + [0, 1, 0x92, 0x7C, 0, 7, 0, 0, 0, UInt8(note.count), 0, 0, 0, 44, 0, 0, 0, 0] + note
    let list = XMPPacket.containerNode(gainMap: map.count, hasParameters: false)
    return written(drawn(16, 8, .rgb8), [MetadataBlock(.exif, exif), xmp(list)]) + map
  }

  private static func written(_ image: Bitmap, _ blocks: [MetadataBlock]) -> [UInt8] {
    let request = EncodeRequest(
      size: image.size, pixels: image.format, metadata: ImageMetadata(blocks: blocks))
    return written(image, request)
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    guard let header = header(bytes) else { return }
    hold(header.attachments.allSatisfy { (1...bytes.count).contains($0.bytes) }, "an attachment is too large")
    guard let map = header.gainMap else { return }
    guard let range = map.range else { return hold(false, "the map has no file") }
    hold(range.lowerBound > 2 && range.upperBound <= bytes.count, "the map is not in the file")
    hold(map.parameters.areValid)
    let file = Array(bytes[range])
    checkDecoding(
      file, by: codec, DecodeRequest(onDamage: choice.pick(DamagePolicy.allCases), limits: fuzzLimits),
      skipping: choice.bit(2))
    let copy = photo(EncodedGainMap(map.parameters, file: file))
    guard let again = self.header(copy)?.gainMap else {
      return hold(false, "the map is lost in a copy")
    }
    // Fractions have 32 bits.
    hold(
      zip(again.parameters.numbers, map.parameters.numbers).allSatisfy { abs($0 - $1) <= 1e-6 },
      "the parameters of a copy differ")
    hold(again.range?.upperBound == copy.count)
  }

  private static func header(_ bytes: [UInt8]) -> ImageHeader? {
    do {
      return try codec.open(ByteInput(bytes: bytes), limits: fuzzLimits).header
    } catch {
      check(error)
      return nil
    }
  }

  /// Returns a photo with a gain map; without one if its file is no JPEG.
  private static func photo(_ map: EncodedGainMap) -> [UInt8] {
    let image = drawn(16, 8, .rgb8)
    var request = EncodeRequest(size: image.size, pixels: image.format)
    request.gainMap = map
    return written(image, request)
  }

  private static func written(_ image: Bitmap, _ request: EncodeRequest) -> [UInt8] {
    let output = ByteOutput()
    do {
      var encoder = try codec.encoder(output, request)
      try encoder.write(image.bytes.span)
      try encoder.finish()
    } catch {
      check(error)
    }
    return output.bytes
  }

  private static func misspelling(_ name: String, in bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for start in bytes.indices where bytes[start...].starts(with: name.utf8) { bytes[start] ^= 0x20 }
    return bytes
  }
}

extension GainMapParameters {
  fileprivate var numbers: [Double] {
    [baseHeadroom, alternateHeadroom]
      + channels.flatMap { [$0.minimum, $0.maximum, $0.gamma, $0.baseOffset, $0.alternateOffset] }
  }
}
