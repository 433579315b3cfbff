import FrameCodec
import FrameGeometry
import FrameImage

/// The metadata in the marker segments before the first scan: orientation, profile and blocks.
struct JPEGMetadata {
  /// The EXIF data, if it is readable.
  let exif: ExifBlock?
  /// The blocks as they will be written again.
  let blocks: [MetadataBlock]
  let notices: [CodecNotice]
  /// The unparsed bytes of the profile; nil if there is none or a part is missing.
  let profile: [UInt8]?
  let hasProfile: Bool
  /// The XMP as the first segment has it.
  let packet: XMPPacket?

  var orientation: Orientation { blocks.orientation }

  /// Only the first segment of EXIF (CIPA DC-008, 4.7.2) and of XMP (Adobe's XMP specification, part 3, 1.1.3) counts.
  init(_ head: JPEGHead) {
    var blocks: [MetadataBlock] = []
    var notices: [CodecNotice] = []
    let tiff = head.contents(.exif).first.map { Array($0) }
    exif = tiff.flatMap(ExifBlock.init)
    if let tiff { blocks.append(MetadataBlock(.exif, tiff)) }
    var chunks = ProfileChunks()
    for part in head.contents(.profile) { chunks.add(part) }
    (profile, hasProfile) = (chunks.joined, !chunks.isEmpty)
    packet = head.contents(.xmp).first.map { XMPPacket(Array($0)) }
    if let packet {
      var extended = ExtendedXMP()
      for part in head.contents(.extendedXMP) { extended.add(part) }
      let whole = packet.merged { extended.whole($0) }
      blocks.append(MetadataBlock(.xmp, whole.packet.bytes))
      if whole.lacksPart { notices.append(.metadataDropped(.xmp)) }
    }
    switch PhotoshopResources.iptc(in: head.contents(.photoshop).flatMap(\.self)) {
    case .none: break
    case .whole(let records): blocks.append(MetadataBlock(.iptc, records))
    case .damaged: notices.append(.metadataDropped(.iptc))
    }
    blocks += head.contents(.comment).compactMap { MetadataBlock(comment: Array($0)) }
    (self.blocks, self.notices) = (blocks, notices)
  }
}
