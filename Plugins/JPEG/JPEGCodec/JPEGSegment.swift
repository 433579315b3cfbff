import CNettle
import FrameCodec
import FrameGeometry

/// A marker segment before the first scan.
struct JPEGSegment: Equatable {
  let marker: UInt8
  let kind: Kind
  /// The data after the length.
  var content: Content
  /// The offset of the content in the file; nil for a new segment.
  let start: Int?

  init(_ marker: UInt8, _ kind: Kind, _ content: Content, at start: Int? = nil) {
    (self.marker, self.kind, self.content, self.start) = (marker, kind, content, start)
  }

  /// A segment of a kind that has a name.
  ///
  /// - Parameter body: the content after the name.
  init(_ kind: Kind, _ body: some Sequence<UInt8>) {
    self.init(kind.marker, kind, .loaded(kind.name + Array(body)))
  }

  enum Content: Equatable {
    case loaded([UInt8])
    /// The range in the file, for contents that are only copied.
    case stored(Range<Int>)

    var count: Int {
      switch self {
      case .loaded(let bytes): bytes.count
      case .stored(let range): range.count
      }
    }
  }

  /// What a segment means, by its marker and the name at its start.
  enum Kind: Hashable, CaseIterable {
    case jfif, jfifExtension, exif, xmp, extendedXMP, profile, multiPicture, photoshop, adobe, comment
    /// The gain map of ISO 21496-1, annex C.
    case gainMap
    /// An application segment of unknown meaning.
    case application
    /// Anything else: the tables and the frame.
    case table

    init(_ marker: UInt8, startingWith start: [UInt8]) {
      let named = Self.allCases.first {
        !$0.name.isEmpty && $0.marker == marker && start.starts(with: $0.name)
      }
      let isApplication = (0xE0...0xEF).contains(marker)
      self = named ?? (marker == Kind.comment.marker ? .comment : isApplication ? .application : .table)
    }

    private var form: (marker: UInt8, name: String, isLoaded: Bool) {
      switch self {
      case .jfif: (0xE0, "JFIF\0", true)
      case .jfifExtension: (0xE0, "JFXX\0", false)
      case .exif: (0xE1, "Exif\0\0", true)
      case .xmp: (0xE1, "http://ns.adobe.com/xap/1.0/\0", true)
      case .extendedXMP: (0xE1, "http://ns.adobe.com/xmp/extension/\0", true)
      case .profile: (0xE2, "ICC_PROFILE\0", true)
      case .multiPicture: (0xE2, "MPF\0", true)
      case .gainMap: (0xE2, "urn:iso:std:iso:ts:21496:-1\0", true)
      case .photoshop: (0xED, "Photoshop 3.0\0", true)
      case .adobe: (0xEE, "Adobe", false)
      case .comment: (0xFE, "", true)
      case .application, .table: (0, "", false)
      }
    }

    /// The marker of a kind that has a name, and of comments.
    var marker: UInt8 { form.marker }

    /// The first bytes of the content.
    var name: [UInt8] { Array(form.name.utf8) }

    static let longestName = Self.allCases.map(\.name.count).max() ?? 0

    /// True if the content is parsed.
    var isLoaded: Bool { form.isLoaded }
  }

  /// The content after the name, if it was loaded.
  var body: ArraySlice<UInt8>? {
    guard case .loaded(let bytes) = content else { return nil }
    return bytes.dropFirst(kind.name.count)
  }

  /// The maximum length of a body.
  static func room(_ kind: Kind) -> Int { maximum - kind.name.count }

  /// The maximum content of a segment: 65,535 bytes without the two of the length.
  private static let maximum = 65_533
  /// 255 segments without their names and numbers (ICC.1:2022, B.4).
  private static let maximumProfile = 255 * (room(.profile) - 2)

  /// The maximum length of each block. EXIF must fit into one segment; XMP and IPTC can use several.
  static let room: [MetadataBlock.Kind: Int] = [
    .exif: room(.exif), .xmp: DecoderLimits.metadata, .iptc: DecoderLimits.metadata,
    // Minus the two characters between a keyword and its text.
    .comment: maximum - 2,
  ]

  /// Returns the segments of metadata, in the order that other programs expect after the JFIF segment. The resolution
  /// is part of JFIF.
  ///
  /// - Parameter map: the gain map that follows the image.
  /// - Throws: `CodecError.unsupported` for a profile or block that does not fit.
  static func all(
    of metadata: ImageMetadata, gainMap map: GainMapFile? = nil
  ) throws(CodecError) -> [JPEGSegment] {
    guard metadata.profile?.count ?? 0 <= maximumProfile else {
      throw .unsupported(detail: "JPEG cannot store a profile of more than \(maximumProfile) bytes")
    }
    for block in metadata.blocks {
      let room = room[block.kind] ?? 0
      guard block.bytes.count + (block.keyword?.utf8.count ?? 0) <= room else {
        throw .unsupported(detail: "JPEG cannot store \(block.kind.rawValue) of more than \(room) bytes")
      }
    }
    var segments: [JPEGSegment] = []
    if let block = metadata.blocks.first(.exif) { segments.append(JPEGSegment(.exif, block.bytes)) }
    segments += xmp(metadata.blocks.first(.xmp)?.bytes, map?.xmpNode)
    if let bytes = metadata.profile { segments += split(profile: bytes) }
    if let block = metadata.blocks.first(.iptc) {
      let bytes = PhotoshopResources.wrapping(iptc: block.bytes)
      segments += bytes.indices.parts(of: room(.photoshop)).map { JPEGSegment(.photoshop, bytes[$0]) }
    }
    if map != nil { segments += GainMapFile.segments }
    return segments
      + metadata.blocks.filter { $0.kind == .comment }.map { JPEGSegment(.comment, $0.commentText) }
  }

