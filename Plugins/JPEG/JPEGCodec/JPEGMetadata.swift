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

  /// Only the first EXIF block that is readable counts (CIPA DC-008, 4.7.2), and only the first packet of XMP (Adobe's XMP
  /// specification, part 3, 1.1.3).
  init(_ head: JPEGHead) {
    var blocks: [MetadataBlock] = []
    var notices: [CodecNotice] = []
    let exifs = Self.exifBlocks(head.contents(.exif))
    let tiff = exifs.first { ExifBlock($0) != nil } ?? exifs.first
    exif = tiff.flatMap(ExifBlock.init)
    if let tiff { blocks.append(MetadataBlock(.exif, tiff)) }
    if exifs.count > 1 {
      notices.append(.damage(count: 1, detail: "only one of \(exifs.count) EXIF blocks is read"))
    }
    var chunks = ProfileChunks()
    for part in head.contents(.profile) { chunks.add(part) }
    (profile, hasProfile) = (chunks.joined, !chunks.isEmpty)
    let packets = head.contents(.xmp)
    packet = packets.first.map { XMPPacket(Array($0)) }
    if packets.count > 1 {
      notices.append(.damage(count: 1, detail: "only one of \(packets.count) XMP packets is read"))
    }
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

  /// Joins the segments of each block: one without the mark of a TIFF file continues the block before it, as in the files of
  /// programs that write more than 64 kB.
  private static func exifBlocks(_ segments: [ArraySlice<UInt8>]) -> [[UInt8]] {
    var blocks: [[UInt8]] = []
    for segment in segments {
      if ExifBlock.begins(segment) || blocks.isEmpty {
        blocks.append(Array(segment))
      } else {
        blocks[blocks.count - 1] += segment
      }
    }
    return blocks
  }
}
