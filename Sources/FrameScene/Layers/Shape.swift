import FrameModel

/// A path that a layer shows.
public struct Shape: Hashable, Sendable {
  /// In the coordinates of the layer's parent, before the layer's transform.
  public var path: Path
  /// The layer's bounds: the bounding box of the path, or of the text's lines.
  public var box: Rect
  public var form: ShapeKind
  /// The text that the path was made from, if any.
  public var text: TextBlock?

  public init(_ path: Path, _ form: ShapeKind = .path) {
    self.path = path
    self.form = form
    box = path.boundingBox ?? .zero
  }

  /// True if it is a line or arc, which is stroked by default.
  public var isLine: Bool { form == .line || form == .arc }
}

/// A text with its position.
public struct TextBlock: Hashable, Sendable {
  public var string: String
  public var style: TextStyle
  /// In the parent: the corner of the box, or the point at which lines without a width are aligned.
  public var place: Point
  public var placement = TextPlacement.top
}

/// The style of a shape. Properties that were not set are nil: without fill and stroke, a shape is filled black, and
/// a line or arc gets a black stroke of width 1.
public struct ShapeStyle: Hashable, Sendable {
  public var fill: RenderPlan.Fill?
  public var stroke: RenderPlan.Stroke?
  public var trim = RenderPlan.Trim.all

  private static let black = RenderPlan.Paint.color(Color(red: 0, green: 0, blue: 0))

  public func fill(of shape: Shape) -> RenderPlan.Fill? {
    if let fill { return fill.paint.isVisible ? fill : nil }
    return stroke == nil && !shape.isLine ? RenderPlan.Fill(Self.black) : nil
  }

  public func stroke(of shape: Shape) -> RenderPlan.Stroke? {
    if let stroke { return stroke.paint.isVisible && stroke.style.width > 0 ? stroke : nil }
    return fill == nil && shape.isLine ? RenderPlan.Stroke(Self.black, StrokeStyle(width: 1)) : nil
  }
}
