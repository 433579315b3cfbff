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
    guard style.isDrawable else { return Outline() }
    let lines = filter(\.isDrawable)
    let pattern = try DashPattern(
      style.dashes, offset: style.dashOffset, along: lines.length, contours: lines.count)
    var contours: [[Point]] = []
    for line in lines {
      line.stroke(style, pattern, tolerance: tolerance, window: window, part: window) { contours.append($0) }
    }
    return Outline(contours)
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
  /// Calls back for each convex piece or strip of what a pen draws along a contour: no more than a dash's are held at a
  /// time.
  ///
  /// - Parameters:
  ///   - window: what of this space is seen, which a wide pen is cut by; nil for a pen of any width.
  ///   - part: dashes beside it are left out; nil for none of them.
  func stroke<E: Error>(
    _ style: StrokeStyle, _ pattern: DashPattern, tolerance: Double, window: Rect?, part: Rect?,
    _ body: ([Point]) throws(E) -> Void
  ) throws(E) {
    try pattern.cut(self) { line throws(E) in
      if let part, line.isBeside(part, by: style.reach) { return }
      var stroker = Stroker(style: style, pen: line.pen(style, tolerance: tolerance, window: window))
      stroker.draw(line)
      for contour in stroker.contours { try body(contour) }
    }
  }

  /// The pen that draws the line, cut where nothing of what is cut away is seen.
  ///
  /// Let d be larger than every distance between a point of the line and a point of the window. What a pen of a radius
  /// of more than d adds to a line's sides, to a square or round cap, to a round join, and to a miter, lies beyond the
  /// window; only the chord of a bevel lies nearer, at the radius times the cosine of half the turn. So a radius of r >= d
  /// with r·cos >= d in all corners shows the same as every larger one, and its rim is seen nowhere. It is kept a
  /// thousand times larger: where the pen's inner sides end depends on the radius, by what is then far below the
  /// tolerance.
  private func pen(_ style: StrokeStyle, tolerance: Double, window: Rect?) -> Pen {
    let radius = style.width / 2
    var box = BoundingBox()
    box.add(points)
    guard let window, let line = box.rect else { return Pen(radius: radius, tolerance: tolerance) }
    let size = line.union(window).size
    let distance = Trigonometry.hypot(size.width, size.height)
    guard distance > 0, radius > 2 * distance else { return Pen(radius: radius, tolerance: tolerance) }
    let enough = 1024 * distance / (style.join == .round ? 1 : max(sharpestCosine, .leastNormalMagnitude))
    return Pen(radius: min(radius, enough), tolerance: tolerance, isRimSeen: false)
  }

  /// Of half the turn, where the line turns the most at a corner; 1 for a line without corners.
  private var sharpestCosine: Double {
    var least = 1.0
    for edge in 0..<edges where isClosed || edge < edges - 1 {
      let next = (edge + 1) % edges
      guard !isSmooth(next), let a = arrival(edge).unit, let b = departure(next).unit else { continue }
      least = min(least, (max(0, 1 + a.dot(b)) / 2).squareRoot())
    }
    return least
  }

  /// True where all of it lies further than a distance to one side of a rectangle.
  fileprivate func isBeside(_ box: Rect, by reach: Double) -> Bool {
    points.allSatisfy { $0.x < box.minX - reach } || points.allSatisfy { $0.x > box.maxX + reach }
      || points.allSatisfy { $0.y < box.minY - reach } || points.allSatisfy { $0.y > box.maxY + reach }
  }
}

extension StrokeStyle {
  /// Whether its width is one that a pen can have.
  var isDrawable: Bool { width > 0 && width <= Path.farthest }

  /// How far from the path the pen draws at most.
  public var reach: Double {
    let corner = cap == .square ? 2.0.squareRoot() : 1
    return width / 2 * (join == .miter ? max(miterLimit, corner) : corner)
  }
}
