import FrameGeometry
import FrameText

extension TextError {
  package var message: Message {
    switch self {
    case .noFile(let file):
      Message(
        "there is no font file '\(file)'",
        hint: "fonts are files: 'font \"Label.otf\"' names one in the script's folder")
    case .font(let font, let problem): problem.message(of: font)
    case .size(let size, let allowed):
      Message(
        "a font size cannot be \(size.scriptText)",
        hint: "sizes are greater than 0 and at most \(allowed.scriptText)")
    case .weight(let weight):
      Message(
        "a font weight cannot be \(weight.scriptText)",
        hint: "weights are from 1 to 1000: 400 is regular, and 700 is bold")
    case .width(let width, let allowed):
      Message(
        "text cannot be \(width.scriptText) wide", hint: "widths are from 0 to \(allowed.scriptText)")
    case .lineHeight(let height):
      Message(
        "a line height cannot be \(height.scriptText)",
        hint: "line heights are from 0 to 100 times the font size; 1.2 is usual")
    case .limit(let limit): limit.message
    case .noShaper:
      Message(
        "text needs HarfBuzz, which is not installed", hint: "install the Debian package libharfbuzz0b")
    }
  }
}

extension FontReference {
  fileprivate var title: String {
    switch self {
    case .shipped: "Inter"
    case .file(let file): "'\(file)'"
    }
  }
}

extension FontProblem {
  fileprivate func message(of font: FontReference) -> Message {
    let name = font.title
    switch self {
    case .notAFont(let other):
      return Message(
        "\(name) is not a font" + (other.map { ": it is \($0.title)" } ?? ""),
        hint: other == .webFont
          ? "use the original font, or unpack this one with 'woff2_decompress' or fonttools"
          : "fonts are TrueType or OpenType: .ttf, .otf, .ttc")
    case .truncated(let bytes, let needed):
      return Message("\(name) is truncated: it has \(bytes) bytes, but needs at least \(needed)")
    case .lacks(let table): return Message("\(name) lacks the required table '\(table)'")
    case .noOutlines:
      return Message(
        "\(name) has images instead of glyph outlines", hint: "color emoji fonts are not supported")
    }
  }
}

extension FontProblem.SniffedFile {
  fileprivate var title: String {
    switch self {
    case .empty: "empty"
    case .webFont: "a web font (WOFF)"
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
  package var message: Message {
    switch self {
    case .missing(let missing, let font):
      let named = missing.prefix(8).map(\.named).joined(separator: ", ")
      let others = missing.count > 8 ? " and \(missing.count - 8) others" : ""
      return Message(
        "\(font.title) has no glyph for \(named)\(others): a placeholder glyph is drawn",
        hint: "use a font that has one")
    case .weight(let requested, let drawn, let font):
      return Message(
        "\(font.title) has no weight \(requested.scriptText): weight \(drawn.scriptText) is used")
    }
  }
}

extension Unicode.Scalar {
  /// `U+1F600 (GRINNING FACE)`
  fileprivate var named: String {
    let number = "U+" + String(value, digits: 4, radix: 16).uppercased()
    return properties.name.map { "\(number) (\($0))" } ?? number
  }
}
