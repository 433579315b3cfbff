import FrameCodec
import PNGCodec
import TestSupport
import Testing

/// EXIF, XMP, IPTC and texts in the chunks of a PNG.
@Suite struct TextTests {
  private static let exif =
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
  private static let iptc: [UInt8] = [0x1C, 2, 5, 0, 5] + Array("Title".utf8)
  private static let xmp = Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>".utf8)

  private func blocks(_ chunks: [(String, [UInt8])]) throws -> [MetadataBlock] {
    let file = HandMade(width: 1, height: 1, before: chunks)
    try expectEqual(decode(file.bytes).notices, [])
    return try probe(file.bytes).metadata.blocks
  }

  private func text(_ keyword: String, _ text: String) -> MetadataBlock {
    MetadataBlock(.comment, keyword: keyword, Array(text.utf8))
  }

  @Test("EXIF, XMP, IPTC and texts survive writing and reading in the expected chunks")
  func blocksRoundTrip() throws {
    let blocks = [
      MetadataBlock(.exif, Self.exif), MetadataBlock(.xmp, Self.xmp), MetadataBlock(.iptc, Self.iptc),
      MetadataBlock(.comment, Array("plain".utf8)), text("Title", "äöü €"), text("Motto", "\u{E9}"),
      text("parameters", String(repeating: "many words ", count: 500)),
      text("parameters", String(repeating: "viele Wörter ", count: 500)),
    ]
    let png = try encode(noise(2, 2, .rgb8), ImageMetadata(blocks: blocks))
    let header = try probe(png)
    expectTrue(header.metadata.blocks == blocks && header.notices == [] && header.orientation == .right)
    try expectEqual(decode(png).notices, [])
    expectEqual(
      chunks(png).map(\.type),
      [
        "IHDR", "eXIf", "iTXt", "zTXt", "tEXt", "iTXt", "iTXt", "zTXt", "iTXt", "IDAT", "IEND",
      ])
  }

  @Test("Text chunks of all three types are read, compressed or not, and empty ones are dropped")
  func textChunkTypes() throws {
    let latin = Array("caf".utf8) + [0xE9]
    let found = try blocks([
      ("tEXt", Array("Title\0".utf8) + latin), ("zTXt", Array("Comment\0\0".utf8) + storedZlib(latin)),
      ("iTXt", Array("Motto\0\0\0de\0Wort\0é".utf8)),
      ("iTXt", Array("Motto\0\u{1}\0\0\0".utf8) + storedZlib(Array("é".utf8))),
      ("tEXt", Array("Empty\0".utf8)),
    ])
    expectEqual(
      found,
      [
        text("Title", "café"), MetadataBlock(.comment, Array("café".utf8)), text("Motto", "é"),
        text("Motto", "é"),
      ])
  }

