import FrameModel

/// What must be known of a font file before anybody reads it: that it is one, and that all of it is there. HarfBuzz
/// takes what is missing for empty, and would set nothing without a word.
///
/// The layout is that of OpenType 1.9, "Organization of an OpenType Font".
struct FontFile {
  private let bytes: [UInt8]

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// - Throws: `FontProblem`
  static func check(_ bytes: [UInt8]) throws(FontProblem) {
    let file = FontFile(bytes)
    let start = try file.firstFont()
    let tables = try file.tables(at: start)
    for table in ["cmap", "head", "hhea", "hmtx", "maxp"] where !tables.contains(table) {
      throw .lacks(table: table)
    }
    guard !tables.isDisjoint(with: ["glyf", "CFF ", "CFF2"]) else {
      throw .noOutlines
    }
  }

  /// Where the tables of the font are listed; of a collection's first font.
  private func firstFont() throws(FontProblem) -> Int {
    switch bytes.count < 4 ? "" : try tag(at: 0) {
    case "\0\u{1}\0\0", "OTTO", "true": return 0
    case "ttcf": return try number(at: 12)
    default: throw .notAFont(FileSniffer.kind(of: bytes))
    }
  }

  private func tables(at start: Int) throws(FontProblem) -> Set<String> {
    let count = try number(at: start + 4) >> 16
    var tables: Set<String> = []
    for index in 0..<count {
      let record = start + 12 + 16 * index
      let end = try number(at: record + 8) + number(at: record + 12)
      guard end <= bytes.count else { throw .truncated(bytes: bytes.count, needed: end) }
      tables.insert(try tag(at: record))
    }
    return tables
  }

  private func tag(at offset: Int) throws(FontProblem) -> String {
    let number = try number(at: offset)
    return String(
      String.UnicodeScalarView((0..<4).map { Unicode.Scalar(UInt8(number >> (24 - 8 * $0) & 255)) }))
  }

  /// Of 32 bits, the highest first.
  private func number(at offset: Int) throws(FontProblem) -> Int {
    guard offset <= bytes.count - 4 else { throw .truncated(bytes: bytes.count, needed: offset + 4) }
    return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
