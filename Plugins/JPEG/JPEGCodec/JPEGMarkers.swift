import FrameCodec
import FrameGeometry
import FrameImage

/// The metadata in the marker segments before the first scan: orientation, profile and blocks.
///
/// libjpeg could keep the segments, but its cost grows with the square of their number; here their number and bytes
/// are bounded. Invalid markers are left for libjpeg to report: this parser just stops.
struct JPEGMarkers {
  /// The EXIF data, if it is readable.
  private(set) var exif: ExifBlock?
  /// The blocks as they will be written again.
  private(set) var blocks: [MetadataBlock] = []
  private(set) var notices: [CodecNotice] = []
  var orientation: Orientation { exif?.orientation ?? .up }
  /// The unparsed bytes of the profile; nil if there is none or a part is missing.
  var profile: [UInt8]? { chunks.joined }
  var hasProfile: Bool { !chunks.isEmpty }

  private var chunks = ProfileChunks()
  private var xmp: [UInt8]?
  private var extendedXMP = ExtendedXMP()
  private var resources: [UInt8] = []
  private var comments: [MetadataBlock] = []
  private var hasGainMap = false
  private var kept = 0

  /// - Throws: `CodecError.limit` for too many markers or bytes, `.readFailed`.
  init(_ input: ByteInput) throws(CodecError) {
    try read(input)
    putTogether()
  }

  private mutating func read(_ input: ByteInput) throws(CodecError) {
    var segments = SegmentReader(input)
    var count = 0
    while let marker = try segments.next() {
      count += 1
      if count > JPEGLimits.markers {
        throw .limit(LimitExceeded(.parts("markers"), needed: count, allowed: JPEGLimits.markers))
      }
      switch marker {
      case Self.startOfScan, Self.endOfImage: return
      case JPEGSegment.app1: try readApp1(&segments)
      case JPEGSegment.app2: try readApp2(&segments)
      case JPEGSegment.app13: resources += try content(JPEGSegment.photoshop, &segments) ?? []
      case JPEGSegment.comment:
        if let text = try content([], &segments), let block = MetadataBlock(comment: text) {
          comments.append(block)
        }
      default: break
      }
      try check(segments.junk + kept)
    }
  }

  private static let endOfImage: UInt8 = 0xD9
  private static let startOfScan: UInt8 = 0xDA

  private func check(_ bytes: Int) throws(CodecError) {
    guard bytes > DecoderLimits.metadata else { return }
    throw .limit(LimitExceeded(.metadata, needed: bytes, allowed: DecoderLimits.metadata))
  }

  /// Returns a segment's data after a name and counts it as kept, or returns nil if it has another name.
  private mutating func content(
    _ name: [UInt8], _ segments: inout SegmentReader
  ) throws(CodecError) -> [UInt8]? {
    let content = try segments.content(after: name)
    kept += content?.count ?? 0
    return content
  }

  /// Reads EXIF (CIPA DC-008, 4.7.2), a name followed by a TIFF structure, and XMP (Adobe's XMP specification, part
  /// 3, 1.1.3). Only the first of each counts.
  private mutating func readApp1(_ segments: inout SegmentReader) throws(CodecError) {
    if blocks.isEmpty, let tiff = try content(JPEGSegment.exif, &segments) {
      exif = ExifBlock(tiff)
      blocks.append(MetadataBlock(.exif, tiff))
    } else if xmp == nil, let packet = try content(JPEGSegment.xmp, &segments) {
      xmp = packet
    } else if let part = try content(JPEGSegment.extendedXMP, &segments) {
      extendedXMP.add(part)
    }
  }

  /// Reads a part of a profile (ICC.1:2022, B.4): a name, its number from 1, and the number of parts. Also detects a
  /// gain map after the image (ISO 21496-1, annex C).
  private mutating func readApp2(_ segments: inout SegmentReader) throws(CodecError) {
    if let chunk = try content(JPEGSegment.profile, &segments) {
      chunks.add(chunk)
    } else if try segments.content(after: Array("urn:iso:std:iso:ts:21496:-1\0".utf8)) != nil {
      hasGainMap = true
    }
  }

  /// Assembles blocks that consist of several parts.
  private mutating func putTogether() {
    if let xmp {
      let packet = XMPPacket(xmp)
      hasGainMap = hasGainMap || packet.namesGainMap
      let whole = packet.merged { extendedXMP.whole($0) }
      blocks.append(MetadataBlock(.xmp, whole.packet.bytes))
      if whole.lacksPart { notices.append(.metadataDropped(.xmp)) }
    }
    switch PhotoshopResources.iptc(in: resources) {
    case .none: break
    case .whole(let records): blocks.append(MetadataBlock(.iptc, records))
    case .damaged: notices.append(.metadataDropped(.iptc))
    }
    blocks += comments
    if hasGainMap { notices.append(.gainMapDropped) }
  }
}