  @Test("EXIF, IPTC and XMP are read from raw profiles in text chunks unless there is an eXIf chunk")
  func rawProfiles() throws {
    func profile(_ name: String, _ bytes: [UInt8]) -> (String, [UInt8]) {
      let digits = bytes.enumerated().map { i, byte in
        (i % 36 == 0 ? "\n" : "") + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      let text = "\n\(name)\n      \(bytes.count)\(digits.joined())\n"
      return ("zTXt", Array("Raw profile type \(name)\0\0".utf8) + storedZlib(Array(text.utf8)))
    }
    let found = try blocks([
      profile("exif", Array("Exif\0\0".utf8) + Self.exif),
      profile("8bim", PhotoshopResources.wrapping(iptc: Self.iptc)), profile("xmp", Self.xmp),
      profile("icc", [1, 2, 3]),
    ])
    expectEqual(
      Set(found),
      [
        MetadataBlock(.exif, Self.exif), MetadataBlock(.iptc, Self.iptc), MetadataBlock(.xmp, Self.xmp),
      ])
    let app1 = HandMade(width: 2, height: 1, before: [profile("APP1", Array("Exif\0\0".utf8) + Self.exif)])
    try expectEqual(probe(app1.bytes).orientation, .right)
    // A dedicated chunk takes precedence.
    let both = HandMade(
      width: 2, height: 1, before: [profile("exif", Self.exif)], after: [("eXIf", Array("MM".utf8))])
    try expectEqual(probe(both.bytes).metadata.blocks, [MetadataBlock(.exif, Array("MM".utf8))])
    let short = HandMade(
      width: 1, height: 1,
      before: [
        ("tEXt", Array("Raw profile type exif\0\nexif\n 9\n4d4d\n".utf8))
      ])
    try expectEqual(probe(short.bytes).notices, [.metadataDropped(.exif)])
    let resources = PhotoshopResources.wrapping(iptc: Self.iptc).dropLast(4)
    let cut = HandMade(width: 1, height: 1, before: [profile("8bim", Array(resources))])
    try expectEqual(probe(cut.bytes).notices, [.metadataDropped(.iptc)])
  }

  @Test("A text is a profile if its keyword would be written as a profile's") func disguisedProfile() throws {
    let digits = Self.exif.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let text = Array("\nexif\n\(Self.exif.count)\n\(digits)\n".utf8)
    for keyword in ["Raw\u{1B}profile type exif", "Raw profile  type exif", " Raw profile type exif"] {
      let found = try blocks([("tEXt", Array(keyword.utf8) + [0] + text)])
      expectEqual(found, [MetadataBlock(.exif, Self.exif)])
    }
  }

  @Test("A malformed text chunk is dropped with a notice")
  func malformedTexts() throws {
    let broken: [(String, [UInt8])] = [
      ("tEXt", []), ("tEXt", [0, 65]), ("tEXt", [UInt8](repeating: 65, count: 100)),
      ("zTXt", Array("k\0".utf8)),
      ("zTXt", Array("k\0\u{1}".utf8)), ("zTXt", Array("k\0\0nonsense".utf8)), ("iTXt", Array("k\0".utf8)),
      ("iTXt", Array("k\0\u{2}\0\0\0x".utf8)), ("iTXt", Array("k\0\0\0\0".utf8)),
    ]
    for chunk in broken {
      let file = HandMade(width: 1, height: 1, before: [chunk])
      try expectEqual(probe(file.bytes).notices, [.metadataDropped(.comment)], "\(chunk)")
      try expectEqual(probe(file.bytes).metadata.blocks, [])
    }
  }

  @Test("Keywords are trimmed, cut to 79 characters, or dropped if they are empty or not Latin-1")
  func keywordFitting() throws {
    let keywords = ["  two   blanks ", String(repeating: "k", count: 100), "", "\u{4E00}", "Stra\u{DF}e"]
    let blocks = keywords.map { text($0, "x") }
    let found = try probe(encode(noise(1, 1, .gray8), ImageMetadata(blocks: blocks))).metadata.blocks
    expectEqual(
      found.map(\.keyword), ["two blanks", String(repeating: "k", count: 79), nil, nil, "Stra\u{DF}e"])
  }

  /// Uses several texts of a megabyte each. The limit is reported before much memory is used.
  @Test("Too many texts or too many bytes of text exceed a limit")
  func textLimits() throws {
    let text = ("zTXt", Array("k\0\0".utf8) + storedZlib([UInt8](repeating: 65, count: 1 << 20)))
    let file = HandMade(width: 1, height: 1, before: Array(repeating: text, count: 9))
    guard case .limit(let limit) = try failure({ try probe(file.bytes) }) else {
      Issue.record("not a limit")
      return
    }
    expectEqual(limit.kind, .metadata)
    let many = HandMade(
      width: 1, height: 1, before: Array(repeating: ("tEXt", Array("k\0t".utf8)), count: 1001))
    guard case .limit(let limit) = try failure({ try probe(many.bytes) }) else {
      Issue.record("not a limit")
      return
    }
    expectTrue(limit.kind == .parts("text chunks") && limit.allowed == 1000)
  }

  @Test("Random damage in text chunks never crashes or adds metadata blocks")
  func damagedTexts() throws {
    let seed: [(String, [UInt8])] = [
      ("tEXt", Array("Raw profile type exif\0\nexif\n   26\n4d4d002a\n".utf8)),
      ("zTXt", Array("Comment\0\0".utf8) + storedZlib(Array("some text".utf8))),
      ("iTXt", Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8) + storedZlib(Self.xmp)), ("eXIf", Self.exif),
    ]
    var state: UInt64 = 41
    func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<1500 {
      var chunks = seed
      let i = below(chunks.count)
      for _ in 0...below(4) where !chunks[i].1.isEmpty {
        chunks[i].1[below(chunks[i].1.count)] = UInt8(below(256))
        if below(4) == 0 { chunks[i].1.removeLast(below(chunks[i].1.count)) }
      }
      let header = try probe(HandMade(width: 1, height: 1, before: chunks).bytes)
      expectTrue(header.metadata.blocks.count <= 4)
    }
  }
}
