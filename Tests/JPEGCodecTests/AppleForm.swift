import FrameCodec
import FrameImage

/// A builder of JPEG photos with a gain map in Apple's form, as phones arrange them: EXIF with a maker note, an index, and a
/// second image with XMP.
struct AppleForm {
  var size: (width: Int, height: Int)
  var base: Bitmap
  /// The sample of the map, which has half the width and half the height.
  var gain: UInt8

  /// - Parameters:
  ///   - headroom: that of the map's XMP; nil for an older file.
  ///   - numbers: 33 and 48 of the maker note; nil for an image without one.
  func photo(headroom: String?, numbers: (Double, Double)?) throws -> [UInt8] {
    let exif = numbers.map { MetadataBlock(.exif, Self.exif($0.0, $0.1)) }
    let image = try encode(base, metadata: ImageMetadata(blocks: [exif].compactMap(\.self)))
    guard let half = PixelSize(width: size.width / 2, height: size.height / 2),
      let pixels = Bitmap(size: half, format: .gray8, bytes: [UInt8](repeating: gain, count: half.area))
    else { return image }
    let packet = MetadataBlock(.xmp, Self.packet(headroom).bytes)
    let map = try encode(pixels, metadata: ImageMetadata(blocks: [packet]))
    let entry = { MultiPicture.segment(first: $0, second: map.count, at: $1) }
    let added = entry(0, 0).count
    let length = image.count + added
    // The offset counts from the byte order mark of the index.
    return Array(image[..<2]) + entry(length, length - 2 - 8) + image[2...] + map
  }

  static func packet(_ headroom: String?) -> XMPPacket {
    let stated = headroom.map { " HDRGainMap:HDRGainMapHeadroom=\"\($0)\"" } ?? ""
    return XMPPacket(
      nodes: "<rdf:Description xmlns:HDRGainMap=\"http://ns.apple.com/HDRGainMap/1.0/\" "
        + "HDRGainMap:HDRGainMapVersion=\"\(headroom == nil ? 65536 : 131072)\"\(stated)/>")
  }

  /// Returns EXIF with a maker note that has two numbers, in thousandths.
  static func exif(_ first: Double, _ second: Double) -> [UInt8] {
    func number(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
    }
    let signedRational = 10
    let values = [first, second].flatMap { number(Int(($0 * 1000).rounded()), 4) + number(1000, 4) }
    let note =
      Array("Apple iOS\0\0\u{1}MM".utf8) + number(2, 2) + entry(33, signedRational, 1, 44)
      + entry(48, signedRational, 1, 52) + number(0, 4) + values
    let start = Array("MM\0*".utf8) + number(8, 4)
    return start + number(1, 2) + entry(0x8769, 4, 1, 26) + number(0, 4)
      + number(1, 2) + entry(0x927C, 7, note.count, 44) + number(0, 4) + note
  }
}

/// The index of two images (CIPA DC-007, 5.2).
enum MultiPicture {
  static func segment(first: Int, second: Int, at offset: Int) -> [UInt8] {
    func numbers(_ numbers: Int...) -> [UInt8] {
      numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    }
    let entries = numbers(0x030000, first, 0, 0) + numbers(0, second, offset, 0)
    let directory = [0, 1, 0xB0, 2, 0, 7] + numbers(entries.count, 26, 0)
    let content = Array("MPF\0MM\0*".utf8) + numbers(8) + directory + entries
    return [0xFF, 0xE2, 0, UInt8(content.count + 2)] + content
  }
}
