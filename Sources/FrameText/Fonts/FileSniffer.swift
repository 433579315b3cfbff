import FrameModel

/// What is handed in for a font, by its first bytes: no more than what an error names.
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
