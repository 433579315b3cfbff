extension Path {
  /// The maximum number of lines for a curve, for any tolerance.
  package static let mostSegments = 65_536

  /// The maximum number of times that a visible part of a curve is halved.
  static let mostHalvings = 44

  /// The path's contours as straight lines, none of which is farther from its curve than the tolerance.
  ///
  /// Divides each curve into equal parameter steps. Wang's formula gives their number, at most `mostSegments`; see
  /// `Curve.deviation`. Each element ends exactly at its end point, unless that point is within a rounding error of its
  /// start. A contour of length 0 becomes a single point, because a stroke can draw it as a dot. A move without a line
  /// or curve adds no contour. Arcs are `unwound`, also where their lengths are measured.
  ///
  /// With a window, a piece of a curve that lies wholly to one side of it may become a single line: so a circle of a
  /// radius of 1e9 is smooth where it is seen, and cheap elsewhere. What is seen in the window is the same, be it
  /// filled or drawn by a pen; lengths are not.
  ///
  /// - Parameters:
  ///   - tolerance: in the path's own units, more than 0.
  ///   - reach: how far from the path a pen will draw, `StrokeStyle.reach`; 0 for what is filled.
  ///   - window: what of the path's own space is seen.
  /// - Returns: none for a path that is not drawable.
  package func flattened(tolerance: Double, reach: Double = 0, window: Rect? = nil) -> [Polyline] {
    guard isDrawable else { return [] }
    var lines: [Polyline] = []
    // Without a maximum, no contour is too long.
    try! forEachPolyline(tolerance: tolerance, reach: reach, window: window) { lines.append($0) }
    return lines
  }

  /// Calls `body` for each contour as straight lines, as `flattened` returns them. Only one is held at a time.
  ///
  /// - Parameters:
  ///   - part: the part of the window that is needed: curves outside of it may become single lines, and all other
  ///     points are those of the whole window.
  ///   - mostPoints: the maximum for a contour.
  /// - Throws: `OutlineError.contourTooLong`, or the errors of `body`.
  package func forEachPolyline(
    tolerance: Double, reach: Double = 0, window: Rect? = nil, part: Rect? = nil, mostPoints: Int = .max,
    _ body: (Polyline) throws(OutlineError) -> Void
  ) throws(OutlineError) {
    var flattener = Flattener(
      tolerance: tolerance, reach: reach, window: window, part: part, mostPoints: mostPoints)
    try walk(near: (part ?? window)?.grown(by: reach)) { element, pen, start throws(OutlineError) in
      flattener.draw(element, pen, start)
      if flattener.isTooLong { throw .contourTooLong }
      if let line = flattener.takeFinished() { try body(line) }
    }
    flattener.finish()
    if let line = flattener.takeFinished() { try body(line) }
  }

  /// Returns the length of all contours, except for rounding, and their number, without storing them.
  ///
  /// - Parameter longest: the length at which measuring may stop; the result is then some greater length.
  package func measured(tolerance: Double, reach: Double, upTo longest: Double) -> (
    length: Double, contours: Int
  ) {
    var flattener = Flattener(tolerance: tolerance, reach: reach, window: nil, measuringUpTo: longest)
    walk { element, pen, start in
      if !flattener.isTooLong { flattener.draw(element, pen, start) }
    }
    flattener.finish()
    return flattener.measurement.map { ($0.length, $0.contours) } ?? (0, 0)
  }
}

extension Flattener {
  fileprivate mutating func draw(_ element: Path.Element, _ pen: Point, _ start: Point) {
    switch element {
    case .move(let p): move(to: p)
    case .line(let p): line(to: p)
    case .quadratic(let c, to: let p): curve(QuadraticCurve(pen, c, p), to: p)
    case .cubic(let c, let d, to: let p): curve(CubicCurve(pen, c, d, p), to: p)
    case .arc(let arc):
      // If the pen is there except for rounding, no line is added.
      line(to: arc.point(at: arc.start), within: arc.rounding)
      curve(arc, to: arc.point(at: arc.end))
    case .close: close(to: start)
    }
  }
}

extension Path {
  /// Returns the image of the area inside the path, as far as it is ahead of the horizon. Its contours are straight lines, as near to
  /// the curves as a fiftieth of a pixel.
  package func applying(_ projection: Projection) -> Path {
    guard let box = boundingBox else { return Path() }
    let ahead = ConvexPolygon(corners: box.corners).clipped(ahead: projection).corners
    let largest = ahead.map { projection.linearized(at: $0).singularValues.large }.max() ?? 0
    guard largest > 0, largest.isFinite else { return Path() }
    let most = ahead.map(projection.weight).max() ?? 0
    return Path(
      flattened(tolerance: 0.02 / largest).flatMap { line in
        var points = line.points
        ConvexPolygon.clip(&points) { projection.weight(at: $0) - Projection.leastWeight * most }
        return Path(polygon: points.map { $0.applying(projection) }).elements
      })
  }
}
