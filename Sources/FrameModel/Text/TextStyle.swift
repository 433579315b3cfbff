/// Which font a text is set in.
public enum FontReference: Hashable, Sendable {
  /// The one that is shipped with the program: Inter.
  case shipped
  /// A file, by its path as the script has it.
  case file(String)
}

/// Where the lines of a text are, of a box as wide as the text may be; without a width, of a point.
public enum TextAlignment: String, ScriptKeyword {
  /// On the side where the paragraph's direction begins: left, or right for Hebrew and Arabic.
  case leading
  case left, center, right

  public static let meaning = "alignment"
}

/// How a text is set. Lengths are in the text's own coordinates, y down.
public struct TextStyle: Hashable, Sendable {
  public var font: FontReference
  /// Of the em square, in which the font's designer drew the letters.
  public var size: Double
  /// From 1 to 1000, 400 regular and 700 bold as in CSS; nil for the font's own.
  public var weight: Double?
  public var alignment: TextAlignment
  /// What lines are wrapped at; nil for lines that only line breaks end.
  public var width: Double?
  /// From one baseline to the next, in sizes of the font; nil for what the font asks for.
  public var lineHeight: Double?
  /// So many at most, 1 or more, the last of them ending in "…" where something is cut off; nil for all.
  public var lines: Int?

  public init(
    font: FontReference = .shipped, size: Double = 16, weight: Double? = nil,
    alignment: TextAlignment = .leading, width: Double? = nil, lineHeight: Double? = nil, lines: Int? = nil
  ) {
    self.font = font
    self.size = size
    self.weight = weight
    self.alignment = alignment
    self.width = width
    self.lineHeight = lineHeight
    self.lines = lines
  }
}

extension TextStyle {
  /// - Throws: `TextError` for the first number that nothing can be set by.
  public func check(_ limits: Limits) throws(TextError) {
    let side = Double(limits.side)
    guard size > 0, size <= side else { throw .size(size, allowed: side) }
    if let weight { guard 1...1000 ~= weight else { throw .weight(weight) } }
    if let width { guard width >= 0, width <= side else { throw .width(width, allowed: side) } }
    if let lineHeight { guard 0...100 ~= lineHeight else { throw .lineHeight(lineHeight) } }
  }
}
