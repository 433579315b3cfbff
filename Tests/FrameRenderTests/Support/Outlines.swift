import FrameGeometry
import FramePlan

extension RenderPlan.ShapeDraw {
  /// Returns the filled and the stroked area in output pixels; nil for each that is not drawn.
  func outlines(window: Rect? = nil) throws -> (fill: Outline?, stroke: Outline?) {
    var area: [[Point]] = []
    var line: [[Point]] = []
    try ShapeOutlines(self, window: window).forEach {
      area.append($0)
    } stroked: {
      line.append($0)
    }
    return (fill.map { Outline(area, rule: $0.rule) }, stroke.map { _ in Outline(line) })
  }
}
