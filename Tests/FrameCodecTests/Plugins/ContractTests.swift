import CCodecWorker
import CFrameCodec
import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FrameCodec

/// What built-in codecs and their callers say to each other through the contract of plugins. Nothing may be lost.
@Suite struct ContractTests {
  private static let metadata = ImageMetadata(
    profile: [1, 2, 3], resolution: .init(x: 2835, y: 1.5),
    colorimetry: ImageMetadata.Colorimetry(
      gamma: 45455, chromaticities: [1, 2, 3, 4, 5, 6, 7, 1 << 31], renderingIntent: 1,
      codePoints: [1, 13, 0, 1]),
    blocks: [
      MetadataBlock(.exif, [0, 255]), MetadataBlock(.comment, keyword: "Title", Array("Ä".utf8)),
      MetadataBlock(.xmp, []),
    ])

  @Test("Metadata and notices survive as blocks")
  func blocks() throws {
    let notices: [CodecNotice] =
      [
        .profileDropped, .profileUnreadable, .metadataDropped(.iptc), .gainMapUnreadable,
        .damage(count: 3, detail: "eXIf: CRC error"),
      ] + BelongingPicture.allCases.map(CodecNotice.pictureDropped)
    let contract = notices.compactMap(\.contractNotice)
    expectEqual(contract.count, notices.count)
    let blocks =
      ContractBlock.blocks(of: Self.metadata)
      + contract.map { notice in
        ContractBlock(.notice, Swift.withUnsafeBytes(of: notice) { Array<UInt8>($0) })
      }
    let sent = try #require([ContractBlock](sentBytes: blocks.sentBytes))
    expectTrue(sent == blocks && sent.notices == notices)
    var metadata = ImageMetadata(sent)
    metadata.resolution = Self.metadata.resolution
    expectEqual(metadata, Self.metadata)
    expectEqual(ImageMetadata([]), ImageMetadata())
  }

  @Test("Plugins of before 1.7 have blocks for notices, and unknown codes and kinds are ignored")
  func oldNotices() {
    let old = [
      ContractBlock(.dropped, Array("profile".utf8)), ContractBlock(.dropped, Array("exif".utf8)),
      ContractBlock(.dropped, Array("depth map".utf8)), ContractBlock(.damage, Array("bad\u{1b}date".utf8)),
      ContractBlock(.dropped, Array("a film".utf8)), ContractBlock(nil, [1]), ContractBlock(.notice, [1]),
    ]
    expectEqual(
      old.notices,
      [
        .profileDropped, .metadataDropped(.exif), .pictureDropped(.depthMap),
        .damage(count: 1, detail: "bad\\x1Bdate"),
      ])
    var unknown = frameit_codec_notice()
    unknown.code = 77
    let bytes = Swift.withUnsafeBytes(of: unknown) { Array<UInt8>($0) }
    expectEqual([ContractBlock(.notice, bytes)].notices, [])
  }

  @Test("A codec without keywords gets them in its comments")
  func keywords() {
    let blocks = ContractBlock.blocks(of: Self.metadata, keepsKeywords: false)
    expectTrue(blocks.contains(ContractBlock(.comment, Array("Title: Ä".utf8))))
  }

  @Test("Cut bytes are no blocks, and changed bytes give no crash")
  func changedBytes() {
    let whole = ContractBlock.blocks(of: Self.metadata).sentBytes
    let size = MemoryLayout<codec_block_start>.size
    for count in [1, size - 1, size + 1, whole.count - 1] {
      expectTrue([ContractBlock](sentBytes: Array(whole.prefix(count))) == nil)
    }
    for place in whole.indices {
      var bytes = whole
      bytes[place] = 0xFF
      if let blocks = [ContractBlock](sentBytes: bytes) { _ = ImageMetadata(blocks) }
    }
  }

  @Test("Errors and damage survive in a report")
  func reports() {
    let errors: [CodecError] = [
      .damaged(detail: "a"), .truncated(detail: "b"), .unsupported(detail: "c"),
      .limit(LimitExceeded(.parts("scans"), needed: 9, allowed: 8)),
      .limit(LimitExceeded(.metadata, needed: .max, allowed: 0)),
      .limit(LimitExceeded(.work, needed: 2, allowed: 1)), .limitPassed(detail: "d"), .outOfMemory,
      .readFailed(errorNumber: 5), .misuse(detail: "e"),
    ]
    for error in errors {
      var report = frameit_codec_report()
      report.set(error)
      expectEqual(CodecError(report), error)
    }
    for loss in [nil, CodecError.truncated(detail: "early"), .damaged(detail: "bad")] {
      var report = frameit_codec_report()
      let damage = Damage(count: 3, detail: "first", harmless: 1, loss: loss)
      report.set(damage)
      expectTrue(Damage(report) == damage && CodecError(report) == nil)
    }
  }

  @Test("A long text is cut between two characters, and always ends with a zero")
  func longText() {
    var report = frameit_codec_report()
    report.set(.damaged(detail: String(repeating: "ä", count: 300)))
    expectEqual(CodecError(report), .damaged(detail: String(repeating: "ä", count: 127)))
  }

  @Test("A move survives in the contract")
  func move() throws {
    var move = frameit_codec_move()
    (move.kind, move.orientation, move.x, move.y, move.width, move.height) = (1, 6, 8, 16, 300, 200)
    (move.on_damage, move.keeps_unknown) = (2, 1)
    let request = try TransformRequest(move, Limits())
    let source = PixelRect(x: 8, y: 16, size: try #require(PixelSize(width: 300, height: 200)))
    expectEqual(request.move, LosslessTransform(.trimmed, .right, source: source))
    expectTrue(
      request.onDamage == .salvage && request.metadata == .replaced(ImageMetadata(), keepsUnknown: true))
    move.as_stored = 1
    try expectEqual(TransformRequest(move, Limits()).metadata, .asStored)
    move.kind = 3
    #expect(throws: CodecError.self) { try TransformRequest(move, Limits()) }
  }

  /// All but the number of threads for decoding: workers have one.
  @Test("Every field is sent: a new one must be added to the contract and counted here")
  func fieldsAreCounted() throws {
    let size = try #require(PixelSize(width: 3, height: 2))
    let move = LosslessTransform(.exact, .up, source: PixelRect(x: 0, y: 0, size: size))
    for (value, count) in [
      (ImageHeader(size: size, pixels: .gray8), 15), (Self.metadata, 4), (Self.metadata.colorimetry!, 4),
      (Self.metadata.blocks[0], 3), (DecodeRequest(), 4), (EncodeRequest(size: size, pixels: .gray8), 11),
      (TransformRequest(move, metadata: .asStored), 6), (move, 3), (Damage(), 4),
    ] as [(Any, Int)] {
      expectEqual(Mirror(reflecting: value).children.count, count, "\(type(of: value))")
    }
  }
}
