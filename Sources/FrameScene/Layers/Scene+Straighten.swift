import FrameGeometry

extension Scene {
  /// Returns what to append to a layer's transform so that it turns about the center of the canvas, and is enlarged
  /// about it until what it draws covers the canvas. It is never made smaller. On an inscribed canvas, it only turns.
  ///
  /// What it draws is a convex quadrilateral on the canvas. For each of its sides, with the outward normal n at the distance d
  /// from the center, a corner of the canvas at v, turned back, is inside if n · v <= k d. The largest quotient of all
  /// is the factor k.
  ///
  /// - Returns: nil if it does not contain the center of the canvas, or has no area.
  func straightening(_ index: Int, by angle: Angle) -> AffineTransform? {
    let layer = layers[index]
    let toParent = AffineTransform(translationX: layer.state.position.x, y: layer.state.position.y)
    guard let outer = parentToCanvas(index).affine.map(toParent.concatenating), let inner = outer.inverse
    else {
      return nil
    }
    let center = Point(x: canvas.size.width / 2, y: canvas.size.height / 2)
    let back = AffineTransform(rotation: angle).inverse ?? .identity
    let corners = [Point(x: 0, y: 0), Point(x: canvas.size.width, y: 0)].flatMap { corner in
      let half = Point(x: corner.x - center.x, y: corner.y - center.y).applying(back)
      return [half, Point(x: -half.x, y: -half.y)]
    }
    var factor = 1.0
    if case .inscribed = canvas.extent {
      // The canvas follows the image.
    } else {
      let rect = drawnRect(of: index)
      guard let least = self.factor(for: corners, about: center, within: rect, toCanvas(index)) else {
        return nil
      }
      factor = least
    }
    let turn = AffineTransform(rotation: angle)
      .concatenating(AffineTransform(scaleX: factor, y: factor)).about(center)
    return outer.concatenating(turn).concatenating(inner)
  }

  /// Returns the least factor from 1 by which a rectangle must grow about a center to contain all corners, which are
  /// relative to it.
  private func factor(
    for corners: [Point], about center: Point, within rect: Rect, _ toCanvas: PlaneMap
  ) -> Double? {
    let polygon = ConvexPolygon(rect, applying: toCanvas)
    let quad = polygon.corners
    // Outward normals point to the other side in a mirrored layer.
    let side = polygon.isClockwise ? 1.0 : -1.0
    var factor = 1.0
    for (i, start) in quad.enumerated() {
      let end = quad[(i + 1) % quad.count]
      let normal = Vector(dx: side * (end.y - start.y), dy: -side * (end.x - start.x))
      let distance = normal.dx * (start.x - center.x) + normal.dy * (start.y - center.y)
      guard distance > 0 else { return nil }
      for corner in corners {
        factor = max(factor, (normal.dx * corner.x + normal.dy * corner.y) / distance)
      }
    }
    return factor.isFinite ? factor : nil
  }
}
