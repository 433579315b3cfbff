/// The declaration that a path was made from.
public enum ShapeKind: Hashable, Sendable {
  /// Corners are sharp unless both radii are above 0.
  case rect(Rect, cornerRadii: Size)
  /// The ellipse in this box.
  case ellipse(Rect)
  case line
  case arc
  case path
  case text

  /// The keyword in scripts.
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
