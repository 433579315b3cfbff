/// A part of an ellipse: `centre + cos t · u + sin t · v`, for t from `start` on over `sweep`.
///
/// u and v are conjugate half diameters, not necessarily at right angles: so an affine transform of an arc is
/// the arc of the transformed numbers.
public struct EllipticArc: Hashable, Sendable {
  public var centre: Point
  public var u: Vector
  public var v: Vector
  public var start: Angle
  /// Positive from u towards v; it may be more than a turn.
  public var sweep: Angle

  public init(centre: Point, u: Vector, v: Vector, start: Angle, sweep: Angle) {
    self.centre = centre
    self.u = u
    self.v = v
    self.start = start
    self.sweep = sweep
  }

  /// Of a circle; 0 points right, and angles grow clockwise as y points down.
  public init(centre: Point, radius: Double, start: Angle, sweep: Angle) {
    self.init(
      centre: centre, u: Vector(dx: radius, dy: 0), v: Vector(dx: 0, dy: radius), start: start, sweep: sweep)
  }

  public var end: Angle { Angle(degrees: start.degrees + sweep.degrees) }

  public func point(at angle: Angle) -> Point {
    let (s, c) = Trigonometry.sineAndCosine(angle)
    return Point(x: centre.x + (c * u.dx + s * v.dx), y: centre.y + (c * u.dy + s * v.dy))
  }

  public func applying(_ t: AffineTransform) -> EllipticArc {
    EllipticArc(centre: centre.applying(t), u: u.applying(t), v: v.applying(t), start: start, sweep: sweep)
  }
}
