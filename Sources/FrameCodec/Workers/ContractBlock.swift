import CCodecWorker
import CFrameCodec
import FrameImage

/// A block of metadata as the contract with codecs names it, see `frameit_codec_block`.
struct ContractBlock: Equatable {
  enum Kind: String {
    case icc, exif, xmp, iptc, comment
    case gAMA, cHRM, sRGB, cICP
    /// A gain map and its metadata, as plugins name them.
    case gainMap = "gain map"
    case gainMapXMP = "gain map xmp"
    /// Gain maps and attachments, between the host and its own codecs.
    case gainMapParameters = "gain map parameters"
    case gainMapProfile = "gain map profile"
    case gainMapRange = "gain map range"
    /// Without bytes: the samples are Apple's.
    case appleSamples = "gain map samples of Apple"
    case gainMapFile = "gain map file"
    case attachment
    /// A `frameit_codec_notice`, on its way from a worker.
    case notice
    /// Notices of plugins of before 1.7.
    case dropped, damage
  }

  /// nil for an unknown kind, which is ignored.
  var kind: Kind?
  var keyword: String?
  var bytes: [UInt8]

  init(_ kind: Kind?, keyword: String? = nil, _ bytes: [UInt8]) {
    (self.kind, self.keyword, self.bytes) = (kind, keyword, bytes)
  }

  /// The blocks of an image's metadata. Its resolution is not a block.
  ///
  /// - Parameter keepsKeywords: False to make keywords a part of comments, for codecs that do not know them.
  static func blocks(of metadata: ImageMetadata, keepsKeywords: Bool = true) -> [ContractBlock] {
    var blocks: [ContractBlock] = []
    if let profile = metadata.profile { blocks.append(ContractBlock(.icc, profile)) }
    if let colors = metadata.colorimetry {
      if let gamma = colors.gamma { blocks.append(ContractBlock(.gAMA, gamma.bigEndianBytes)) }
      if let points = colors.chromaticities {
        blocks.append(ContractBlock(.cHRM, points.flatMap(\.bigEndianBytes)))
      }
      if let intent = colors.renderingIntent { blocks.append(ContractBlock(.sRGB, [intent])) }
      if let points = colors.codePoints { blocks.append(ContractBlock(.cICP, points)) }
    }
    return blocks
      + metadata.blocks.map {
        keepsKeywords
          ? ContractBlock(.init(rawValue: $0.kind.rawValue), keyword: $0.keyword, $0.bytes)
          : ContractBlock(.init(rawValue: $0.kind.rawValue), $0.commentText)
      }
  }
}

// MARK: Notices

extension ContractBlock {
  /// The notice that the block is; nil for metadata. Plugins of before 1.7 have blocks for notices.
  fileprivate var notice: CodecNotice? {
    switch kind {
    case .notice?:
      guard bytes.count == MemoryLayout<frameit_codec_notice>.size else { return nil }
      return CodecNotice(bytes.withUnsafeBytes { $0.loadUnaligned(as: frameit_codec_notice.self) })
    case .damage?: return .damage(count: 1, detail: text)
    case .dropped?:
      if text == "profile" { return .profileDropped }
      return BelongingPicture(rawValue: text).map(CodecNotice.pictureDropped)
        ?? MetadataBlock.Kind(rawValue: text).map(CodecNotice.metadataDropped)
    default: return nil
    }
  }

  private var text: String { String(decoding: bytes, as: UTF8.self).printable }
}

extension CodecNotice {
  /// The codes of notices that say no more than their code.
  private static let codes: [(code: Int, notice: CodecNotice)] = [
    (FRAMEIT_CODEC_NOTICE_PROFILE_DROPPED, .profileDropped),
    (FRAMEIT_CODEC_NOTICE_PROFILE_UNREADABLE, .profileUnreadable),
    (FRAMEIT_CODEC_NOTICE_GAIN_MAP_UNREADABLE, .gainMapUnreadable),
    (FRAMEIT_CODEC_NOTICE_GAIN_MAP_DROPPED, .pictureDropped(.gainMap)),
    (FRAMEIT_CODEC_NOTICE_DEPTH_MAP_DROPPED, .pictureDropped(.depthMap)),
    (FRAMEIT_CODEC_NOTICE_AUXILIARY_IMAGE_DROPPED, .pictureDropped(.auxiliaryImage)),
    (FRAMEIT_CODEC_NOTICE_STILL_IMAGE_DROPPED, .pictureDropped(.stillImage)),
  ]

