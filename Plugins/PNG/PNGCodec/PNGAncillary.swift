import FrameCodec
import FrameModel

/// What the ancillary chunks say that we keep: profile, colors, resolution, EXIF and its orientation, XMP,
/// texts.
///
/// Of chunks that must be single the first counts. A chunk that is damaged, misplaced or makes no sense
/// is left out, as PNG specification 5.4 allows for ancillary ones; where that loses something that can
/// be seen, a notice says so.
struct PNGAncillary {
  private(set) var metadata = ImageMetadata()
  private(set) var orientation = Orientation.up
  private(set) var notices: [CodecNotice] = []

  private var colorimetry = ImageMetadata.Colorimetry()
  private var seen: Set<String> = []
  /// Bytes of metadata so far.
  private var bytes = 0
  private var texts = PNGTexts()

  /// - Parameter channels: of the decoded pixels, which a profile must fit.
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
      // PNG specification 5.6: of these only eXIf may follow the pixels.
      guard chunk.type == "eXIf" || !seen.contains("IDAT") else { continue }
      if hasAnySize { try checkMetadata(adding: chunk.length) }
      guard let data = try chunk.read(input) else {
        if chunk.type == "iCCP" {
          notices.append(.profileDropped)
        } else if chunk.type == "eXIf" {
          notices.append(.damage(count: 1, detail: "eXIf: CRC error"))
        }
        continue
      }
      try take(chunk.type, data, channels)
    }
    // PNG specification 11.3.2.5: a profile and sRGB exclude each other, and the profile says more.
    if metadata.profile != nil { colorimetry.renderingIntent = nil }
    if colorimetry != ImageMetadata.Colorimetry() { metadata.colorimetry = colorimetry }
    addTexts()
  }

  private static let sized: Set = ["iCCP", "eXIf"]
  private static let small: Set = ["gAMA", "cHRM", "sRGB", "cICP", "pHYs"]

  private func checkMetadata(adding count: Int) throws(CodecError) {
    let allowed = DecoderLimits.metadata
    guard count <= allowed - bytes else {
      throw .limit(LimitExceeded(.metadata, needed: bytes + count, allowed: allowed))
    }
  }

  private mutating func takeText(_ chunk: PNGChunk, _ input: ByteInput) throws(CodecError) {
    try checkMetadata(adding: chunk.length)
    bytes += chunk.length
    guard let data = try chunk.read(input) else {
      if !notices.contains(.metadataDropped(.comment)) { notices.append(.metadataDropped(.comment)) }
      return
    }
    bytes += try texts.take(chunk.type, data, maximum: DecoderLimits.metadata - bytes)
  }

  /// What stands in texts counts where there is no chunk of its own for it.
  private mutating func addTexts() {
    if metadata.blocks.first(.exif) == nil, let exif = texts.blocks.first(.exif) {
      orientation = Orientation(tiff: exif.bytes)
      metadata.blocks.append(exif)
    }
    metadata.blocks += texts.blocks.filter { $0.kind != .exif }
    notices += texts.notices.filter { !notices.contains($0) }
    if let xmp = metadata.blocks.first(.xmp), XMPPacket(xmp.bytes).namesGainMap {
      notices.append(.gainMapDropped)
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
      if metadata.profile == nil { notices.append(.profileDropped) }
    case "gAMA" where data.count == 4 && data.bigEndian(at: 0) > 0:
      colorimetry.gamma = data.bigEndian(at: 0)
    case "cHRM" where data.count == 32:
      colorimetry.chromaticities = (0..<8).map { data.bigEndian(at: $0 * 4) }
    case "sRGB" where data.count == 1 && data[0] <= 3:
      colorimetry.renderingIntent = data[0]
    case "cICP" where data.count == 4:
      colorimetry.codePoints = data
    case "pHYs" where data.count == 9 && data[8] == 1:  // 1: the unit is the meter
      let x = data.bigEndian(at: 0), y = data.bigEndian(at: 4)
      if x > 0, y > 0 { metadata.resolution = .init(x: Double(x), y: Double(y)) }
    case "eXIf":
      bytes += data.count
      orientation = Orientation(tiff: data)
      metadata.blocks.append(MetadataBlock(.exif, data))
    default: break
    }
  }
}
