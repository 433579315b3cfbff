import FrameCodec

/// A marker segment before the first scan: its marker and the data after its length.
struct JPEGSegment: Hashable {
  var marker: UInt8
  var content: [UInt8]

  static let app1: UInt8 = 0xE1
  static let app2: UInt8 = 0xE2
  static let app13: UInt8 = 0xED
  static let comment: UInt8 = 0xFE

  /// The names at the start of segments.
  static let exif = Array("Exif\0\0".utf8)
  static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  static let extendedXMP = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  static let profile = Array("ICC_PROFILE\0".utf8)
  static let photoshop = Array("Photoshop 3.0\0".utf8)

  /// The maximum content of a segment: 65,535 bytes without the two of the length.
  private static let maximum = 65_533
  /// 255 segments without their names and numbers (ICC.1:2022, B.4).
  private static let maximumProfile = 255 * (maximum - profile.count - 2)

  /// The maximum length of each block. EXIF must fit into one segment; XMP and IPTC can use several.
  static let room: [MetadataBlock.Kind: Int] = [
    .exif: maximum - exif.count, .xmp: DecoderLimits.metadata, .iptc: DecoderLimits.metadata,
    // Minus the two characters between a keyword and its text.
    .comment: maximum - 2,
  ]

  /// Returns the segments of metadata, in the order that other programs expect after the JFIF segment. The resolution
  /// is part of JFIF.
  ///
  /// - Throws: `CodecError.unsupported` for a profile or block that does not fit.
  static func all(of metadata: ImageMetadata) throws(CodecError) -> [JPEGSegment] {
    guard metadata.profile?.count ?? 0 <= maximumProfile else {
      throw .unsupported(detail: "JPEG holds no profile of more than \(maximumProfile) bytes")
    }
    for block in metadata.blocks {
      let room = room[block.kind] ?? 0
      guard block.bytes.count + (block.keyword?.utf8.count ?? 0) <= room else {
        throw .unsupported(detail: "JPEG holds no \(block.kind.rawValue) of more than \(room) bytes")
      }
    }
    var segments: [JPEGSegment] = []
    if let block = metadata.blocks.first(.exif) {
      segments.append(JPEGSegment(marker: app1, content: exif + block.bytes))
    }
    if let block = metadata.blocks.first(.xmp) { segments += split(xmp: block.bytes) }
    if let bytes = metadata.profile { segments += split(profile: bytes) }
    if let block = metadata.blocks.first(.iptc) {
      segments += parts(PhotoshopResources.wrapping(iptc: block.bytes), maximum - photoshop.count).map {
        JPEGSegment(marker: app13, content: photoshop + $0)
      }
    }
    return segments
      + metadata.blocks.filter { $0.kind == .comment }.map {
        JPEGSegment(marker: comment, content: $0.commentText)
      }
  }

  private static func split(profile bytes: [UInt8]) -> [JPEGSegment] {
    let parts = parts(bytes, maximum - profile.count - 2)
    return parts.enumerated().map { i, part in
      JPEGSegment(marker: app2, content: profile + [UInt8(i + 1), UInt8(parts.count)] + part)
    }
  }

  private static func split(xmp packet: [UInt8]) -> [JPEGSegment] {
    if packet.count <= maximum - xmp.count { return [JPEGSegment(marker: app1, content: xmp + packet)] }
    // Packets contain padding for programs that edit them in place.
    let bare = XMPPacket(packet).unwrapped.bytes
    let short = XMPPacket(wrapping: bare).bytes
    if short.count <= maximum - xmp.count { return [JPEGSegment(marker: app1, content: xmp + short)] }
    let (first, parts) = ExtendedXMP.split(bare)
    return [JPEGSegment(marker: app1, content: xmp + first)]
      + parts.map { JPEGSegment(marker: app1, content: extendedXMP + $0) }
  }

  private static func parts(_ bytes: [UInt8], _ length: Int) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: bytes.count, by: length).map { bytes[$0..<min($0 + length, bytes.count)] }
  }
}
