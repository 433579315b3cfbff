extension Vector {
  init(from start: Point, to end: Point) {
    self.init(dx: end.x - start.x, dy: end.y - start.y)
  }

  var length: Double { Trigonometry.hypot(dx, dy) }

  /// The vector scaled to length 1, or nil if it has no length.
  var unit: Vector? {
    let length = length
    guard length > 0 else { return nil }
    return Vector(dx: dx / length, dy: dy / length)
  }

  func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }

  /// Returns the sine of the angle to the other vector, times both lengths: positive clockwise with y pointing down.
  func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }

  /// The vector turned counterclockwise by a quarter, with y pointing down.
  var left: Vector { Vector(dx: dy, dy: -dx) }

  /// Interpolates linearly: this vector at 0, the other at 1.
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
