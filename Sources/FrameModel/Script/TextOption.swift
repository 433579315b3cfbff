/// How a text is set, as written.
public enum TextOption: Hashable, Sendable {
  case font(Template)
  case size(Quantity)
  case weight(Expression)
  case align(Choice<TextAlignment>, TextPlacement?)
  /// What lines are wrapped at.
  case width(Quantity)
  case lineHeight(Expression)
  /// So many at most.
  case lines(Expression)

  /// By which it is written.
  public var word: String {
    switch self {
    case .font: "font"
    case .size: "font-size"
    case .weight: "weight"
    case .align: "align"
    case .width: "width"
    case .lineHeight: "line-height"
    case .lines: "lines"
    }
  }
}

/// What of a text's box lies at the height of its place.
public enum TextPlacement: String, ScriptKeyword {
  case top, middle, baseline, bottom
  public static let meaning = "placement"
}
