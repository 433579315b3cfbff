extension EllipticArc {
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
  var rounding: Double {
    (max(abs(center.x), abs(center.y)) + max(abs(u.dx), abs(u.dy)) + max(abs(v.dx), abs(v.dy))) * 0x1p-48
  }
}
