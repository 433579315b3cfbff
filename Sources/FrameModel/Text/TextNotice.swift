/// What a text should have had of its font and has not.
public enum TextNotice: Hashable, Sendable {
  /// Characters that the font has no glyph for.
  case missing([Unicode.Scalar], FontReference)
  /// A weight that the font has not, and the one that it was drawn in.
  case weight(Double, drawn: Double, FontReference)
}

extension TypesetText {
  /// - Parameter style: what it was set in.
  public func shortfalls(of style: TextStyle) -> [TextNotice] {
    var shortfalls: [TextNotice] = []
    if !missing.isEmpty { shortfalls.append(.missing(missing, style.font)) }
    if let asked = style.weight, asked != weight {
      shortfalls.append(.weight(asked, drawn: weight, style.font))
    }
    return shortfalls
  }
}
