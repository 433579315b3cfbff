extension Path {
  /// The bounding box of what the path draws: its curves, not their control points.
  ///
  /// A `move` that draws nothing does not count. Nil if nothing is drawn, or the path is not drawable.
  public var boundingBox: Rect? {
    guard isDrawable else { return nil }
    var box = BoundingBox()
    walk { element, pen, _ in
      switch element {
      case .move: break
      case .line(let p):
        box.add(pen)
        box.add(p)
      case .quadratic(let c, to: let p): box.add(QuadraticCurve(pen, c, p).extremes)
      case .cubic(let c, let d, to: let p): box.add(CubicCurve(pen, c, d, p).extremes)
      case .arc(let arc): box.add([pen, arc.point(at: arc.end)] + arc.turns.map(\.point))
      // The contour began at this point, and a contour without another element has no other.
      case .close: box.add(pen)
      }
    }
    return box.rect
  }
}

/// The bounding box of points that are added one by one.
package struct BoundingBox {
  private var corners: (low: Point, high: Point)?

  package init() {}

  package mutating func add(_ p: Point) {
    guard let (low, high) = corners else {
      corners = (p, p)
      return
    }
    corners = (
      Point(x: min(low.x, p.x), y: min(low.y, p.y)), Point(x: max(high.x, p.x), y: max(high.y, p.y))
    )
  }

  package mutating func add(_ points: [Point]) {
    for point in points { add(point) }
  }

  /// nil without points
  package var rect: Rect? {
    corners.map { low, high in Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y) }
  }
}

extension QuadraticCurve {
  /// Both ends, and the points between them where x or y is extreme.
  fileprivate var extremes: [Point] {
    [start, end]
      + [
        Self.root(start.x - control.x, control.x - end.x),
        Self.root(start.y - control.y, control.y - end.y),
      ].compactMap { $0.map(point) }
  }

  /// The root of a linear derivative from a to b, if it is not at an end.
  private static func root(_ a: Double, _ b: Double) -> Double? {
    let t = a / (a - b)
    return t > 0 && t < 1 ? t : nil
  }
}

extension CubicCurve {
  fileprivate var extremes: [Point] {
    [start, end]
      + (Parabola(first.x - start.x, second.x - first.x, end.x - second.x).zeros
      + Parabola(first.y - start.y, second.y - first.y, end.y - second.y).zeros).map(point)
  }
}
