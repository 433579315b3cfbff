import FrameModel

extension TextError {
  public var message: Message {
    switch self {
    case .noFile(let file): Message("there is no font '\(file)'")
    case .font(let font, let problem): problem.message(of: font)
    case .size(let size, let allowed):
      Message(
        "a font cannot be \(size.scriptText) large",
        note: "sizes are more than 0, and at most \(allowed.scriptText)")
    case .weight(let weight):
      Message(
        "there is no weight \(weight.scriptText)",
        note: "weights are from 1 to 1000: 400 is regular, and 700 is bold")
    case .width(let width, let allowed):
      Message(
        "a text cannot be \(width.scriptText) wide", note: "widths are from 0 to \(allowed.scriptText)")
    case .lineHeight(let height):
      Message(
        "lines cannot be \(height.scriptText) sizes of the font apart",
        note: "heights are from 0 to 100; 1.2 is usual")
    case .limit(let limit): limit.message
    case .noShaper:
      Message(
        "text needs HarfBuzz, and it is not on this machine",
        note: "Debian has it in the package libharfbuzz0b")
    }
  }
}

extension FontReference {
  fileprivate var words: String {
    switch self {
    case .shipped: "Inter"
    case .file(let file): "'\(file)'"
    }
  }
}

extension FontProblem {
  fileprivate func message(of font: FontReference) -> Message {
    let name = font.words
    switch self {
    case .notAFont(let other):
      return Message(
        "\(name) is no font" + (other.map { ": it is \($0.words)" } ?? ""),
        note: other == .webFont
          ? "give the font that it was made of, or unpack it: 'woff2_decompress' and fonttools can"
          : "fonts are TrueType or OpenType: .ttf, .otf, .ttc")
    case .truncated(let bytes, let needed):
      return Message("\(name) ends early: it has \(bytes) bytes, and says that it has at least \(needed)")
    case .lacks(let table): return Message("\(name) has no table '\(table)', which every font has")
    case .noOutlines:
      return Message(
        "\(name) has images for glyphs, and no outlines", note: "fonts of colored emoji cannot be drawn")
    }
  }
}

extension FontProblem.SniffedFile {
  fileprivate var words: String {
    switch self {
    case .empty: "empty"
    case .webFont: "packed for the web (WOFF)"
    case .type1: "a Type 1 font"
    case .png: "an image (PNG)"
    case .jpeg: "an image (JPEG)"
    case .gif: "an image (GIF)"
    case .webp: "an image (WebP)"
    case .pdf: "a document (PDF)"
    case .zip: "an archive (ZIP)"
    case .gzip: "an archive (gzip)"
    case .html: "a web page"
    case .text: "text"
    }
  }
}

extension TextNotice {
  public var message: Message {
    switch self {
    case .missing(let missing, let font):
      let named = missing.prefix(8).map(\.named).joined(separator: ", ")
      let others = missing.count > 8 ? " and \(missing.count - 8) others" : ""
      return Message(
        "\(font.words) has no glyph for \(named)\(others): the font's mark for such is drawn",
        note: "name a font that has one")
    case .weight(let asked, let drawn, let font):
      return Message(
        "\(font.words) is drawn in its weight \(drawn.scriptText): it has no weight \(asked.scriptText)")
    }
  }
}

extension Unicode.Scalar {
  /// `U+1F600 (GRINNING FACE)`
  fileprivate var named: String {
    let digits = String(value, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return properties.name.map { "\(number) (\($0))" } ?? number
  }
}
