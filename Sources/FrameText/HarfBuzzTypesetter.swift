import FrameGeometry
import CText
import FrameImage

/// Typesets text with HarfBuzz, in the built-in font or in font files.
///
/// ```swift
/// var typesetter = HarfBuzzTypesetter(files: files)
/// let title = try typesetter.set("To be", in: TextStyle(size: 48, weight: 700))
/// // Fill title.path; it lies within title.box.
/// ```
///
/// Each font is read once. HarfBuzz is loaded with the first text.
package struct HarfBuzzTypesetter<Files: FontFiles>: Typesetter {
  private var files: Files
  private let limits: Limits
  private var harfBuzz: HarfBuzz?
  private var fonts: [FontReference: Font] = [:]

  package init(files: Files, limits: Limits = Limits()) {
    self.files = files
    self.limits = limits
  }

  package mutating func set(_ text: String, in style: TextStyle) throws(TextError) -> TypesetText {
    try style.check(limits)
    try checkCancellation()
    try converting(limits.check(memory: TypesetText.momentaryBytes(of: text))) { (error: LimitExceeded) in
      TextError.limit(error)
    }
    let harfBuzz = try open()
    let font = try font(style.font, harfBuzz).weighted(style.weight)
    let shaper = Shaper(font: font)
    // Adds a millionth of a font unit. Otherwise rounding could break a line at exactly its own width.
    let maxWidth = style.width.map { $0 * font.unitsPerEm / style.size + 1e-6 }
    var layout = TextLayout(style, font)
    var clamp = LineClamp(style.lines, maxWidth: maxWidth, shaper: shaper)
    for paragraph in Paragraph.split(text, harfBuzz: harfBuzz) {
      try checkCancellation()
      guard clamp.add(paragraph) else { break }
    }
    for (line, paragraph) in clamp.lines { layout.add(line, of: paragraph) }
    return layout.finish()
  }

  private func checkCancellation() throws(TextError) {
    try converting(limits.checkCancellation()) { (error: LimitExceeded) in TextError.limit(error) }
  }

  private mutating func open() throws(TextError) -> HarfBuzz {
    if let harfBuzz { return harfBuzz }
    guard let library = HarfBuzz.open() else { throw .noShaper }
    harfBuzz = library
    return library
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
    let bytes = try files.bytes(of: path)
    guard bytes.count <= limits.fontBytes else {
      throw .limit(LimitExceeded(.fontBytes, needed: bytes.count, allowed: limits.fontBytes))
    }
    return try Font(bytes, of: .file(path), harfBuzz: harfBuzz)
  }
}

/// A source of font files. FrameText itself opens no files.
package protocol FontFiles {
  /// Returns the contents of a file.
  ///
  /// - Parameter file: The path as the script spells it.
  /// - Throws: `TextError.noFile` for a file that does not exist or cannot be read.
  mutating func bytes(of file: String) throws(TextError) -> [UInt8]
}

/// The versions of the library and the font behind all text.
package enum TextLibraryVersions {
  /// The version of HarfBuzz on this machine; nil if none is usable.
  package static var harfBuzz: String? { HarfBuzz.open().map { String(cString: $0.version_string()!) } }

  /// The name of the built-in font, and the version in its file.
  package static var font: String {
    let bytes = UnsafeBufferPointer(start: frameit_inter_start, count: frameit_inter_size)
    func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    // OpenType 1.9: table records have 16 bytes, with the table's offset at 8. The "head" table has the font
    // revision at 4, a 16.16 fixed-point number.
    let records = (0..<number(at: 4) >> 16).map { 12 + 16 * $0 }
    let head = records.first { number(at: $0) == 0x6865_6164 }!
    let thousandths = Int((Double(number(at: number(at: head + 8) + 4)) / 65.536).rounded())
    let fraction = String(thousandths % 1000)
    return "Inter \(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}

extension HarfBuzz {
  /// Loads HarfBuzz.
  ///
  /// - Returns: nil if there is no HarfBuzz, or if it is too old.
  static func open() -> HarfBuzz? {
    withUnsafeTemporaryAllocation(of: HarfBuzz.self, capacity: 1) {
      frameit_harfbuzz_open($0.baseAddress!) ? $0[0] : nil
    }
  }
}
