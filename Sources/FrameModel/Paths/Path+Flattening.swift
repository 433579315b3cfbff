extension Path {
  /// Into so many lines a curve falls at most, however small the tolerance is.
  public static let mostSegments = 65_536

  /// So often a piece of a curve that is seen is halved at most.
  static let mostHalvings = 44

  /// The path's contours as straight lines, none of which is farther from its curve than the tolerance.
  ///
  /// A curve is passed in equal steps of its parameter, as many as Wang's formula says that are needed, and at most
  /// `mostSegments`; see `Curve.deviation`. Every element ends exactly where it says, except where this is nearer to
  /// where it began than rounding can tell. A contour of no length is a single point, as it may be seen as a
  /// dot; one where the pen was only moved is none. Arcs are `unwound`, also where their lengths are measured.
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
  public func flattened(tolerance: Double, reach: Double = 0, window: Rect? = nil) -> [Polyline] {
    guard isDrawable else { return [] }
    var flattener = Flattener(tolerance: tolerance, reach: reach, window: window)
    walk { element, pen, start in
      switch element {
      case .move(let p): flattener.move(to: p)
      case .line(let p): flattener.line(to: p)
      case .quadratic(let c, to: let p): flattener.curve(QuadraticCurve(pen, c, p), to: p)
      case .cubic(let c, let d, to: let p): flattener.curve(CubicCurve(pen, c, d, p), to: p)
      case .arc(let arc):
        // Where the pen is already, but for rounding; else a line leads there.
        flattener.line(to: arc.point(at: arc.start), within: arc.rounding)
        flattener.curve(arc, to: arc.point(at: arc.end))
      case .close: flattener.close(to: start)
      }
    }
    flattener.finish()
    return flattener.lines
  }
}
