import FrameModel

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
