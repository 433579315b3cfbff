/// A property of a text that its font could not provide.
public enum TextNotice: Hashable, Sendable {
  /// Characters without a glyph in the font.
  case missing([Unicode.Scalar], FontReference)
  /// A weight that the font lacks, and the one used instead.
  case weight(Double, drawn: Double, FontReference)
}

extension TypesetText {
  /// - Parameter style: the style of the text.
  public func shortfalls(of style: TextStyle) -> [TextNotice] {
    var shortfalls: [TextNotice] = []
    if !missing.isEmpty { shortfalls.append(.missing(missing, style.font)) }
    if let asked = style.weight, asked != weight {
      shortfalls.append(.weight(asked, drawn: weight, style.font))
    }
    return shortfalls
  }
}
