extension Path {
  /// The smallest upright rectangle that holds what the path draws: its curves, and not their control points.
  ///
  /// A `move` after which nothing is drawn does not count. Nil where nothing is drawn, or not drawable.
  public var boundingBox: Rect? {
    guard isDrawable else { return nil }
    var points: [Point] = []
    walk { element, pen, _ in
      switch element {
      case .move: break
      case .line(let p): points += [pen, p]
      case .quadratic(let c, to: let p): points += QuadraticCurve(pen, c, p).extremes
      case .cubic(let c, let d, to: let p): points += CubicCurve(pen, c, d, p).extremes
      case .arc(let arc): points += [pen, arc.point(at: arc.end)] + arc.turns.map(\.point)
      // Where it leads, the contour began; and there it is all that a contour of no other element has.
      case .close: points.append(pen)
      }
    }
    return points.isEmpty ? nil : Rect(enclosing: points)
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