  private static func split(profile bytes: [UInt8]) -> [JPEGSegment] {
    let parts = bytes.indices.parts(of: room(.profile) - 2)
    return parts.enumerated().map { i, part in
      JPEGSegment(.profile, [UInt8(i + 1), UInt8(parts.count)] + bytes[part])
    }
  }

  /// Returns the segments of a packet and of a node that must be in the first of them.
  private static func xmp(_ packet: [UInt8]?, _ node: String?) -> [JPEGSegment] {
    guard let packet else { return node.map { [JPEGSegment(.xmp, XMPPacket(nodes: $0).bytes)] } ?? [] }
    func adding(_ packet: XMPPacket) -> [UInt8] { (node.map { packet.adding($0) } ?? packet).bytes }
    let whole = adding(XMPPacket(packet))
    if whole.count <= room(.xmp) { return [JPEGSegment(.xmp, whole)] }
    // Packets contain padding for programs that edit them in place.
    let bare = XMPPacket(packet).unwrapped.bytes
    let short = adding(XMPPacket(wrapping: bare))
    if short.count <= room(.xmp) { return [JPEGSegment(.xmp, short)] }
    let (first, parts) = ExtendedXMP.split(bare)
    return [JPEGSegment(.xmp, adding(first))] + parts.map { JPEGSegment(.extendedXMP, $0) }
  }
}

/// The parts of a profile, which can come in any order (ICC.1:2022, B.4).
struct ProfileChunks {
  private var parts: [Int: [UInt8]] = [:]
  private var total = 0
  private var isBroken = false

  var isEmpty: Bool { parts.isEmpty && !isBroken }

  /// - Parameter body: the part's number from 1, the number of parts, and its bytes.
  mutating func add(_ body: ArraySlice<UInt8>) {
    let content = Array(body)
    guard content.count >= 2 else {
      isBroken = true
      return
    }
    let number = Int(content[0])
    let count = Int(content[1])
    let part = Array(content.dropFirst(2))
    if parts.isEmpty { total = count }
    // Some programs write the whole profile twice.
    if count != total || !(1...255).contains(number) || number > count || parts[number, default: part] != part
    {
      isBroken = true
      return
    }
    parts[number] = part
  }

  /// The whole profile; nil if parts are missing or contradict each other.
  var joined: [UInt8]? {
    guard !isBroken, !parts.isEmpty, parts.count == total else { return nil }
    return (1...total).flatMap { parts[$0] ?? [] }
  }
}

/// XMP that does not fit into one segment (Adobe's XMP specification, part 3, 1.1.3.1): parts with the MD5 of the
/// whole and their offset.
struct ExtendedXMP {
  private var parts: [[UInt8]: [Part]] = [:]

  private struct Part {
    var total: Int
    var offset: Int
    var bytes: ArraySlice<UInt8>
  }

  private static let nameLength = 32
  private static let headerLength = nameLength + 8
  /// The length that the specification recommends.
  private static let partLength = 65_400

  /// - Parameter body: the content of a segment, after its name.
  mutating func add(_ body: ArraySlice<UInt8>) {
    let content = Array(body)
    guard content.count > Self.headerLength else { return }
    func number(_ at: Int) -> Int { Int(bigEndianBytes: content[at..<at + 4]) }
    let part = Part(
      total: number(Self.nameLength), offset: number(Self.nameLength + 4),
      bytes: content[Self.headerLength...])
    parts[Array(content[..<Self.nameLength]), default: []].append(part)
  }

  /// - Parameter name: the name in the packet of the first segment.
  /// - Returns: nil if parts are missing or overlap.
  func whole(_ name: [UInt8]) -> [UInt8]? {
    guard let parts = parts[name]?.sorted(by: { $0.offset < $1.offset }) else { return nil }
    var whole: [UInt8] = []
    for part in parts {
      guard part.offset == whole.count, part.total == parts[0].total else { return nil }
      whole += part.bytes
    }
    return whole.count == parts[0].total ? whole : nil
  }

  /// Splits a packet into a small one that names the rest, and the parts of the rest.
  static func split(_ packet: [UInt8]) -> (first: XMPPacket, parts: [[UInt8]]) {
    let name = Self.name(of: packet)
    let first = XMPPacket.referring(to: String(decoding: name, as: UTF8.self))
    let parts = packet.indices.parts(of: partLength).map { place in
      name + [packet.count, place.lowerBound].flatMap { UInt32(truncatingIfNeeded: $0).bigEndianBytes }
        + packet[place]
    }
    return (first, parts)
  }

  /// The MD5 of a packet, as 32 uppercase hexadecimal digits.
  private static func name(of packet: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 16)
    cnettle_md5(packet, packet.count, &digest)
    return digest.flatMap { String($0, digits: 2, radix: 16).uppercased().utf8 }
  }
}
