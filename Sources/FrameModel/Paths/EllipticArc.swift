/// A part of an ellipse: `center + cos t · u + sin t · v`, for t from `start` over `sweep`.
///
/// u and v are conjugate half diameters, not necessarily at right angles, so an affine transform of an arc is the arc
/// of the transformed numbers.
public struct EllipticArc: Hashable, Sendable {
  public var center: Point
  public var u: Vector
  public var v: Vector
  public var start: Angle
  /// Positive from u towards v; may exceed a full turn.
  public var sweep: Angle

  public init(center: Point, u: Vector, v: Vector, start: Angle, sweep: Angle) {
    self.center = center
    self.u = u
    self.v = v
    self.start = start
    self.sweep = sweep
  }

  /// A circular arc; 0 points right, and angles grow clockwise with y pointing down.
  public init(center: Point, radius: Double, start: Angle, sweep: Angle) {
    self.init(
      center: center, u: Vector(dx: radius, dy: 0), v: Vector(dx: 0, dy: radius), start: start, sweep: sweep)
  }

  public var end: Angle { Angle(degrees: start.degrees + sweep.degrees) }

  public func point(at angle: Angle) -> Point {
    let (s, c) = Trigonometry.sineAndCosine(angle)
    return Point(x: center.x + (c * u.dx + s * v.dx), y: center.y + (c * u.dy + s * v.dy))
  }

  public func applying(_ t: AffineTransform) -> EllipticArc {
    EllipticArc(center: center.applying(t), u: u.applying(t), v: v.applying(t), start: start, sweep: sweep)
  }
}
