/// A position in pixels of some coordinate system: x to the right, y down.
public struct Point: Hashable, Sendable {
  /// In pixels, to the right.
  public var x: Double
  /// In pixels, downwards.
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  /// `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
  public func applying(_ t: AffineTransform) -> Point {
    Point(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }
}

/// A displacement. A transform rotates and scales it, but does not translate it.
public struct Vector: Hashable, Sendable {
  /// In pixels, to the right.
  public var dx: Double
  /// In pixels, downwards.
  public var dy: Double

  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }

  /// No movement.
  public static let zero = Vector(dx: 0, dy: 0)

  /// Applies only the linear part; signs are kept.
  public func applying(_ t: AffineTransform) -> Vector {
    Vector(dx: t.a * dx + t.c * dy, dy: t.b * dx + t.d * dy)
  }

  package init(from start: Point, to end: Point) {
    self.init(dx: end.x - start.x, dy: end.y - start.y)
  }

  package var length: Double { Trigonometry.hypot(dx, dy) }

  /// The vector scaled to length 1, or nil if it has no length.
  package var unit: Vector? {
    let length = length
    guard length > 0 else { return nil }
    return Vector(dx: dx / length, dy: dy / length)
  }

  package func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }

  /// Returns the sine of the angle to the other vector, times both lengths: positive clockwise with y pointing down.
  package func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }

  /// The vector turned counterclockwise by a quarter, with y pointing down.
  var left: Vector { Vector(dx: dy, dy: -dx) }

  /// Interpolates linearly: this vector at 0, the other at 1.
  func mixed(with other: Vector, _ share: Double) -> Vector {
    Vector(dx: dx + (other.dx - dx) * share, dy: dy + (other.dy - dy) * share)
  }

  package static prefix func - (v: Vector) -> Vector { Vector(dx: -v.dx, dy: -v.dy) }
  package static func + (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx + b.dx, dy: a.dy + b.dy) }
  package static func - (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx - b.dx, dy: a.dy - b.dy) }
  package static func * (v: Vector, factor: Double) -> Vector { Vector(dx: v.dx * factor, dy: v.dy * factor) }
}

extension Point {
  package static func + (p: Point, v: Vector) -> Point { Point(x: p.x + v.dx, y: p.y + v.dy) }
  package static func += (p: inout Point, v: Vector) { p = p + v }
  package static func - (p: Point, v: Vector) -> Point { Point(x: p.x - v.dx, y: p.y - v.dy) }
}
