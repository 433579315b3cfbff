import FrameCodec
import FrameImage
import TestSupport
import Testing

/// A codec with nothing but a name, signatures and file extensions.
private struct Named: Codec {
  let format: ImageFormat
  let library = "none"

  init(_ name: String, _ signatures: [ImageFormat.Signature], extensions: [String] = []) {
    format = ImageFormat(
      name: name, title: name.uppercased(), extensions: extensions, signatures: signatures,
      capabilities: .init(alpha: true, depths: [.eight], maximumSide: 100, loss: .nothing))
  }

  func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
    throw .misuse(detail: "open")
  }
  func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder {
    throw .misuse(detail: "encoder")
  }
}

/// Tests of format detection. The format of an input depends on its bytes, never on its name.
@Suite struct CodecListTests {
  private let list = CodecList([
    Named("jpeg", [.init([0xFF, 0xD8, 0xFF])], extensions: ["jpg", "jpeg"]),
    // RIFF, four bytes of size, WEBP.
    Named(
      "webp",
      [
        .init(
          [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
          mask: [255, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 255])
      ]),
    Named("nibble", [.init([0xAF, 0xFB], mask: [0xF0, 0x0F]), .init([0x01])], extensions: ["nib"]),
    Named("late", [.init([0xFF, 0xD8])]),
  ])

  private func found(_ bytes: [UInt8]) throws -> String {
    try list.codec(for: ByteInput(bytes: bytes)).format.name
  }

  @Test("The first codec with a signature that matches the first bytes is selected")
  func signatures() throws {
    try expectEqual(found([0xFF, 0xD8, 0xFF, 0xE0, 0, 0]), "jpeg")
    try expectEqual(found([0xFF, 0xD8, 0xFF]), "jpeg")
    try expectEqual(found([0xFF, 0xD8, 0xFE]), "late")
    try expectEqual(found([0x01]), "nibble")
  }

  @Test("Bits outside the mask of a signature are ignored")
  func masks() throws {
    try expectEqual(found(Array("RIFF".utf8) + [1, 2, 3, 255] + Array("WEBPVP8 ".utf8)), "webp")
    try expectEqual(found([0xA7, 0x3B]), "nibble")
    #expect(throws: CodecError.unknownFormat) { try found([0xB7, 0x3B]) }
    #expect(throws: CodecError.unknownFormat) { try found([0xA7, 0x3C]) }
    #expect(throws: CodecError.unknownFormat) {
      try found(Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WAVE".utf8))
    }
  }

  @Test("Fewer bytes than a signature do not match it", arguments: 1..<12)
  func short(count: Int) {
    let webp = Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBP".utf8)
    #expect(throws: CodecError.unknownFormat) { try found(Array(webp.prefix(count))) }
  }

  @Test("Empty input and an unknown format are different errors")
  func nothing() {
    #expect(throws: CodecError.empty) { try found([]) }
    #expect(throws: CodecError.unknownFormat) { try found([0]) }
    #expect(throws: CodecError.unknownFormat) { try CodecList([]).codec(for: ByteInput(bytes: [1])) }
    #expect(throws: CodecError.unknownFormat) { try found(Array("jpeg".utf8)) }
  }

  static let foreign: [(String, [UInt8])] = [
    ("BMP", Array("BM".utf8) + [9, 9, 0, 0, 0, 0, 0, 0, 54]), ("PSD", Array("8BPS\0\u{1}".utf8)),
    ("PDF", Array("%PDF-1.7".utf8)), ("ICO", [0, 0, 1, 0, 2, 0]),
    ("SVG", Array("<?xml version=\"1.0\"?>\n<svg xmlns=".utf8)), ("SVG", Array("\n <SVG width=".utf8)),
    ("JPEG 2000", [0xFF, 0x4F, 0xFF, 0x51]),
    ("camera raw (CR2)", [0x49, 0x49, 42, 0, 16, 0, 0, 0, 0x43, 0x52]),
  ]

  @Test("A format without a codec is named", arguments: foreign)
  func foreignFormats(_ name: String, _ start: [UInt8]) {
    #expect(throws: CodecError.foreignFormat(name)) { try CodecList([]).codec(for: ByteInput(bytes: start)) }
    // The start of a text is no bitmap.
    #expect(throws: CodecError.unknownFormat) {
      try CodecList([]).codec(for: ByteInput(bytes: Array("BMW and others".utf8)))
    }
  }

  @Test("A read failure during format detection is reported")
  func unreadable() {
    #expect(throws: CodecError.readFailed(errorNumber: 9)) {  // EBADF
      try list.codec(for: ByteInput(descriptor: 1_000_000, length: 10))
    }
  }

  @Test("An output format is found by its name or file extension, in any case")
  func names() {
    for name in ["jpeg", "JPG", "Jpeg", "jpg"] { expectEqual(list.codec(named: name)?.format.name, "jpeg") }
    expectEqual(list.codec(named: "NIB")?.format.name, "nibble")
    for name in ["", "jpe", ".jpg", "png"] { expectTrue(list.codec(named: name) == nil) }
  }
}
