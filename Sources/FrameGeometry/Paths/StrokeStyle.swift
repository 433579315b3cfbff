/// The style of a stroke, in the terms of SVG 2, part 13.5.
public struct StrokeStyle: Hashable, Sendable {
  /// The form of a corner.
  public enum Join: String, Hashable, Sendable, CaseIterable {
    case miter, round, bevel
  }

  /// The form of an open end.
  public enum Cap: String, Hashable, Sendable, CaseIterable {
    case butt, round, square
  }

  /// Across the path, in its own units.
  public var width: Double
  /// The form of corners.
  public var join: Join
  /// A miter longer than this many widths becomes a bevel.
  public var miterLimit: Double
  /// The form of open ends.
  public var cap: Cap
  /// Drawn and skipped lengths, alternating; empty for a solid line.
  public var dashes: [Double]
  /// The position in the dashes where the path begins.
  public var dashOffset: Double

  public init(
    width: Double, join: Join = .miter, miterLimit: Double = 4, cap: Cap = .butt, dashes: [Double] = [],
    dashOffset: Double = 0
  ) {
    self.width = width
    self.join = join
    self.miterLimit = miterLimit
    self.cap = cap
    self.dashes = dashes
    self.dashOffset = dashOffset
  }
}

extension [Polyline] {
  /// Returns the area of a pen that follows the contours: SVG 2, part 13.5.
  ///
  /// The pen is a circle in the contours' own space, and dashes are measured there. Transforming the outline is the
  /// same as transforming the pen; a reflection reverses all parts together, which does not matter for the non-zero
  /// rule. The parts may overlap and touch.
  ///
  /// Empty for a width that is not above 0 or not finite; contours that are not finite are omitted. Flatten contours
  /// with the style's `reach`.
  ///
  /// - Parameters:
  ///   - tolerance: the largest error of round joins and caps, above 0.
  ///   - window: the visible part of this space; lines and dashes outside of it are omitted.
  /// - Throws: an `OutlineError` for invalid dashes.
  package func stroked(
    _ style: StrokeStyle, tolerance: Double, window: Rect? = nil
  ) throws(OutlineError) -> Outline {
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

extension Polyline {
  /// Calls `body` for each convex part or strip of a stroke. At most those of one dash are held.
  ///
  /// - Parameters:
  ///   - window: the visible part of this space, by which a wide pen is reduced; nil for a pen of any width.
  ///   - part: dashes outside of it are omitted; nil for all.
  package func stroke<E: Error>(
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

  /// Returns the pen for a line, reduced where the difference is not visible.
  ///
  /// Let d be larger than every distance between a point of the line and a point of the window. What a pen with a
  /// radius above d adds to a line's sides, to a square or round cap, to a round join and to a miter is outside the
  /// window. Only the chord of a bevel is nearer, at the radius times the cosine of half the turn. So every radius r
  /// >= d with r·cos >= d at all corners looks the same, and its rim is not visible. A factor of a thousand is kept,
  /// because the ends of the pen's inner sides depend on the radius, by an amount that is then far below the
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
    return Pen(radius: min(radius, enough), tolerance: tolerance, covering: window)
  }

  /// The cosine of half the largest turn at a corner; 1 for a line without corners.
  private var sharpestCosine: Double {
    var least = 1.0
    for edge in 0..<edges where isClosed || edge < edges - 1 {
      let next = (edge + 1) % edges
      guard !isSmooth(next), let a = arrival(edge).unit, let b = departure(next).unit else { continue }
      least = min(least, (max(0, 1 + a.dot(b)) / 2).squareRoot())
    }
    return least
  }

  /// Returns whether all points are further than a distance to one side of a rectangle.
  fileprivate func isBeside(_ box: Rect, by reach: Double) -> Bool {
    points.allSatisfy { $0.x < box.minX - reach } || points.allSatisfy { $0.x > box.maxX + reach }
      || points.allSatisfy { $0.y < box.minY - reach } || points.allSatisfy { $0.y > box.maxY + reach }
  }
}

extension StrokeStyle {
  /// True if a pen can have this width.
  package var isDrawable: Bool { width > 0 && width <= Path.farthest }

  /// The largest distance from the path to what the pen draws.
  package var reach: Double {
    let corner = cap == .square ? 2.0.squareRoot() : 1
    return width / 2 * (join == .miter ? max(miterLimit, corner) : corner)
  }
}
