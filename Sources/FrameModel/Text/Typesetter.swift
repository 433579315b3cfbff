/// Who makes outlines of texts, for whom does not know fonts.
public protocol Typesetter {
  /// The same on every machine, to the last bit, for the same font file.
  ///
  /// - Throws: `TextError`. What a font lacks is no error: see `TypesetText`.
  mutating func set(_ text: String, in style: TextStyle) throws(TextError) -> TypesetText
}

/// Why a text cannot be set.
public enum TextError: Error, Hashable, Sendable {
  /// There is no such file, or it cannot be read; why not stays with whoever opens files.
  case noFile(String)
  /// Nothing can be set in it.
  case font(FontReference, FontProblem)
  case size(Double, allowed: Double)
  case weight(Double)
  case width(Double, allowed: Double)
  case lineHeight(Double)
  case limit(LimitExceeded)
  /// HarfBuzz, which shapes text, is not on this machine.
  case noShaper
}

/// Why a file is no font that text can be set in.
public enum FontProblem: Error, Hashable, Sendable {
  /// What it begins like instead; nil where that is nothing known.
  case notAFont(SniffedFile?)
  /// A table ends beyond the file, or the list of tables does.
  case truncated(bytes: Int, needed: Int)
  /// A table that every font has.
  case lacks(table: String)
  /// All glyphs are images, as in fonts of colored emoji.
  case noOutlines

  /// What people take for fonts, or hand in by mistake.
  public enum SniffedFile: Hashable, Sendable, CaseIterable {
    case empty, webFont, type1, png, jpeg, gif, webp, pdf, zip, gzip, html, text
  }
}
