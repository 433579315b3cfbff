import FrameCodec
import FrameGeometry
import FrameImage

/// The data of ancillary chunks that is kept: profile, colors, resolution, EXIF and its orientation, XMP, texts.
///
/// If a chunk that must be unique is repeated, the first one counts. Damaged, misplaced or invalid chunks are
/// ignored, as PNG specification 5.4 allows; if that loses something visible, there is a notice.
struct PNGAncillary {
  private(set) var metadata = ImageMetadata()
  private(set) var notices: [CodecNotice] = []

  private var colorimetry = ImageMetadata.Colorimetry()
  private var seen: Set<String> = []
  /// The bytes of metadata so far.
  private var bytes = 0
  private var texts = PNGTexts()

  /// - Parameter channels: the channels of the decoded pixels, which a profile must match.
  /// - Throws: `CodecError.limit` for more metadata than `DecoderLimits.metadata`, `.readFailed`.
  init(_ input: ByteInput, decodedTo channels: PixelFormat.Channels) throws(CodecError) {
    var walk = PNGWalk(input)
    while let chunk = try walk.next() {
      if chunk.type == "IDAT" { seen.insert("IDAT") }
      if PNGTexts.types.contains(chunk.type) {
        try takeText(chunk, input)
        continue
      }
      let hasAnySize = Self.sized.contains(chunk.type)
      guard hasAnySize || Self.small.contains(chunk.type) && chunk.length <= 32,
        seen.insert(chunk.type).inserted
      else { continue }
      // Of these chunks, only eXIf may follow the pixels (PNG specification 5.6).
      guard chunk.type == "eXIf" || !seen.contains("IDAT") else { continue }
      if hasAnySize { try DecoderLimits.check(metadata: bytes + chunk.length) }
      guard let data = try chunk.read(input) else {
        if chunk.type == "iCCP" {
          notices.append(.profileUnreadable)
        } else if chunk.type == "eXIf" {
          notices.append(.damage(count: 1, detail: "eXIf: CRC error"))
        }
        continue
      }
      try take(chunk.type, data, channels)
    }
    // A profile and sRGB exclude each other, and the profile is more precise (PNG specification 11.3.2.5).
    if metadata.profile != nil { colorimetry.renderingIntent = nil }
    if colorimetry != ImageMetadata.Colorimetry() { metadata.colorimetry = colorimetry }
    addTexts()
  }

  private static let sized: Set = ["iCCP", "eXIf"]
  private static let small: Set = ["gAMA", "cHRM", "sRGB", "cICP", "pHYs"]

  private mutating func takeText(_ chunk: PNGChunk, _ input: ByteInput) throws(CodecError) {
    try DecoderLimits.check(metadata: bytes + chunk.length)
    bytes += chunk.length
    guard let data = try chunk.read(input) else {
      if !notices.contains(.metadataDropped(.comment)) { notices.append(.metadataDropped(.comment)) }
      return
    }
    bytes += try texts.take(chunk.type, data, maximum: DecoderLimits.metadata - bytes)
  }

  /// Adds metadata from texts if there is no chunk for it.
  private mutating func addTexts() {
    if metadata.blocks.first(.exif) == nil, let exif = texts.blocks.first(.exif) {
      metadata.blocks.append(exif)
    }
    metadata.blocks += texts.blocks.filter { $0.kind != .exif }
    notices += texts.notices.filter { !notices.contains($0) }
    if let xmp = metadata.blocks.first(.xmp), XMPPacket(xmp.bytes).namesGainMap {
      notices.append(.pictureDropped(.gainMap))
    }
  }

  private mutating func take(
    _ type: String, _ data: [UInt8], _ channels: PixelFormat.Channels
  ) throws(CodecError) {
    switch type {
    case "iCCP":
      let profile = try PNGProfile.read(data, maximum: DecoderLimits.metadata - bytes)
      metadata.profile = profile.flatMap { $0.describes(channels) ? $0.bytes : nil }
      bytes += metadata.profile?.count ?? 0
      if metadata.profile == nil { notices.append(profile == nil ? .profileUnreadable : .profileDropped) }
    case "gAMA" where data.count == 4 && data.bigEndian(at: 0) > 0:
      colorimetry.gamma = data.bigEndian(at: 0)
    case "cHRM" where data.count == 32:
      colorimetry.chromaticities = (0..<8).map { data.bigEndian(at: $0 * 4) }
    case "sRGB" where data.count == 1 && data[0] <= 3:
      colorimetry.renderingIntent = data[0]
    case "cICP" where data.count == 4:
      colorimetry.codePoints = data
    case "pHYs" where data.count == 9 && data[8] == 1:  // unit 1 is the meter
      let x = data.bigEndian(at: 0), y = data.bigEndian(at: 4)
      if x > 0, y > 0 { metadata.resolution = .init(x: Double(x), y: Double(y)) }
    case "eXIf":
      bytes += data.count
      metadata.blocks.append(MetadataBlock(exif: data))
    default: break
    }
  }
}

/// ICC profiles in iCCP chunks (PNG specification 11.3.2.3).
enum PNGProfile {
  /// Returns the profile in an iCCP chunk, or nil if it is incomplete.
  ///
  /// Inflates no more than the profile's header announces, and at most `maximum` bytes.
  ///
  /// - Throws: `CodecError.limit` for a profile of more than `maximum` bytes.
  static func read(_ chunk: [UInt8], maximum: Int) throws(CodecError) -> ICCProfile? {
    // A name of 1 to 79 bytes, a zero, the compression method 0, a zlib stream.
    guard let end = chunk.prefix(80).firstIndex(of: 0), end > 0, end + 2 <= chunk.count,
      chunk[end + 1] == 0
    else { return nil }
    let stream = Array(chunk[(end + 2)...])
    guard let start = ZlibStream.inflated(stream, ICCProfile.headerLength),
      let size = ICCProfile.announcedSize(start)
    else { return nil }
    try DecoderLimits.check(metadata: DecoderLimits.metadata - maximum + size)
    return ZlibStream.inflated(stream, size).flatMap(ICCProfile.init)
  }

  /// Returns the data of an iCCP chunk with this profile.
  ///
  /// - Returns: nil if memory is exhausted.
  static func chunk(_ profile: [UInt8]) -> [UInt8]? {
    ZlibStream.deflated(profile).map { Array("ICC profile".utf8) + [0, 0] + $0 }
  }
}
