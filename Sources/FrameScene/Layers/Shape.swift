import FrameModel

/// A path that a layer shows.
public struct Shape: Hashable, Sendable {
  /// In the coordinates of the layer's parent, before the layer's transform.
  public var path: Path
  /// What the layer's bounds are: the path's box, or that of the text's lines.
  public var box: Rect
  public var form: ShapeKind
  /// What the path was made of, if it is a text's.
  public var text: TextBlock?

  public init(_ path: Path, _ form: ShapeKind = .path) {
    self.path = path
    self.form = form
    box = path.boundingBox ?? .zero
  }

  /// True for lines and arcs, which are drawn with a pen where nothing else was said.
  public var isLine: Bool { form == .line || form == .arc }
}

/// A text at its place.
public struct TextBlock: Hashable, Sendable {
  public var string: String
  public var style: TextStyle
  /// In the parent: the box's corner, or the point that lines without a width are aligned to.
  public var place: Point
  public var placement = TextPlacement.top
}
