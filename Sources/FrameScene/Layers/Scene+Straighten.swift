import FrameGeometry

extension Scene {
  /// Returns what to append to a layer's transform so that it turns about the center of the canvas, and is enlarged
  /// about it until what it draws covers the canvas. It is never made smaller. On an inscribed canvas, it only turns.
  ///
  /// What it draws is a convex polygon on the canvas. For each of its sides, with the outward normal n at the distance d
  /// from the center, a corner of the canvas at v, turned back, is inside if n · v <= k d. The largest quotient of all
  /// is the factor k. The transform acts on the plane of the group, so in a group in perspective, all of this is true there:
  /// of the canvas as it lies on that plane, measured in pixels at its center.
  ///
  /// - Throws: `SceneError` without an origin, for a layer that does not contain the center of the canvas, has no area or a curved
  ///   clip, and for a canvas that shows the horizon.
  func straightening(_ index: Int, by angle: Angle) throws(SceneError) -> AffineTransform {
    let toCanvas = parentToCanvas(index)
    let center = Point(x: canvas.size.width / 2, y: canvas.size.height / 2)
    let notCovered = SceneError(.centerNotCovered(layer: layers[index].name))
    guard let fromCanvas = toCanvas.inverse, let middle = center.applying(fromCanvas) else {
      throw notCovered
    }
    let flat = toCanvas.linearized(at: middle)
    let outer = place(of: index).toPosition.concatenating(flat)
    guard let inner = outer.inverse else { throw notCovered }
    var factor = 1.0
    if case .inscribed = canvas.extent {
      // The canvas follows the image.
    } else {
      let back = AffineTransform(rotation: angle).inverse ?? .identity
      let toFlat = toCanvas.affine == nil ? fromCanvas.concatenating(flat) : .identity
      let corners = try Rect(origin: .zero, size: canvas.size).corners.map { corner throws(SceneError) in
        guard let p = corner.applying(toFlat) else { throw horizon(around: index, at: corner) }
        return Point(x: p.x - center.x, y: p.y - center.y).applying(back)
      }
      let shown = try clipped(ConvexPolygon(corners: drawnRect(of: index).corners), by: index)
        .applying(layers[index].toParent.concatenating(flat))
      guard let least = self.factor(for: corners, about: center, within: shown) else { throw notCovered }
      factor = least
    }
    let turn = AffineTransform(rotation: angle)
      .concatenating(AffineTransform(scaleX: factor, y: factor)).about(center)
    return outer.concatenating(turn).concatenating(inner)
  }

  /// Returns the least factor from 1 by which a polygon must grow about a center to contain all corners, which
  /// are relative to it.
  private func factor(
    for corners: [Point], about center: Point, within polygon: ConvexPolygon
  ) -> Double? {
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