  /// - Returns: nil for an unknown code.
  fileprivate init?(_ notice: frameit_codec_notice) {
    let detail = String(c: notice.detail).printable
    switch Int(notice.code) {
    case FRAMEIT_CODEC_NOTICE_DAMAGE: self = .damage(count: max(1, Int(notice.count)), detail: detail)
    case FRAMEIT_CODEC_NOTICE_METADATA_DROPPED:
      guard let kind = MetadataBlock.Kind(rawValue: detail) else { return nil }
      self = .metadataDropped(kind)
    case let code:
      guard let known = Self.codes.first(where: { $0.code == code }) else { return nil }
      self = known.notice
    }
  }

  /// The notice in the contract; nil for a notice that has a number of its own in the header.
  var contractNotice: frameit_codec_notice? {
    var notice = frameit_codec_notice()
    notice.struct_size = UInt32(MemoryLayout<frameit_codec_notice>.size)
    let code: Int
    switch self {
    case .damage(let count, let detail):
      code = FRAMEIT_CODEC_NOTICE_DAMAGE
      notice.count = UInt32(clamping: count)
      copy(detail, to: &notice.detail)
    case .metadataDropped(let kind):
      code = FRAMEIT_CODEC_NOTICE_METADATA_DROPPED
      copy(kind.rawValue, to: &notice.detail)
    case .cmykConverted, .oneOfSeveral, .trailingDataIgnored: return nil
    case .profileDropped, .profileUnreadable, .gainMapUnreadable, .pictureDropped:
      guard let known = Self.codes.first(where: { $0.notice == self }) else { return nil }
      code = known.code
    }
    notice.code = UInt32(code)
    return notice
  }
}

extension ImageMetadata {
  /// The metadata in blocks. Unknown and invalid blocks are ignored.
  init(_ blocks: [ContractBlock]) {
    self.init()
    var colors = Colorimetry()
    for block in blocks {
      switch (block.kind, block.bytes.count) {
      case (.icc, _): profile = block.bytes
      case (.gAMA, 4): colors.gamma = UInt32(bigEndianBytes: block.bytes)
      case (.cHRM, 32):
        colors.chromaticities = (0..<8).map { UInt32(bigEndianBytes: block.bytes[($0 * 4)...].prefix(4)) }
      case (.sRGB, 1) where block.bytes[0] <= 3: colors.renderingIntent = block.bytes[0]
      case (.cICP, 4): colors.codePoints = block.bytes
      default:
        guard let kind = block.kind.flatMap({ MetadataBlock.Kind(rawValue: $0.rawValue) }) else { continue }
        self.blocks.append(MetadataBlock(kind, keyword: block.keyword, block.bytes))
      }
    }
    if colors.gamma == 0 { colors.gamma = nil }
    if colors != Colorimetry() { colorimetry = colors }
  }
}

extension [ContractBlock] {
  var notices: [CodecNotice] { compactMap(\.notice) }

  // MARK: In shared memory

  /// All blocks as they are sent to a worker: each is a `codec_block_start` and its bytes.
  var sentBytes: [UInt8] {
    flatMap { block in
      var start = codec_block_start()
      copy(block.kind?.rawValue ?? "", to: &start.kind)
      copy(block.keyword ?? "", to: &start.keyword)
      start.count = UInt64(block.bytes.count)
      return Swift.withUnsafeBytes(of: start) { Array<UInt8>($0) } + block.bytes
    }
  }

  /// The blocks that a worker sent.
  ///
  /// - Returns: nil if the bytes are not whole blocks.
  init?(sentBytes bytes: [UInt8]) {
    self = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let size = MemoryLayout<codec_block_start>.size
      guard rest.count >= size else { return nil }
      let start = rest.withUnsafeBytes { $0.loadUnaligned(as: codec_block_start.self) }
      rest = rest.dropFirst(size)
      guard start.count <= UInt64(rest.count) else { return nil }
      let keyword = String(c: start.keyword)
      let bytes = rest.prefix(Int(start.count))
      append(
        ContractBlock(
          ContractBlock.Kind(rawValue: String(c: start.kind)), keyword: keyword.isEmpty ? nil : keyword,
          Array<UInt8>(bytes)))
      rest = rest.dropFirst(bytes.count)
    }
  }
}
