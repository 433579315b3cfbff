/// A line or curve with a parameter from 0 to 1.
package protocol Curve {
  func point(at t: Double) -> Point

  /// Returns an upper bound of the length of the second derivative between two parameters.
  func acceleration(from a: Double, to b: Double) -> Double

  /// Returns the same curve between two parameters. Bézier curves by their polar forms: L. Ramshaw, "Blossoms are
  /// polar forms", 1989.
  func part(from a: Double, to b: Double) -> Self

  /// The curve as an element of a path whose pen is at its start.
  var element: Path.Element { get }

  /// The largest error of a point by rounding.
  var rounding: Double { get }

  /// The least number of steps that the curve is divided into, for any tolerance.
  var leastSteps: Double { get }
}

extension Curve {
  package var leastSteps: Double { 1 }

  /// Returns an upper bound of the distance between the curve and the line through the points of two parameters: an
  /// eighth of the second derivative (C. de Boor, "A practical guide to splines", 1978). For a Bézier curve of degree
  /// d this is Wang's formula, d(d-1)/8 times the largest second difference of its points (G. Wang, "The subdivision
  /// method for finding the intersection between two Bézier curves", 1984). For an arc it bounds the sagitta, r(1 -
  /// cos h/2) <= r·h²/8.
  package func deviation(from a: Double, to b: Double) -> Double {
    acceleration(from: a, to: b) * ((b - a) * (b - a)) / 8
  }
}

package struct Line: Curve {
  package var start: Point
  package var end: Point

  init(_ start: Point, _ end: Point) { (self.start, self.end) = (start, end) }

  package var element: Path.Element { .line(end) }

  package func point(at t: Double) -> Point { mix(start, end, t) }

  package func part(from a: Double, to b: Double) -> Line { Line(mix(start, end, a), mix(start, end, b)) }

  package func acceleration(from a: Double, to b: Double) -> Double { 0 }

  package var rounding: Double { max(start.rounding, end.rounding) }
}

package struct QuadraticCurve: Curve {
  package var start: Point
  package var control: Point
  package var end: Point

  package init(_ start: Point, _ control: Point, _ end: Point) {
    self.start = start
    self.control = control
    self.end = end
  }

  package func point(at t: Double) -> Point {
    let s = 1 - t
    return Point(
      x: s * s * start.x + 2 * s * t * control.x + t * t * end.x,
      y: s * s * start.y + 2 * s * t * control.y + t * t * end.y)
  }

  package var element: Path.Element { .quadratic(control, to: end) }

  package func part(from a: Double, to b: Double) -> QuadraticCurve {
    func blossom(_ s: Double, _ t: Double) -> Point {
      mix(mix(start, control, s), mix(control, end, s), t)
    }
    return QuadraticCurve(blossom(a, a), blossom(a, b), blossom(b, b))
  }

  package func acceleration(from a: Double, to b: Double) -> Double {
    2 * secondDifference(start, control, end).length
  }

  package var rounding: Double { max(start.rounding, control.rounding, end.rounding) }
}

package struct CubicCurve: Curve {
  package var start: Point
  package var first: Point
  package var second: Point
  package var end: Point

  package init(_ start: Point, _ first: Point, _ second: Point, _ end: Point) {
    self.start = start
    self.first = first
    self.second = second
    self.end = end
  }

  package func point(at t: Double) -> Point {
    let s = 1 - t
    let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    return Point(
      x: a * start.x + b * first.x + c * second.x + d * end.x,
      y: a * start.y + b * first.y + c * second.y + d * end.y)
  }

  package var element: Path.Element { .cubic(first, second, to: end) }

  package func part(from a: Double, to b: Double) -> CubicCurve {
    func blossom(_ s: Double, _ t: Double, _ u: Double) -> Point {
      let (p, q, r) = (mix(start, first, s), mix(first, second, s), mix(second, end, s))
      return mix(mix(p, q, t), mix(q, r, t), u)
    }
    return CubicCurve(blossom(a, a, a), blossom(a, a, b), blossom(a, b, b), blossom(b, b, b))
  }

  /// The second derivative is linear, so it is largest at an end.
  package func acceleration(from a: Double, to b: Double) -> Double {
    let p = secondDifference(start, first, second)
    let q = secondDifference(first, second, end)
    return 6 * max(p.mixed(with: q, a).length, p.mixed(with: q, b).length)
  }

  package var rounding: Double { max(start.rounding, first.rounding, second.rounding, end.rounding) }
}

extension EllipticArc: Curve {
  package func point(at t: Double) -> Point {
    t == 1 ? point(at: end) : point(at: Angle(degrees: start.degrees + sweep.degrees * t))
  }

  package var element: Path.Element { .arc(self) }

  package func part(from a: Double, to b: Double) -> EllipticArc {
    var arc = self
    arc.start = Angle(degrees: start.degrees + sweep.degrees * a)
    arc.sweep = Angle(degrees: sweep.degrees * (b - a))
    return arc
  }

  package func acceleration(from a: Double, to b: Double) -> Double {
    radii.large * (sweep.radians * sweep.radians)
  }

  /// One step per quarter turn, so that the smallest circle still has a shape.
  package var leastSteps: Double { abs(sweep.degrees) / 90 }
}

extension Path.Element {
  /// Returns what a pen draws from a point on; nil for `move` and `close`.
  func curve(from pen: Point) -> (any Curve)? {
    switch self {
    case .move, .close: nil
    case .line(let p): Line(pen, p)
    case .quadratic(let c, to: let p): QuadraticCurve(pen, c, p)
    case .cubic(let c, let d, to: let p): CubicCurve(pen, c, d, p)
    case .arc(let arc): arc
    }
  }
}

private func mix(_ p: Point, _ q: Point, _ t: Double) -> Point {
  t == 1 ? q : Point(x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t)
}

private func secondDifference(_ p: Point, _ q: Point, _ r: Point) -> Vector {
  Vector(dx: (p.x - q.x) - (q.x - r.x), dy: (p.y - q.y) - (q.y - r.y))
}

extension Point {
  /// The largest rounding error of a point derived from this one.
  package var rounding: Double { max(abs(x), abs(y)) * 0x1p-48 }
}
