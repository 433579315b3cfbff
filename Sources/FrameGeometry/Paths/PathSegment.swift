/// A line or curve, including its start.
enum PathSegment {
  case line(Point, Point)
  case quadratic(QuadraticCurve)
  case cubic(CubicCurve)
  case arc(EllipticArc)

  /// The segment as an element of a path whose pen is at its start.
  var element: Path.Element {
    switch self {
    case .line(_, let end): .line(end)
    case .quadratic(let curve): .quadratic(curve.control, to: curve.end)
    case .cubic(let curve): .cubic(curve.first, curve.second, to: curve.end)
    case .arc(let arc): .arc(arc)
    }
  }

  /// - Parameter t: from 0 to 1.
  func point(at t: Double) -> Point {
    switch self {
    case .line(let p, let q): mix(p, q, t)
    case .quadratic(let curve): curve.point(at: t)
    case .cubic(let curve): curve.point(at: t)
    case .arc(let arc): arc.point(at: t)
    }
  }

  /// Returns points at equal steps of the parameter, enough that lines between them are within the tolerance.
  func points(_ tolerance: Double) -> [Point] {
    let steps: Double
    switch self {
    case .line: steps = 1
    case .quadratic(let curve): steps = Self.steps(curve, tolerance)
    case .cubic(let curve): steps = Self.steps(curve, tolerance)
    case .arc(let arc): steps = Self.steps(arc, tolerance)
    }
    return (0...Int(steps)).map { point(at: Double($0) / steps) }
  }

  private static func steps(_ curve: some Curve, _ tolerance: Double) -> Double {
    let needed = (curve.deviation(from: 0, to: 1) / tolerance).squareRoot().rounded(.up)
    return min(max(needed, curve.leastSteps.rounded(.up), 1), Double(Path.mostSegments))
  }

  /// Returns the same curve between two parameters. Bézier curves by their polar forms: L. Ramshaw, "Blossoms are
  /// polar forms", 1989.
  func part(from a: Double, to b: Double) -> PathSegment {
    if a == 0, b == 1 { return self }
    switch self {
    case .line(let p, let q): return .line(mix(p, q, a), mix(p, q, b))
    case .quadratic(let curve):
      func blossom(_ s: Double, _ t: Double) -> Point {
        mix(mix(curve.start, curve.control, s), mix(curve.control, curve.end, s), t)
      }
      return .quadratic(QuadraticCurve(blossom(a, a), blossom(a, b), blossom(b, b)))
    case .cubic(let curve):
      func blossom(_ s: Double, _ t: Double, _ u: Double) -> Point {
        let p = mix(curve.start, curve.first, s)
        let q = mix(curve.first, curve.second, s)
        let r = mix(curve.second, curve.end, s)
        return mix(mix(p, q, t), mix(q, r, t), u)
      }
      return .cubic(CubicCurve(blossom(a, a, a), blossom(a, a, b), blossom(a, b, b), blossom(b, b, b)))
    case .arc(var arc):
      let sweep = arc.sweep.degrees
      arc.start = Angle(degrees: arc.start.degrees + sweep * a)
      arc.sweep = Angle(degrees: sweep * (b - a))
      return .arc(arc)
    }
  }
}

private func mix(_ p: Point, _ q: Point, _ t: Double) -> Point {
  t == 1 ? q : Point(x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t)
}

extension Path {
  /// Larger coordinates and angles are not drawn: the squares of lengths must be finite.
  static let farthest = 1e150

  /// True if every number is finite and at most 1e150. Other paths draw nothing: they have no box, no points and no
  /// text.
  package var isDrawable: Bool {
    let checked: Void? = try? forEach { element throws(OutlineError) in
      if !element.isDrawable { throw .notFinite }
    }
    return checked != nil
  }

  /// Calls `body` for each element.
  ///
  /// Elements before the first `move` draw nothing and are omitted.
  ///
  /// - Parameter body: takes an element, the pen's position before it, and the start of the contour, to which `close`
  ///   returns. Arcs are `unwound`.
  /// - Parameter box: glyphs to one side of it are omitted; nil for all.
  package func walk<E: Error>(
    near box: Rect? = nil, _ body: (_ element: Element, _ pen: Point, _ start: Point) throws(E) -> Void
  ) throws(E) {
    var start: Point?
    var pen = Point.zero
    try forEach(near: box) { element throws(E) in
      if case .move(let p) = element {
        try body(element, p, p)
        (pen, start) = (p, p)
        return
      }
      guard let first = start else { return }
      switch element {
      case .move: break
      case .line(let p), .quadratic(_, to: let p), .cubic(_, _, to: let p):
        try body(element, pen, first)
        pen = p
      case .arc(let arc):
        let arc = arc.unwound
        try body(.arc(arc), pen, first)
        pen = arc.point(at: arc.end)
      case .close:
        try body(element, pen, first)
        pen = first
      }
    }
  }
}

extension Path.Element {
  fileprivate var isDrawable: Bool {
    func isNear(_ p: Point) -> Bool { abs(p.x) <= Path.farthest && abs(p.y) <= Path.farthest }
    return switch self {
    case .move(let p), .line(let p): isNear(p)
    case .quadratic(let c, to: let p): isNear(c) && isNear(p)
    case .cubic(let c, let d, to: let p): isNear(c) && isNear(d) && isNear(p)
    case .arc: numbers.allSatisfy { abs($0) <= Path.farthest }
    case .close: true
    }
  }

  /// All numbers of the element.
  var numbers: [Double] {
    switch self {
    case .move(let p), .line(let p): [p.x, p.y]
    case .quadratic(let c, to: let p): [c.x, c.y, p.x, p.y]
    case .cubic(let c, let d, to: let p): [c.x, c.y, d.x, d.y, p.x, p.y]
    case .arc(let arc):
      [
        arc.center.x, arc.center.y, arc.u.dx, arc.u.dy, arc.v.dx, arc.v.dy,
        arc.start.degrees, arc.sweep.degrees,
      ]
    case .close: []
    }
  }
}
