extension [Polyline] {
  /// The area that a pen draws that follows the contours: SVG 2, part 13.5.
  ///
  /// The pen is a circle in the contours' own space, its dashes are measured there. A transform of the outline
  /// draws what the transform of the pen would; one that mirrors turns all pieces round together, which the
  /// non-zero rule does not mind. The pieces may overlap and touch.
  ///
  /// Empty for a width that is not above 0 or not finite; contours that are not finite are left out. They should be
  /// flattened with the style's `reach`.
  ///
  /// - Parameters:
  ///   - tolerance: how far round joins and caps may be from their circles, more than 0.
  ///   - window: what of this space is seen: lines and dashes beside it are left out.
  /// - Throws: where dashes cannot be what the style says.
  public func stroked(
    _ style: StrokeStyle, tolerance: Double, window: Rect? = nil
  ) throws(DashError) -> Outline {
    guard style.width > 0, style.width <= Path.farthest else { return Outline() }
    var stroker = Stroker(style: style, tolerance: tolerance)
    for line in try filter(\.isDrawable).dashed(style.dashes, offset: style.dashOffset) {
      if let window, line.isBeside(window, by: style.reach) { continue }
      stroker.draw(line)
    }
    return Outline(stroker.contours)
  }
}

extension Path {
  /// The area that a pen draws that follows the path, in the path's own space.
  ///
  /// - Parameters:
  ///   - tolerance: how far it may be from the path's own, in the path's units, more than 0.
  ///   - window: what of this space is seen: see `flattened`, where there are no dashes, whose lengths it would change.
  /// - Throws: where dashes cannot be what the style says.
  public func stroked(_ style: StrokeStyle, tolerance: Double, window: Rect? = nil) throws(DashError)
    -> Outline
  {
    try flattened(tolerance: tolerance, reach: style.reach, window: style.dashes.isEmpty ? window : nil)
      .stroked(style, tolerance: tolerance, window: window)
  }
}

extension Polyline {
  /// True where all of it lies further than a distance to one side of a rectangle.
  fileprivate func isBeside(_ box: Rect, by reach: Double) -> Bool {
    points.allSatisfy { $0.x < box.minX - reach } || points.allSatisfy { $0.x > box.maxX + reach }
      || points.allSatisfy { $0.y < box.minY - reach } || points.allSatisfy { $0.y > box.maxY + reach }
  }
}

extension StrokeStyle {
  /// How far from the path the pen draws at most.
  public var reach: Double {
    let corner = cap == .square ? 2.0.squareRoot() : 1
    return width / 2 * (join == .miter ? max(miterLimit, corner) : corner)
  }
}
