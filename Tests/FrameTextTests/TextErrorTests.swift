import FrameGeometry
import FrameImage
import FrameText
import TestSupport
import Testing

/// Tests that an unusable style, font or text causes the right error, and never a crash.
@Suite struct TextErrorTests {
  static let styles: [(TextStyle, TextError)] = [
    (TextStyle(size: 0), .size(0, allowed: 65_535)), (TextStyle(size: -1), .size(-1, allowed: 65_535)),
    (TextStyle(size: .infinity), .size(.infinity, allowed: 65_535)),
    (TextStyle(size: 1e300), .size(1e300, allowed: 65_535)),
    (TextStyle(weight: 0), .weight(0)), (TextStyle(weight: 1001), .weight(1001)),
    (TextStyle(width: -1), .width(-1, allowed: 65_535)),
    (TextStyle(width: .infinity), .width(.infinity, allowed: 65_535)),
    (TextStyle(lineHeight: -0.5), .lineHeight(-0.5)), (TextStyle(lineHeight: 101), .lineHeight(101)),
  ]

  @Test("Numbers outside their ranges are refused", arguments: styles)
  func numbers(style: TextStyle, error: TextError) {
    #expect(throws: error) { try set("A", in: style) }
  }

  @Test("NaN is refused")
  func notANumber() {
    for style in [
      TextStyle(size: .nan), TextStyle(weight: .nan), TextStyle(width: .nan), TextStyle(lineHeight: .nan),
    ] {
      #expect(throws: TextError.self) { try set("A", in: style) }
    }
  }

  static let files: [(String, FontProblem)] = [
    ("", .notAFont(.empty)), ("wOF2....", .notAFont(.webFont)), ("wOFF....", .notAFont(.webFont)),
    ("%!PS-AdobeFont-1.0: Bars", .notAFont(.type1)), ("\u{80}\u{1}\0\0\0\0", .notAFont(.type1)),
    ("\u{89}PNG\r\n\u{1A}\n", .notAFont(.png)), ("\u{FF}\u{D8}\u{FF}\u{E0}", .notAFont(.jpeg)),
    ("GIF89a", .notAFont(.gif)), ("RIFF\0\0\0\0WEBPVP8 ", .notAFont(.webp)), ("%PDF-1.7", .notAFont(.pdf)),
    ("PK\u{3}\u{4}", .notAFont(.zip)), ("\u{1F}\u{8B}\u{8}", .notAFont(.gzip)),
    ("<!DOCTYPE html>", .notAFont(.html)), ("<html>", .notAFont(.html)), ("Dear font,\n", .notAFont(.text)),
    ("\0\0\0\0", .notAFont(nil)), ("\u{7}", .notAFont(nil)), ("OTT", .notAFont(.text)),
    ("OTTO", .truncated(bytes: 4, needed: 8)), ("\0\u{1}\0\0\0\0\0\0\0\0\0\0", .lacks(table: "cmap")),
    ("ttcf\0\u{1}\0\0\0\0\0\u{1}\0\0\u{1}\0", .truncated(bytes: 16, needed: 264)),
  ]

  @Test("A file that is not a font is identified by its content", arguments: files)
  func otherFiles(bytes: String, problem: FontProblem) {
    let fonts = TestFonts(others: ["f": bytes.unicodeScalars.map { UInt8($0.value) }])
    #expect(throws: TextError.font(.file("f"), problem)) {
      try set("A", in: TextStyle(font: .file("f")), fonts)
    }
  }

  @Test("A font file that does not exist is an error")
  func noFile() {
    #expect(throws: TextError.noFile("none.ttf")) { try set("A", in: TextStyle(font: .file("none.ttf"))) }
  }

  @Test("A font above the size limit is not read")
  func tooLarge() {
    let fonts = TestFonts(others: ["f": Array(repeating: 0, count: 64 << 20 | 1)])
    #expect(throws: TextError.limit(LimitExceeded(.fontBytes, needed: 67_108_865, allowed: 67_108_864))) {
      try set("A", in: TextStyle(font: .file("f")), fonts)
    }
  }

  @Test("A font that ends early is reported as truncated", arguments: ["bars.ttf", "curves.otf"])
  func truncated(name: String) throws {
    let whole = try TestFonts.named(name)
    // Tables are padded to four bytes, but the last table is complete without its padding.
    for count in stride(from: 4, to: whole.count - 3, by: Self.step) {
      let fonts = TestFonts(others: ["f": Array(whole[..<count])])
      let error = try #require(throws: TextError.self) {
        try set("A", in: TextStyle(font: .file("f")), fonts)
      }
      guard case .font(.file("f"), .truncated(bytes: count, needed: _)) = error else {
        Issue.record("\(count) bytes are \(error)")
        return
      }
    }
  }

  @Test("A font without outlines is refused")
  func noOutlines() throws {
    var bytes = try TestFonts.named("bars.ttf")
    let tag = try #require(bytes.indices.first { bytes[$0...].starts(with: "glyf".utf8) })
    bytes[tag + 3] = UInt8(ascii: "x")
    #expect(throws: TextError.font(.file("f"), .noOutlines)) {
      try set("A", in: TextStyle(font: .file("f")), TestFonts(others: ["f": bytes]))
    }
  }

  /// `make test` damages a part of the bytes.
  #if !THOROUGH
    private static let step = 11
  #else
    private static let step = 1
  #endif

  @Test("A font with damaged tables gives a result or an error, and never a crash")
  func damaged() throws {
    let text = "AV fi o\u{301} \u{5D0}12 (o)"
    for name in ["bars.ttf", "curves.otf"] {
      let whole = try TestFonts.named(name)
      for at in stride(from: 0, to: whole.count, by: Self.step) {
        for value: UInt8 in [0, 0x7F, 0xFF] {
          var bytes = whole
          bytes[at] = value
          _ = try? set(
            text, in: TextStyle(font: .file("f"), weight: 600, width: 60), TestFonts(others: ["f": bytes]))
        }
      }
    }
  }

  @Test("A text whose outlines would exceed the memory limit is refused in advance")
  func tooLong() throws {
    var limits = Limits()
    limits.memory = 1 << 20
    var setter = HarfBuzzTypesetter(files: TestFonts(), limits: limits)
    #expect(throws: TextError.self) { try setter.set(String(repeating: "o", count: 20_000), in: .bars) }
    #expect(throws: TextError.self) { try setter.set(String(repeating: "i", count: 5_000), in: .inter) }
    try expectEqual(setter.set(String(repeating: "i", count: 500), in: .inter).lines.count, 1)
  }

  @Test("Setting a very long text completes")
  func longTexts() throws {
    // Shorter in `make test`.
    #if !THOROUGH
      let count = 1 << 17
    #else
      let count = 1 << 20
    #endif
    try expectEqual(set(String(repeating: " ", count: count), in: .bars.with { $0.width = 300 }).texts, [""])
    try expectEqual(
      set("o" + String(repeating: "\u{200D}", count: count), in: .bars.with { $0.width = 0 }).lines.count, 1)
    let line = try set(String(repeating: "To be ", count: count / 6), in: .inter)
    expectTrue(line.lines.count == 1 && line.path.heldBytes < 64 << 20)
  }

  @Test("Control characters are reported as missing")
  func controls() throws {
    try expectEqual(set("A\u{7}\0", in: .bars).missing, ["\u{7}", "\0"])
  }
}
