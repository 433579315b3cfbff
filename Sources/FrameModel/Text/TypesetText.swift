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
    /// Without what ended the line: breaks, and spaces before them.
    public var text: String
    /// Where the pen begins, at the left end of the baseline.
    public var origin: Point
    /// How far the pen goes, to the right.
    public var width: Double

    public init(text: String, origin: Point, width: Double) {
      self.text = text
      self.origin = origin
      self.width = width
    }
  }

  /// The glyphs, line by line and from left to right; to be filled by the rule `nonZero`, as contours overlap.
  public var path: Path
  /// All lines at their full height, as wide as the style says or else as the widest; ink may reach out of it.
  public var box: Rect
  public var lines: [Line]
  /// Characters that the font has no glyph for, in the order in which they came first. Each is drawn as the font's
  /// own mark for such, mostly an empty box.
  public var missing: [Unicode.Scalar]
  /// What it was drawn in; it differs from the style's where the font has no such.
  public var weight: Double

  public init(path: Path, box: Rect, lines: [Line], missing: [Unicode.Scalar], weight: Double) {
    self.path = path
    self.box = box
    self.lines = lines
    self.missing = missing
    self.weight = weight
  }

  /// The bytes that setting a text takes for a moment, at most: characters with what is known of them, their glyphs,
  /// and lines, each of which may be a single character.
  public static func momentaryBytes(of text: String) -> Int { text.unicodeScalars.count.times(640) }
}
