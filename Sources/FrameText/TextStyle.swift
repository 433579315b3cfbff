import FrameImage

/// The font of a text.
package enum FontReference: Hashable, Sendable {
  /// The built-in font, Inter.
  case shipped
  /// A file, by its path in the script.
  case file(String)
}

/// The alignment of lines in the box given by the text's width, or without a width at a point.
public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
  /// At the side where the paragraph's direction begins: left, or right for Hebrew and Arabic.
  case leading
  case left, center, right
}

/// The part of a text's box at the height of its position.
package enum TextPlacement: String, Hashable, Sendable, CaseIterable {
  case top, middle, baseline, bottom
}

/// The style of a text. Lengths are in the text's own coordinates, y down.
package struct TextStyle: Equatable, Sendable {
  package var font: FontReference
  /// The size of the em square.
  package var size: Double
  /// From 1 to 1000, 400 regular and 700 bold as in CSS; nil for the font's own.
  package var weight: Double?
  package var alignment: TextAlignment
  /// The width at which lines wrap; nil for lines that end only at line breaks.
  package var width: Double?
  /// The distance of baselines as a multiple of the font size; nil for the font's own.
  package var lineHeight: Double?
  /// The maximum number of lines, 1 or more, the last of which ends in "…" if text is cut; nil for all.
  package var lines: Int?

  package init(
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
  /// - Throws: `TextError` for the first invalid number.
  package func check(_ limits: Limits) throws(TextError) {
    let side = Double(limits.side)
    guard size > 0, size <= side else { throw .size(size, allowed: side) }
    if let weight { guard 1...1000 ~= weight else { throw .weight(weight) } }
    if let width { guard width >= 0, width <= side else { throw .width(width, allowed: side) } }
    if let lineHeight { guard 0...100 ~= lineHeight else { throw .lineHeight(lineHeight) } }
  }
}
