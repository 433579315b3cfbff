extension RenderPlan.ShapeDraw {
  public var paints: [RenderPlan.Paint] { [fill?.paint, stroke?.paint].compactMap { $0 } }

  /// Followed to within this, in output pixels, curves differ from what is drawn by less than any depth shows.
  private static let tolerance = 0x1p-11

  /// What is filled, and what the pen draws, in output pixels; nil for what is not asked for.
  ///
  /// - Parameter window: what of the output is seen, where that is known.
  /// - Throws: where dashes cannot be what the style says.
  public func outlines(window: Rect? = nil) throws(DashError) -> (fill: Outline?, stroke: Outline?) {
    guard let (tolerance, inverse) = measures else { return (nil, nil) }
    let window = window?.applying(inverse)
    let isMeasured = trim != .all || !(stroke?.style.dashes.isEmpty ?? true)
    let lines = lines(tolerance, window: isMeasured ? nil : window)
    let area = fill.map { Outline(lines, rule: $0.rule).applying(matrix) }
    guard let stroke else { return (area, nil) }
    return (area, try lines.stroked(stroke.style, tolerance: tolerance, window: window).applying(matrix))
  }

  /// - Throws: where dashes cannot be what the style says. Nothing is stroked for it.
  public func checkDashes() throws(DashError) {
    guard let style = stroke?.style, !style.dashes.isEmpty, let (tolerance, _) = measures else { return }
    try lines(tolerance, window: nil).checkDashes(style.dashes, offset: style.dashOffset)
  }

  /// The tolerance in the path's own space, and the way there; nil where nothing has an area.
  private var measures: (tolerance: Double, inverse: AffineTransform)? {
    let scale = matrix.singularValues.large
    guard scale > 0, scale.isFinite, let inverse = matrix.inverse else { return nil }
    return (Self.tolerance / scale, inverse)
  }

  private func lines(_ tolerance: Double, window: Rect?) -> [Polyline] {
    path.flattened(tolerance: tolerance, reach: stroke?.style.reach ?? 0, window: window)
      .trimmed(from: trim.start, to: trim.end)
  }

  /// A box of all that it may show, in output pixels; nil where it shows nothing. A line's joins reach beyond
  /// the path by what its style allows them at the most.
  public var reach: Rect? {
    guard let box = path.boundingBox else { return nil }
    let reach = stroke?.style.reach ?? 0
    return Rect(
      x: box.minX - reach, y: box.minY - reach, width: box.size.width + 2 * reach,
      height: box.size.height + 2 * reach
    ).applying(matrix)
  }

  /// The smallest upright rectangle around what it shows, in output pixels; nil where it shows nothing.
  public var boundingBox: Rect? {
    if stroke == nil, trim == .all { return path.applying(matrix).boundingBox }
    guard let outlines = try? outlines() else { return nil }
    let points = [outlines.fill, outlines.stroke].flatMap { $0?.contours.flatMap { $0 } ?? [] }
    return points.isEmpty ? nil : Rect(enclosing: points)
  }
}

extension Outline {
  func applying(_ t: AffineTransform) -> Outline {
    Outline(contours.map { $0.map { $0.applying(t) } }, rule: rule)
  }
}
