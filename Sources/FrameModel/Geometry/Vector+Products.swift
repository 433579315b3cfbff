extension Vector {
  init(from start: Point, to end: Point) {
    self.init(dx: end.x - start.x, dy: end.y - start.y)
  }

  var length: Double { Trigonometry.hypot(dx, dy) }

  /// Of length 1, or nil for one of no length.
  var unit: Vector? {
    let length = length
    guard length > 0 else { return nil }
    return Vector(dx: dx / length, dy: dy / length)
  }

  func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }

  /// The sine of the angle from this to the other, times both lengths: positive clockwise where y points down.
  func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }

  /// A quarter of a turn anticlockwise where y points down.
  var left: Vector { Vector(dx: dy, dy: -dx) }

  /// This at 0, the other at 1.
  func mixed(with other: Vector, _ share: Double) -> Vector {
    Vector(dx: dx + (other.dx - dx) * share, dy: dy + (other.dy - dy) * share)
  }

  static prefix func - (v: Vector) -> Vector { Vector(dx: -v.dx, dy: -v.dy) }
  static func + (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx + b.dx, dy: a.dy + b.dy) }
  static func - (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx - b.dx, dy: a.dy - b.dy) }
  static func * (v: Vector, factor: Double) -> Vector { Vector(dx: v.dx * factor, dy: v.dy * factor) }
}

extension Point {
  static func + (p: Point, v: Vector) -> Point { Point(x: p.x + v.dx, y: p.y + v.dy) }
  static func - (p: Point, v: Vector) -> Point { Point(x: p.x - v.dx, y: p.y - v.dy) }
}
