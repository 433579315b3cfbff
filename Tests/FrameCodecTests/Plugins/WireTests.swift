import FrameGeometry
import FrameImage
import Testing

@testable import FrameCodec

/// Values that are sent from one process to another. They arrive unchanged, and all other bytes are an error.
@Suite struct WireTests {
  private static let header: ImageHeader = {
    let colors = ImageMetadata.Colorimetry(
      gamma: 45455, chromaticities: [1, 2, 3, 4, 5, 6, 7, 8], renderingIntent: 1, codePoints: [1, 13, 0, 1])
    let metadata = ImageMetadata(
      profile: [1, 2, 3], resolution: .init(x: 2835, y: 1.5), colorimetry: colors,
      blocks: [MetadataBlock(.exif, [0, 255]), MetadataBlock(.comment, keyword: "Title", Array("Ä".utf8))])
    var header = ImageHeader(
      size: PixelSize(width: 300, height: 200)!, pixels: .rgba16, orientation: .left, metadata: metadata,
      frames: 7, traits: ["progressive", "CMYK"], notices: WireTests.notices,
      reductions: [.none, .half, .eighth],
      blocks: BlockGrid(mcu: PixelSize(width: 16, height: 8)!, bytes: 5000))
    header.loopCount = 3
    header.arePages = true
    header.samples = .cmyk
    return header
  }()

  private static let notices: [CodecNotice] = [
    .damage(count: 3, detail: "a"), .cmykConverted(byProfile: true), .cmykConverted(byProfile: false),
    .profileDropped, .metadataDropped(.iptc), .gainMapDropped,
    .firstFrameOnly(of: 7), .firstFrameOnly(of: nil), .trailingDataIgnored(bytes: 9),
  ]

  private func expectWhole<Value: WireValue & Equatable>(_ value: Value) throws {
    #expect(try Value(wire: value.wire) == value)
  }

  @Test("Replies with headers or errors survive the wire format")
  func replies() throws {
    try expectWhole(Self.header)
    try expectWhole(ImageHeader(size: PixelSize(width: 1, height: 1)!, pixels: .gray8))
    let errors: [CodecError] = [
      .empty, .unknownFormat, .damaged(detail: "a"), .truncated(detail: "b"), .unsupported(detail: "c"),
      .limit(LimitExceeded(.parts("scans"), needed: 9, allowed: 8)),
      .limit(LimitExceeded(.metadata, needed: .max, allowed: 0)), .limitPassed(detail: "d"), .outOfMemory,
      .readFailed(errorNumber: 5), .writeFailed(errorNumber: -28), .misuse(detail: ""),
    ]
    for error in errors { try expectWhole(error) }
  }

  @Test("Requests to decode, encode or transform survive the wire format")
  func requests() throws {
    var limits = Limits()
    (limits.memory, limits.pixels, limits.nesting, limits.frames) = (1, 2, 3, 4)
    let decoding = try DecodeRequest(
      wire: DecodeRequest(reduction: .quarter, onDamage: .salvage, limits: limits).wire)
    #expect(decoding.reduction == .quarter && decoding.onDamage == .salvage && decoding.limits == limits)
    var request = EncodeRequest(
      size: Self.header.size, pixels: .gray8, metadata: Self.header.metadata, quality: 77)
    request.animation = Animation(frames: 2, loopCount: 2)
    request.limits = limits
    let encoding = try EncodeRequest(wire: request.wire)
    #expect(encoding.size == request.size && encoding.pixels == .gray8 && encoding.quality == 77)
    #expect(encoding.metadata == request.metadata && encoding.animation == request.animation)
    #expect(encoding.limits == limits)
    let move = LosslessTransform(
      .trimmed, .downMirrored, source: PixelRect(x: 8, y: 16, size: Self.header.size))
    let asked = TransformRequest(move, onDamage: .warn, metadata: Self.header.metadata, keepsUnknown: false)
    let animated = try TransformRequest(wire: asked.wire)
    #expect(animated.move == move && animated.onDamage == .warn && animated.metadata == Self.header.metadata)
    #expect(!animated.keepsUnknown)
  }

  @Test("Every field is sent: a new one must be added to the wire format and counted here")
  func fieldsAreCounted() throws {
    let encoding = EncodeRequest(size: Self.header.size, pixels: .gray8)
    let move = LosslessTransform(.exact, .up, source: PixelRect(x: 0, y: 0, size: Self.header.size))
    let metadata = Self.header.metadata
    let animated = TransformRequest(move, metadata: metadata)
    for (value, count) in [
      (Self.header, 12), (metadata, 4), (metadata.colorimetry!, 4), (metadata.blocks[0], 3), (Limits(), 14),
      (DecodeRequest(), 3), (encoding, 6), (animated, 5), (move, 3),
    ] as [(Any, Int)] {
      #expect(Mirror(reflecting: value).children.count == count, "\(type(of: value))")
    }
  }

  @Test("A header with missing or extra bytes is a wire error")
  func cutBytes() {
    let whole = Self.header.wire
    for count in 0..<whole.count {
      #expect(throws: WireError.self) { try ImageHeader(wire: Array(whole.prefix(count))) }
    }
    #expect(throws: WireError.self) { try ImageHeader(wire: whole + [0]) }
  }

  @Test("Changed bytes give an error or a value whose numbers are safe to calculate with")
  func changedBytes() {
    let whole = Self.header.wire
    for place in whole.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var bytes = whole
        bytes[place] = value
        guard let header = try? ImageHeader(wire: bytes) else { continue }
        #expect(header.frames >= 1 && header.loopCount >= 0)
        #expect((header.blocks?.bytes ?? 0).multipliedReportingOverflow(by: 2).overflow == false)
      }
    }
    for byte in UInt8.min...UInt8.max {
      _ = try? CodecError(wire: [byte] + [UInt8](repeating: 0xFF, count: 16))
      _ = try? [CodecNotice](wire: [1, 0, 0, 0, 0, 0, 0, 0, byte] + [UInt8](repeating: 0xFF, count: 16))
    }
    #expect(throws: WireError.self) { try [UInt8](wire: [UInt8](repeating: 0xFF, count: 8)) }
    // A notice takes one byte here, and many in memory.
    let notices = (2 << 20).wire + [UInt8](repeating: 2, count: 2 << 20)
    #expect(throws: WireError.self) { try [CodecNotice](wire: notices) }
    #expect(throws: WireError.self) { try Double(wire: Double.nan.bitPattern.wire) }
  }
}
