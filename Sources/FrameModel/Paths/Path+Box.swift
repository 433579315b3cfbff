extension Path {
  /// The smallest upright rectangle that holds what the path draws: its curves, and not their control points.
  ///
  /// A `move` after which nothing is drawn does not count. Nil where nothing is drawn, or not drawable.
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
      // Where it leads, the contour began; and there it is all that a contour of no other element has.
      case .close: box.add(pen)
      }
    }
    return box.rect
  }
}

/// The smallest upright rectangle around points that come one after the other.
struct BoundingBox {
  private var corners: (low: Point, high: Point)?

  mutating func add(_ p: Point) {
    guard let (low, high) = corners else {
      corners = (p, p)
      return
    }
    corners = (
      Point(x: min(low.x, p.x), y: min(low.y, p.y)), Point(x: max(high.x, p.x), y: max(high.y, p.y))
    )
  }

  mutating func add(_ points: [Point]) {
    for point in points { add(point) }
  }

  /// nil for no points.
  var rect: Rect? {
    corners.map { low, high in Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y) }
  }
}

extension QuadraticCurve {
  /// Both ends, and where x or y turns round between them.
  fileprivate var extremes: [Point] {
    [start, end]
      + [
        Self.root(start.x - control.x, control.x - end.x),
        Self.root(start.y - control.y, control.y - end.y),
      ].compactMap { $0.map(point) }
  }

  /// Where the derivative goes from a to b without being 0 at an end.
  private static func root(_ a: Double, _ b: Double) -> Double? {
    let t = a / (a - b)
    return t > 0 && t < 1 ? t : nil
  }
}

extension CubicCurve {
  fileprivate var extremes: [Point] {
    [start, end]
      + (Self.roots(first.x - start.x, second.x - first.x, end.x - second.x)
      + Self.roots(first.y - start.y, second.y - first.y, end.y - second.y)).map(point)
  }

  /// Where the parabola of these Bézier coefficients is 0, between its ends.
  private static func roots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
    // (a - 2b + c)·t² - 2(a - b)·t + a, by the formula that adds no numbers of different signs.
    let half = a - b
    let square = half * half - (half - (b - c)) * a
    guard square >= 0 else { return [] }
    let sum = half + (half < 0 ? -square.squareRoot() : square.squareRoot())
    return [sum / (half - (b - c)), a / sum].filter { $0 > 0 && $0 < 1 }
  }
}
