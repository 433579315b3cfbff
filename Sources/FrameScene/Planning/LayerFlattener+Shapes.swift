import FrameGeometry
import FrameImage
import FramePlan

/// Shapes as items.
extension LayerFlattener {
  mutating func shape(
    _ shape: Shape, _ look: ShapeStyle, _ layer: SceneLayer, _ index: Int, matrix: PlaneMap
  ) throws(SceneError) -> [RenderPlan.Item] {
    guard try hasArea(matrix, of: layer) else { return [] }
    return try onPlane(of: layer, index, matrix) { flattener, matrix throws(SceneError) in
      try flattener.shape(shape, look, layer, index, matrix)
    }
  }

  private mutating func shape(
    _ shape: Shape, _ look: ShapeStyle, _ layer: SceneLayer, _ index: Int, _ matrix: AffineTransform
  ) throws(SceneError) -> [RenderPlan.Item] {
    let draw = RenderPlan.ShapeDraw(
      layer: layer.name, path: shape.path, trim: look.trim, fill: look.fill(of: shape),
      stroke: look.stroke(of: shape), matrix: matrix)
    guard !draw.paints.isEmpty, let box = draw.reach, isSeen(box, of: index) else { return [] }
    try checkOutlines(of: draw, at: layer.lastEdit)
    return [.shape(draw)]
  }

  /// Checks that dashes are valid and that there is memory for drawing the shape.
  private func checkOutlines(
    of draw: RenderPlan.ShapeDraw, at origin: Origin
  ) throws(SceneError) {
    let isDashed = !(draw.stroke?.style.dashes.isEmpty ?? true)
    // Without flattening, if the upper bound is small anyway.
    guard isDashed || draw.roughBytes > 1 << 20 else { return }
    let room = max(0, account.limit - account.used)
    let each = draw.stroke == nil || isDashed ? 48 : 448
    let needed: Int
    do throws(OutlineError) {
      needed = try ShapeOutlines(draw, window: area.window, mostPoints: room / each).survey().bytes
    } catch .contourTooLong {
      needed = room + 1
    } catch {
      throw SceneError(.outline(error), at: origin)
    }
    try limited(account.check(beside: needed), at: origin)
  }
}
