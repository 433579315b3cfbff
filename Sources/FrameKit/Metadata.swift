import FrameCodec

/// The metadata of an image, in the forms that all file formats share.
///
///     var result = try edit.apply(to: photo).render()
///     result.metadata.xmp = Array(packet.utf8)
///     try result.write(to: "framed.jpg")
public struct Metadata: Hashable, Sendable {
  /// A TIFF structure, from its byte order mark on (CIPA DC-008, 4.5). Results are upright, so files get no other orientation.
  public var exif: [UInt8]?
  /// An XMP packet in UTF-8 (ISO 16684-1).
  public var xmp: [UInt8]?
  /// Records of IPTC's Information Interchange Model (IIM 4.2), without the Photoshop resource around them.
  public var iptc: [UInt8]?
  /// Comments, in their order.
  public var comments: [String] = []

  public init() {}

  init(_ stored: ImageMetadata) {
    (exif, xmp, iptc) = (
      stored.blocks.first(.exif)?.bytes, stored.blocks.first(.xmp)?.bytes, stored.blocks.first(.iptc)?.bytes
    )
    comments = stored.blocks.filter { $0.kind == .comment }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Replaces the blocks of other metadata. A comment that stays keeps its keyword.
  func replace(in stored: inout ImageMetadata) {
    let old = stored.blocks
    stored.blocks =
      [
        exif.map { MetadataBlock(.exif, $0) }, xmp.map { MetadataBlock(.xmp, $0) },
        iptc.map { MetadataBlock(.iptc, $0) },
      ]
      .compactMap(\.self)
      + comments.map { text in
        old.first { $0.kind == .comment && $0.bytes.elementsEqual(text.utf8) }
          ?? MetadataBlock(.comment, Array(text.utf8))
      }
  }
}
