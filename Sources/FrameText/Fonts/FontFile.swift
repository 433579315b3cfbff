/// Validates a font file before HarfBuzz reads it: the file must be a complete font. HarfBuzz treats missing
/// parts as empty, and would silently draw nothing.
///
/// The layout is that of OpenType 1.9, "Organization of an OpenType Font".
struct FontFile {
  private let bytes: [UInt8]
  /// For errors.
  private let font: FontReference

  private func problem(_ problem: FontProblem) -> TextError { .font(font, problem) }

  /// Checks that the bytes are a font file with all required tables.
  ///
  /// - Throws: `TextError.font`
  static func check(_ bytes: [UInt8], of font: FontReference) throws(TextError) {
    let file = FontFile(bytes: bytes, font: font)
    let start = try file.firstFont()
    let tables = try file.tables(at: start)
    for table in ["cmap", "head", "hhea", "hmtx", "maxp"] where !tables.contains(table) {
      throw file.problem(.lacks(table: table))
    }
    guard !tables.isDisjoint(with: ["glyf", "CFF ", "CFF2"]) else {
      throw file.problem(.noOutlines)
    }
  }

  /// Returns the offset of the font's table directory; for a collection, that of its first font.
  private func firstFont() throws(TextError) -> Int {
    switch bytes.count < 4 ? "" : try tag(at: 0) {
    case "\0\u{1}\0\0", "OTTO", "true": return 0
    case "ttcf": return try number(at: 12)
    default: throw problem(.notAFont(FileSniffer.kind(of: bytes)))
    }
  }

  private func tables(at start: Int) throws(TextError) -> Set<String> {
    let count = try number(at: start + 4) >> 16
    var tables: Set<String> = []
    for index in 0..<count {
      let record = start + 12 + 16 * index
      let end = try number(at: record + 8) + number(at: record + 12)
      guard end <= bytes.count else { throw problem(.truncated(bytes: bytes.count, needed: end)) }
      tables.insert(try tag(at: record))
    }
    return tables
  }

  private func tag(at offset: Int) throws(TextError) -> String {
    let number = try number(at: offset)
    let shifts: [Int] = [24, 16, 8, 0]
    let scalars = shifts.map { shift in Unicode.Scalar(UInt8(truncatingIfNeeded: number >> shift)) }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Returns a big-endian number of 32 bits.
  private func number(at offset: Int) throws(TextError) -> Int {
    guard offset <= bytes.count - 4 else { throw problem(.truncated(bytes: bytes.count, needed: offset + 4)) }
    return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// Identifies files that are not fonts by their first bytes, for error messages only.
enum FileSniffer {
  private static let signatures: [(FontProblem.SniffedFile, String)] = [
    (.webFont, "wOFF"), (.webFont, "wOF2"), (.type1, "%!PS-AdobeFont"), (.type1, "%!FontType1"),
    (.type1, "\u{80}\u{1}"), (.png, "\u{89}PNG"), (.jpeg, "\u{FF}\u{D8}\u{FF}"), (.gif, "GIF8"),
    (.pdf, "%PDF"),
    (.zip, "PK\u{3}\u{4}"), (.gzip, "\u{1F}\u{8B}"), (.html, "<!DOCTYPE"), (.html, "<!doctype"),
    (.html, "<html"),
  ]

  static func kind(of bytes: [UInt8]) -> FontProblem.SniffedFile? {
    if bytes.isEmpty { return .empty }
    for (kind, signature) in signatures
    where bytes.starts(with: signature.unicodeScalars.lazy.map { UInt8($0.value) }) {
      return kind
    }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return .webp }
    return bytes.prefix(512).allSatisfy(isText) ? .text : nil
  }

  private static func isText(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
