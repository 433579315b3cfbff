/// A curve with a parameter from 0 to 1.
package protocol Curve {
  func point(at t: Double) -> Point

  /// Returns an upper bound of the length of the second derivative between two parameters.
  func acceleration(from a: Double, to b: Double) -> Double

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

  package func acceleration(from a: Double, to b: Double) -> Double {
    radii.large * (sweep.radians * sweep.radians)
  }

  /// One step per quarter turn, so that the smallest circle still has a shape.
  package var leastSteps: Double { abs(sweep.degrees) / 90 }
}

private func secondDifference(_ p: Point, _ q: Point, _ r: Point) -> Vector {
  Vector(dx: (p.x - q.x) - (q.x - r.x), dy: (p.y - q.y) - (q.y - r.y))
}

extension Point {
  /// The largest rounding error of a point derived from this one.
  package var rounding: Double { max(abs(x), abs(y)) * 0x1p-48 }
}
