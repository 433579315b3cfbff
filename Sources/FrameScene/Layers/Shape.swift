import FrameModel

/// A path that a layer shows.
public struct Shape: Hashable, Sendable {
  /// In the coordinates of the layer's parent, before the layer's transform.
  public var path: Path
  /// What the layer's bounds are: the path's box, or that of the text's lines.
  public var box: Rect
  /// True for lines and arcs, which are drawn with a pen where nothing else was said.
  public var isLine: Bool
  /// What the path was made of, if it is a text's.
  public var text: TextBlock?

  public init(_ path: Path, isLine: Bool = false) {
    self.path = path
    self.isLine = isLine
    box = path.boundingBox ?? .zero
  }
}

/// A text at its place.
public struct TextBlock: Hashable, Sendable {
  public var string: String
  public var style: TextStyle
  /// In the parent: the box's corner, or the point that lines without a width are aligned to.
  public var place: Point
  public var placement = TextPlacement.top
}
