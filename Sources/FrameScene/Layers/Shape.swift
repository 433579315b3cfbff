import FrameGeometry
import FrameImage
import FramePlan
import FrameText

/// A path that a layer shows.
package struct Shape: Equatable, Sendable {
  /// In the coordinates of the layer's parent, before the layer's transform.
  package var path: Path
  /// The layer's bounds: the bounding box of the path, or of the text's lines.
  package var box: Rect
  package var form: ShapeKind
  /// The text that the path was made from, if any.
  package var text: TextBlock?

  package init(_ path: Path, _ form: ShapeKind = .path) {
    self.path = path
    self.form = form
    box = path.boundingBox ?? .zero
  }

  /// True if it is a line or arc, which is stroked by default.
  package var isLine: Bool { form == .line || form == .arc }
}

/// A text with its position.
package struct TextBlock: Equatable, Sendable {
  package var string: String
  package var style: TextStyle
  /// In the parent: the corner of the box, or the point at which lines without a width are aligned.
  package var place: Point
  package var placement = TextPlacement.top
  /// Where the font is named; nil for the default font.
  package var fontOrigin: Origin?

  package init(string: String, style: TextStyle, place: Point) {
    (self.string, self.style, self.place) = (string, style, place)
  }
}

/// The style of a shape. Properties that were not set are nil: without fill and stroke, a shape is filled black, and
/// a line or arc gets a black stroke of width 1.
package struct ShapeStyle: Equatable, Sendable {
  @Boxed package var fill: RenderPlan.Fill? = nil
  @Boxed package var stroke: RenderPlan.Stroke? = nil
  package var trim = RenderPlan.Trim.all

  private static let black = RenderPlan.Paint.color(Color(red: 0, green: 0, blue: 0))

  package func fill(of shape: Shape) -> RenderPlan.Fill? {
    if let fill { return fill.paint.isVisible ? fill : nil }
    return stroke == nil && !shape.isLine ? RenderPlan.Fill(Self.black) : nil
  }

  package func stroke(of shape: Shape) -> RenderPlan.Stroke? {
    if let stroke { return stroke.paint.isVisible && stroke.style.width > 0 ? stroke : nil }
    return fill == nil && shape.isLine ? RenderPlan.Stroke(Self.black, StrokeStyle(width: 1)) : nil
  }
}

extension ShapeStyle {
  var heldBytes: Int {
    var bytes = _fill.heldBytes + _stroke.heldBytes
    bytes += (fill?.paint.heldBytes ?? 0) + (stroke?.paint.heldBytes ?? 0)
    if let dashes = stroke?.style.dashes, !dashes.isEmpty {
      bytes += AllocatedBytes.header + AllocatedBytes.growing(dashes.count, of: Double.self)
    }
    return bytes
  }
}
