/// An option of a text, as written.
public enum TextOption: Hashable, Sendable {
  case font(Template)
  case size(Quantity)
  case weight(Expression)
  case align(Choice<TextAlignment>, TextPlacement?)
  /// The width at which lines wrap.
  case width(Quantity)
  case lineHeight(Expression)
  /// The maximum number of lines.
  case lines(Expression)

  /// The keyword in scripts.
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

/// The part of a text's box at the height of its position.
public enum TextPlacement: String, ScriptKeyword {
  case top, middle, baseline, bottom
  public static let meaning = "placement"
}
