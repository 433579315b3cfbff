extension EllipticArc {
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
}
