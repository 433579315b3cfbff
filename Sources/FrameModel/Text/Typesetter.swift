/// Shapes text into glyph outlines.
public protocol Typesetter {
  /// Lays out a text; bit for bit the same on every machine for the same font file.
  ///
  /// - Throws: `TextError`. Missing glyphs are not an error: see `TypesetText`.
  mutating func set(_ text: String, in style: TextStyle) throws(TextError) -> TypesetText
}

/// An error in setting a text.
public enum TextError: Error, Hashable, Sendable {
  /// The file does not exist or cannot be read; the reason is known to the object that opens files.
  case noFile(String)
  /// The font cannot be used.
  case font(FontReference, FontProblem)
  case size(Double, allowed: Double)
  case weight(Double)
  case width(Double, allowed: Double)
  case lineHeight(Double)
  case limit(LimitExceeded)
  /// HarfBuzz, which shapes text, is not installed.
  case noShaper
}

/// The reason why a file cannot be used as a font.
public enum FontProblem: Error, Hashable, Sendable {
  /// The format that it looks like; nil if unknown.
  case notAFont(SniffedFile?)
  /// A table, or the list of tables, ends after the file does.
  case truncated(bytes: Int, needed: Int)
  /// A required table is missing.
  case lacks(table: String)
  /// All glyphs are images, as in color emoji fonts.
  case noOutlines

  /// Formats that are mistaken for fonts.
  public enum SniffedFile: Hashable, Sendable, CaseIterable {
    case empty, webFont, type1, png, jpeg, gif, webp, pdf, zip, gzip, html, text
  }
}
