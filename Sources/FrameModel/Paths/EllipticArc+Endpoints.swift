extension EllipticArc {
  /// The arc of SVG path data, by its ends: SVG 2, parts 9.5.1 and B.2.4.
  ///
  /// Radii that are too small to reach grow together until they do.
  ///
  /// - Parameters:
  ///   - radii: along and across the axis that `rotation` turns the x axis to; signs do not count.
  ///   - isLarge: whether of two arcs the one of more than half a turn.
  ///   - isClockwise: where y points down.
  /// - Returns: nil where it is a line: for a radius of 0, and where the arc is flatter than the rounding of its
  ///   own center, so that nobody could say where it lies. Numbers that are not finite for ones that are too large.
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
    // One that misses a whole diameter by rounding alone is one: near it the center's place would be lost.
    if q > 1 - 8 * Double.ulpOfOne {
      (rx, ry, px, py, q) = (rx * q, ry * q, px / q, py / q, 1)
    }

    // From the middle of the chord to the center.
    let distance = ((1 - q) * (1 + q)).squareRoot()
    let side = isLarge != isClockwise ? distance : -distance
    let (cx, cy) = (side * (py / q), -side * (px / q))

    let u = Vector(dx: rx * cosine, dy: rx * sine)
    let v = Vector(dx: -ry * sine, dy: ry * cosine)
    let center = Point(
      x: (start.x + end.x) / 2 + (cx * u.dx + cy * v.dx), y: (start.y + end.y) / 2 + (cx * u.dy + cy * v.dy))
    // By the half chord and not by the ends' directions, whose difference would lose the digits of a short arc.
    let turn = 2 * Angle(radians: Trigonometry.atan2(q, distance)).degrees
    let sweep = isLarge ? 360 - turn : turn
    self.init(
      center: center, u: u, v: v, start: Angle(radians: Trigonometry.atan2(py - cy, px - cx)),
      sweep: Angle(degrees: isClockwise ? sweep : -sweep))

    let sagitta = max(rx, ry) * q * q / (1 + distance)
    if !isLarge, sagitta < rounding { return nil }
  }

  /// How far rounding may move a point of it.
  var rounding: Double {
    (max(abs(center.x), abs(center.y)) + max(abs(u.dx), abs(u.dy)) + max(abs(v.dx), abs(v.dy))) * 0x1p-48
  }
}
