/// A text as outlines, in its own coordinates: y points down, 0 is the top of the first line, and x is 0 where the
/// box that lines are aligned in begins, or at the point that they are aligned to.
///
/// ```text
///      style.width            left           center          right      of a point
///     0 ┌─────────────┐       0│To be        To│be         To be│0
///       │To be or not │        │or not     or not│to      or not│
///       │to be        │        │to be        to be          to be│
/// ```
public struct TypesetText: Hashable, Sendable {
  public struct Line: Hashable, Sendable {
    /// Without what ended the line: line breaks, and spaces before them.
    public var text: String
    /// The pen's start, at the left end of the baseline.
    public var origin: Point
    /// The advance of the pen to the right.
    public var width: Double

    public init(text: String, origin: Point, width: Double) {
      self.text = text
      self.origin = origin
      self.width = width
    }
  }

  /// The glyphs, line by line from left to right. Fill it with the rule `nonZero`, because contours overlap.
  public var path: Path
  /// All lines with their full height, as wide as the style's width or else as the widest line. Ink may extend beyond
  /// it.
  public var box: Rect
  public var lines: [Line]
  /// Characters without a glyph in the font, in order of first occurrence. The font's placeholder glyph is drawn,
  /// usually an empty box.
  public var missing: [Unicode.Scalar]
  /// The weight that was used; it differs from the style's if the font lacks that.
  public var weight: Double

  public init(path: Path, box: Rect, lines: [Line], missing: [Unicode.Scalar], weight: Double) {
    self.path = path
    self.box = box
    self.lines = lines
    self.missing = missing
    self.weight = weight
  }

  /// The maximum temporary bytes for laying out a text: characters and their properties, glyphs, and lines, each of
  /// which may be a single character.
  public static func momentaryBytes(of text: String) -> Int { text.unicodeScalars.count.times(640) }
}
