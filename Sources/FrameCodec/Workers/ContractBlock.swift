import CCodecWorker
import FrameImage

/// A block of metadata as the contract with codecs names it, see `frameit_codec_block`.
struct ContractBlock: Equatable {
  var kind: String
  var keyword: String?
  var bytes: [UInt8]

  init(_ kind: String, keyword: String? = nil, _ bytes: [UInt8]) {
    (self.kind, self.keyword, self.bytes) = (kind, keyword, bytes)
  }
}

extension ContractBlock {
  /// The blocks of an image's metadata. Its resolution is not a block.
  ///
  /// - Parameter keepsKeywords: False to make keywords a part of comments, for codecs that do not know them.
  static func blocks(of metadata: ImageMetadata, keepsKeywords: Bool = true) -> [ContractBlock] {
    var blocks: [ContractBlock] = []
    if let profile = metadata.profile { blocks.append(ContractBlock("icc", profile)) }
    if let colors = metadata.colorimetry {
      if let gamma = colors.gamma { blocks.append(ContractBlock("gAMA", gamma.bigEndianBytes)) }
      if let points = colors.chromaticities {
        blocks.append(ContractBlock("cHRM", points.flatMap(\.bigEndianBytes)))
      }
      if let intent = colors.renderingIntent { blocks.append(ContractBlock("sRGB", [intent])) }
      if let points = colors.codePoints { blocks.append(ContractBlock("cICP", points)) }
    }
    return blocks
      + metadata.blocks.map {
        keepsKeywords
          ? ContractBlock($0.kind.rawValue, keyword: $0.keyword, $0.bytes)
          : ContractBlock($0.kind.rawValue, $0.commentText)
      }
  }

  /// The block of a notice about a header; nil for a notice that the contract has a number for.
  init?(_ notice: CodecNotice) {
    switch notice {
    case .profileDropped: self.init("dropped", Array("profile".utf8))
    case .profileUnreadable: self.init("dropped", Array("damaged profile".utf8))
    case .metadataDropped(let kind): self.init("dropped", Array(kind.rawValue.utf8))
    case .pictureDropped(let picture): self.init("dropped", Array(picture.rawValue.utf8))
    case .gainMapUnreadable: self.init("dropped", Array("damaged gain map".utf8))
    case .damage(_, let detail): self.init("damage", Array(detail.utf8))
    case .cmykConverted, .oneOfSeveral, .trailingDataIgnored: return nil
    }
  }

  /// The notice that the block is; nil for metadata.
  fileprivate var notice: CodecNotice? {
    guard kind == "dropped" || kind == "damage" else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).printable
    if kind == "damage" { return .damage(count: 1, detail: text) }
    return switch text {
    case "profile": .profileDropped
    case "damaged profile": .profileUnreadable
    case "damaged gain map": .gainMapUnreadable
    default:
      BelongingPicture(rawValue: text).map(CodecNotice.pictureDropped)
        ?? MetadataBlock.Kind(rawValue: text).map(CodecNotice.metadataDropped)
    }
  }
}

extension ImageMetadata {
  /// The metadata in blocks. Unknown and invalid blocks are ignored.
  init(_ blocks: [ContractBlock]) {
    self.init()
    var colors = Colorimetry()
    for block in blocks {
      switch (block.kind, block.bytes.count) {
      case ("icc", _): profile = block.bytes
      case ("gAMA", 4): colors.gamma = UInt32(bigEndian: block.bytes[...])
      case ("cHRM", 32):
        colors.chromaticities = (0..<8).map { UInt32(bigEndian: block.bytes[($0 * 4)...].prefix(4)) }
      case ("sRGB", 1) where block.bytes[0] <= 3: colors.renderingIntent = block.bytes[0]
      case ("cICP", 4): colors.codePoints = block.bytes
      default:
        guard let kind = MetadataBlock.Kind(rawValue: block.kind) else { continue }
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
      copy(block.kind, to: &start.kind)
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
        ContractBlock(String(c: start.kind), keyword: keyword.isEmpty ? nil : keyword, Array<UInt8>(bytes)))
      rest = rest.dropFirst(bytes.count)
    }
  }
}

extension UInt32 {
  fileprivate var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }

  /// - Parameter bytes: four.
  fileprivate init(bigEndian bytes: ArraySlice<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
