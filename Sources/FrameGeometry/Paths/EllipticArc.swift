/// A part of an ellipse: `center + cos t · u + sin t · v`, for t from `start` over `sweep`.
///
/// u and v are conjugate half diameters, not necessarily at right angles, so an affine transform of an arc is the arc
/// of the transformed numbers.
public struct EllipticArc: Hashable, Sendable {
  /// The center of the ellipse.
  public var center: Point
  /// The vector from the center to the point at 0 degrees.
  public var u: Vector
  /// The vector from the center to the point at 90 degrees.
  public var v: Vector
  /// The angle at which the arc begins.
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

  /// The angle at which the arc ends: `start` and `sweep` together.
  public var end: Angle { Angle(degrees: start.degrees + sweep.degrees) }

  /// Returns the point of the ellipse at an angle.
  public func point(at angle: Angle) -> Point {
    let (s, c) = Trigonometry.sineAndCosine(angle)
    return Point(x: center.x + (c * u.dx + s * v.dx), y: center.y + (c * u.dy + s * v.dy))
  }

  /// Returns the arc with its center and both vectors transformed; it remains an arc.
  public func applying(_ t: AffineTransform) -> EllipticArc {
    EllipticArc(center: center.applying(t), u: u.applying(t), v: v.applying(t), start: start, sweep: sweep)
  }

  /// The same arc without invisible turns: less than two turns, from `start` to the arc's end.
  ///
  /// An arc of a billion degrees is drawn and measured as one full turn and the rest to its end.
  public var unwound: EllipticArc {
    var arc = self
    // Both are exact, and so is the end point.
    arc.start = Angle(degrees: start.degrees.remainder(dividingBy: 360))
    if abs(sweep.degrees) > 360 {
      let rest = sweep.degrees.truncatingRemainder(dividingBy: 360)
      arc.sweep = Angle(degrees: rest + (sweep.degrees > 0 ? 360 : -360))
    }
    return arc
  }

  /// Half the longest and half the shortest diameter of the ellipse.
  var radii: (large: Double, small: Double) { frame.singularValues }

  /// The transform from the unit circle about the origin to the ellipse.
  var frame: AffineTransform { AffineTransform(u.dx, u.dy, v.dx, v.dy, center.x, center.y) }

  /// The ellipse's own axes: the radius along the axis that is the x axis turned by `rotation`, -45 to 45 degrees,
  /// and the radius across it.
  var axes: (x: Double, y: Double, rotation: Angle) {
    let (large, small) = radii
    // The singular value decomposition of the frame rotates by half the sum of two angles: see J. Blinn, "Consider
    // the lowly 2x2 matrix", 1996. A circle has no axis.
    let across = Vector(dx: u.dx - v.dy, dy: u.dy + v.dx)
    guard across != .zero else { return (large, small, .zero) }
    let along = Vector(dx: u.dx + v.dy, dy: u.dy - v.dx)
    let sum = Trigonometry.atan2(across.dy, across.dx) + Trigonometry.atan2(along.dy, along.dx)
    let degrees = Angle(radians: sum / 2).degrees.remainder(dividingBy: 180)
    if degrees > 45 { return (small, large, Angle(degrees: degrees - 90)) }
    if degrees < -45 { return (small, large, Angle(degrees: degrees + 90)) }
    return (large, small, Angle(degrees: degrees))
  }

  /// Returns whether the arc passes through an angle.
  func contains(_ angle: Angle) -> Bool {
    way(to: angle) <= abs(sweep.degrees)
  }

  /// Returns the degrees from the start to the first point with this angle, on the arc or its continuation.
  func way(to angle: Angle) -> Double {
    let way = (angle.degrees - start.degrees).truncatingRemainder(dividingBy: 360)
    let along = sweep.degrees < 0 ? -way : way
    return along < 0 ? along + 360 : along
  }

  /// The points of the arc where x or y is extreme: those that touch the ellipse's bounding box.
  var turns: [(angle: Angle, point: Point)] {
    [Trigonometry.atan2(v.dx, u.dx), Trigonometry.atan2(v.dy, u.dy)].flatMap { radians in
      let degrees = Angle(radians: radians).degrees
      return [Angle(degrees: degrees), Angle(degrees: degrees + 180)]
    }.filter(contains).map { ($0, point(at: $0)) }
  }

  /// The arc of SVG path data, given by its ends: SVG 2, parts 9.5.1 and B.2.4.
  ///
  /// Radii that are too small are scaled up together.
  ///
  /// - Parameters:
  ///   - radii: along and across the x axis turned by `rotation`; signs are ignored.
  ///   - isLarge: selects the arc of more than half a turn.
  ///   - isClockwise: with y pointing down.
  /// - Returns: nil for a line: if a radius is 0, or the arc is flatter than the rounding error of its center. If
  ///   numbers are too large, the arc is not finite.
  init?(
    from start: Point, to end: Point, radii: Size, rotation: Angle, isLarge: Bool, isClockwise: Bool
  ) {
    var (rx, ry) = (abs(radii.width), abs(radii.height))
    guard rx > 0, ry > 0 else { return nil }
    let (sine, cosine) = Trigonometry.sineAndCosine(rotation)

    // Half the chord, in the space where the ellipse is the unit circle.
    let half = Vector(dx: (start.x - end.x) / 2, dy: (start.y - end.y) / 2)
    var px = (cosine * half.dx + sine * half.dy) / rx
    var py = (cosine * half.dy - sine * half.dx) / ry
    var q = Trigonometry.hypot(px, py)
    guard q > 0 else { return nil }
    // A chord that differs from a diameter only by rounding is one: near it, the position of the center would be
    // lost.
    if q > 1 - 8 * Double.ulpOfOne {
      (rx, ry, px, py, q) = (rx * q, ry * q, px / q, py / q, 1)
    }

    // From the midpoint of the chord to the center.
    let distance = ((1 - q) * (1 + q)).squareRoot()
    let side = isLarge != isClockwise ? distance : -distance
    let (cx, cy) = (side * (py / q), -side * (px / q))

    let u = Vector(dx: rx * cosine, dy: rx * sine)
    let v = Vector(dx: -ry * sine, dy: ry * cosine)
    let center = Point(
      x: (start.x + end.x) / 2 + (cx * u.dx + cy * v.dx), y: (start.y + end.y) / 2 + (cx * u.dy + cy * v.dy))
    // From the half chord and not from the directions of the ends, whose difference would lose the digits of a short
    // arc.
    let turn = 2 * Angle(radians: Trigonometry.atan2(q, distance)).degrees
    let sweep = isLarge ? 360 - turn : turn
    self.init(
      center: center, u: u, v: v, start: Angle(radians: Trigonometry.atan2(py - cy, px - cx)),
      sweep: Angle(degrees: isClockwise ? sweep : -sweep))

    let sagitta = max(rx, ry) * q * q / (1 + distance)
    if !isLarge, sagitta < rounding { return nil }
  }

  /// The largest error of a point by rounding.
  package var rounding: Double {
    (max(abs(center.x), abs(center.y)) + max(abs(u.dx), abs(u.dy)) + max(abs(v.dx), abs(v.dy))) * 0x1p-48
  }
}
