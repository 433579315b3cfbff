/// What a path was declared as.
public enum ShapeKind: Hashable, Sendable {
  /// Its corners are sharp where a radius is not above 0.
  case rect(Rect, cornerRadii: Size)
  /// In this box.
  case ellipse(Rect)
  case line
  case arc
  case path
  case text

  /// The word of the script's grammar.
  public var word: String {
    switch self {
    case .rect: "rect"
    case .ellipse: "ellipse"
    case .line: "line"
    case .arc: "arc"
    case .path: "path"
    case .text: "text"
    }
  }
}
