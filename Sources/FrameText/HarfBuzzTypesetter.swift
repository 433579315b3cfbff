import CHarfBuzz
import FrameModel

/// Sets text by HarfBuzz, in the shipped font or in files that are handed in.
///
/// ```swift
/// var setter = HarfBuzzTypesetter(files: files)
/// let title = try setter.set("To be", in: TextStyle(size: 48, weight: 700))
/// // title.path is to be filled, within title.box
/// ```
///
/// Fonts are read once, and HarfBuzz is opened with the first text.
public struct HarfBuzzTypesetter<Files: FontFiles>: Typesetter {
  private var files: Files
  private let limits: Limits
  private var harfBuzz: HarfBuzz?
  private var fonts: [FontReference: Font] = [:]

  public init(files: Files, limits: Limits = Limits()) {
    self.files = files
    self.limits = limits
  }

  public mutating func set(_ text: String, in style: TextStyle) throws(TextError) -> TypesetText {
    try style.check(limits)
    try checkCancellation()
    do throws(LimitExceeded) {
      try limits.check(memory: TypesetText.momentaryBytes(of: text))
    } catch {
      throw .limit(error)
    }
    let harfBuzz = try opened()
    let font = try font(style.font, harfBuzz).weighted(style.weight)
    let shaper = Shaper(font)
    // A millionth of a unit is no room: it is what a width loses that was said to be exactly a line's.
    let room = style.width.map { $0 * font.unitsPerEm / style.size + 1e-6 }
    var layout = TextLayout(style, font)
    var lines = LineClamp(style.lines, room: room, shaper: shaper)
    for paragraph in Paragraph.split(text, harfBuzz: harfBuzz) {
      try checkCancellation()
      guard lines.add(paragraph) else { break }
    }
    for (line, paragraph) in lines.found { layout.add(line, of: paragraph) }
    return layout.finish()
  }

  private func checkCancellation() throws(TextError) {
    do throws(LimitExceeded) { try limits.checkCancellation() } catch { throw .limit(error) }
  }

  private mutating func opened() throws(TextError) -> HarfBuzz {
    if let harfBuzz { return harfBuzz }
    guard let functions = HarfBuzz.opened() else { throw .noShaper }
    harfBuzz = functions
    return functions
  }

  private mutating func font(_ reference: FontReference, _ harfBuzz: HarfBuzz) throws(TextError) -> Font {
    if let known = fonts[reference] { return known }
    let font: Font
    switch reference {
    case .shipped: font = Font(harfBuzz: harfBuzz)
    case .file(let path): font = try read(path, harfBuzz)
    }
    fonts[reference] = font
    return font
  }

  private mutating func read(_ path: String, _ harfBuzz: HarfBuzz) throws(TextError) -> Font {
    let bytes: [UInt8]
    do throws(NoFontFile) { bytes = try files.bytes(of: path) } catch { throw .noFile(path) }
    guard bytes.count <= limits.fontBytes else {
      throw .limit(LimitExceeded(.fontBytes, needed: bytes.count, allowed: limits.fontBytes))
    }
    do throws(FontProblem) {
      return try Font(bytes, harfBuzz: harfBuzz)
    } catch {
      throw .font(.file(path), error)
    }
  }
}
