import FrameGeometry
import FrameImage

/// Shapes text into glyph outlines.
package protocol Typesetter {
  /// Lays out a text; bit for bit the same on every machine for the same font file.
  ///
  /// - Throws: `TextError`. Missing glyphs are not an error: see `TypesetText`.
  mutating func set(_ text: String, in style: TextStyle) throws(TextError) -> TypesetText
}

/// An error in setting a text.
package indirect enum TextError: Error, Equatable, Sendable {
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
package enum FontProblem: Equatable, Sendable {
  /// The format that it looks like; nil if unknown.
  case notAFont(SniffedFile?)
  /// A table, or the list of tables, ends after the file does.
  case truncated(bytes: Int, needed: Int)
  /// A required table is missing.
  case lacks(table: String)
  /// All glyphs are images, as in color emoji fonts.
  case noOutlines

  /// Formats that are mistaken for fonts.
  package enum SniffedFile: Equatable, Sendable, CaseIterable {
    case empty, webFont, type1, png, jpeg, gif, webp, pdf, zip, gzip, html, text
  }
}

/// A text as outlines, in its own coordinates: y points down, 0 is the top of the first line, and x is 0 where the
/// box that lines are aligned in begins, or at the point that they are aligned to.
///
/// ```text
///      style.width            left           center          right      of a point
///     0 ┌─────────────┐       0│To be        To│be         To be│0
///       │To be or not │        │or not     or not│to      or not│
///       │to be        │        │to be        to be          to be│
/// ```
package struct TypesetText: Equatable, Sendable {
  package struct Line: Equatable, Sendable {
    /// Without what ended the line: line breaks, and spaces before them.
    package var text: String
    /// The pen's start, at the left end of the baseline.
    package var origin: Point
    /// The advance of the pen to the right.
    package var width: Double

    package init(text: String, origin: Point, width: Double) {
      self.text = text
      self.origin = origin
      self.width = width
    }
  }

  /// The glyphs, line by line from left to right. Fill it with the rule `nonZero`, because contours overlap.
  package var path: Path
  /// All lines with their full height, as wide as the style's width or else as the widest line. Ink may extend beyond
  /// it.
  package var box: Rect
  package var lines: [Line]
  /// Characters without a glyph in the font, in order of first occurrence. The font's placeholder glyph is drawn,
  /// usually an empty box.
  package var missing: [Unicode.Scalar]
  /// The weight that was used; it differs from the style's if the font lacks that.
  package var weight: Double

  package init(path: Path, box: Rect, lines: [Line], missing: [Unicode.Scalar], weight: Double) {
    self.path = path
    self.box = box
    self.lines = lines
    self.missing = missing
    self.weight = weight
  }

  /// The maximum temporary bytes for laying out a text: characters and their properties, glyphs, and lines, each of
  /// which may be a single character.
  package static func momentaryBytes(of text: String) -> Int { text.unicodeScalars.count.times(640) }
}

/// A property of a text that its font could not provide.
package enum TextNotice: Equatable, Sendable {
  /// Characters without a glyph in the font.
  case missing([Unicode.Scalar], FontReference)
  /// A weight that the font lacks, and the one used instead.
  case weight(Double, drawn: Double, FontReference)
}

extension TypesetText {
  /// - Parameter style: the style of the text.
  package func shortfalls(of style: TextStyle) -> [TextNotice] {
    var shortfalls: [TextNotice] = []
    if !missing.isEmpty { shortfalls.append(.missing(missing, style.font)) }
    if let asked = style.weight, asked != weight {
      shortfalls.append(.weight(asked, drawn: weight, style.font))
    }
    return shortfalls
  }
}
