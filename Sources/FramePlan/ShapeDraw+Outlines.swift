import FrameGeometry

extension RenderPlan.ShapeDraw {
  package var paints: [RenderPlan.Paint] { [fill?.paint, stroke?.paint].compactMap { $0 } }

  /// A box that contains everything visible, in output pixels; nil if nothing is. Joins can extend beyond the path as
  /// far as their style allows.
  package var reach: Rect? {
    path.boundingBox?.grown(by: stroke?.style.reach ?? 0).applying(matrix)
  }

  /// The bounding box of what is visible, in output pixels; nil if nothing is visible, or if the outline
  /// exceeds the limit on points.
  package var boundingBox: Rect? {
    if stroke == nil, trim == .all { return path.applying(matrix).boundingBox }
    var box = BoundingBox()
    guard let outlines = try? ShapeOutlines(self, window: nil),
      (try? outlines.forEach(filled: { box.add($0) }, stroked: { box.add($0) })) != nil
    else { return nil }
    return box.rect
  }
}

/// The contours of a shape in output pixels, made on demand. At most one contour of the path is held at a time, and
/// for the stroke one dash of it.
package struct ShapeOutlines: Sendable {
  /// The flattening tolerance in output pixels: smaller than any depth can show.
  fileprivate static let tolerance = 0x1p-11
  /// The maximum number of points of a contour: 16 million, in about 300 MB.
  package static let mostPoints = 1 << 24

  private let draw: RenderPlan.ShapeDraw
  private let inverse: AffineTransform
  /// In the path's own space, as everything below.
  private let tolerance: Double
  private let window: Rect?
  /// True if lengths are measured, which needs all of the path.
  private let isMeasured: Bool
  private let length: Double
  private let pattern: DashPattern?
  private let mostPoints: Int
  /// False if nothing can be visible.
  private let isDrawable: Bool

  /// - Parameters:
  ///   - window: the visible part of the output; nil for all.
  ///   - mostPoints: the maximum for a contour; a point takes about 20 bytes.
  package init(
    _ draw: RenderPlan.ShapeDraw, window: Rect?, mostPoints: Int = ShapeOutlines.mostPoints
  ) throws(OutlineError) {
    self.draw = draw
    self.mostPoints = mostPoints
    let scale = draw.matrix.singularValues.large
    isDrawable = scale > 0 && scale.isFinite && draw.matrix.inverse != nil && draw.path.isDrawable
    inverse = draw.matrix.inverse ?? .identity
    tolerance = Self.tolerance / scale
    self.window = window?.applying(inverse)
    let dashes = draw.stroke?.style.dashes ?? []
    isMeasured = draw.trim != .all || !dashes.isEmpty
    guard isMeasured, isDrawable else {
      (length, pattern) = (0, nil)
      return
    }
    let measure = Measure(
      reach: draw.stroke?.style.reach ?? 0, tolerance: tolerance, mostPoints: mostPoints)
    length = draw.trim == .all ? 0 : try measure.length(of: draw.path)
    guard let style = draw.stroke?.style, !dashes.isEmpty else {
      pattern = nil
      return
    }
    // Dashes are counted on what the trim leaves.
    let (along, contours) = try measure.length(
      of: draw.path, trim: draw.trim, whole: length, upTo: DashPattern.longest(of: dashes))
    pattern = try DashPattern(style.dashes, offset: style.dashOffset, along: along, contours: contours)
  }

  private struct Measure {
    let reach: Double
    let tolerance: Double
    let mostPoints: Int

    /// To the last bit, because parts are measured by it.
    func length(of path: Path) throws(OutlineError) -> Double {
      var length = 0.0
      try path.forEachPolyline(tolerance: tolerance, reach: reach, mostPoints: mostPoints) {
        length += $0.length
      }
      return length
    }

    func length(
      of path: Path, trim: RenderPlan.Trim, whole: Double, upTo longest: Double
    ) throws(OutlineError) -> (length: Double, contours: Int) {
      // The number of dashes is known before any contour is held.
      if trim == .all { return path.measured(tolerance: tolerance, reach: reach, upTo: longest) }
      var found = (length: 0.0, contours: 0)
      var trimmer = PolylineTrimmer(from: trim.start, to: trim.end, of: whole)
      try path.forEachPolyline(tolerance: tolerance, reach: reach, mostPoints: mostPoints) { line in
        guard let line = trimmer.trim(line) else { return }
        found.length += line.length
        found.contours += 1
      }
      return found
    }
  }

  /// Calls a body for each contour.
  ///
  /// - Parameters:
  ///   - part: the part of the output that is needed; contours outside of it may be omitted or shortened. nil for
  ///     everything in the window.
  ///   - filled: receives the contours of the fill, each closed by a line.
  ///   - stroked: the same for the stroke.
  /// - Throws: `OutlineError.contourTooLong`, or an error of a body.
  package func forEach(
    in part: Rect? = nil, filled: ([Point]) throws(OutlineError) -> Void,
    stroked: ([Point]) throws(OutlineError) -> Void
  ) throws(OutlineError) {
    guard isDrawable else { return }
    let matrix = draw.matrix
    let style = draw.stroke.flatMap { $0.style.isDrawable ? $0.style : nil }
    let near = part?.applying(inverse) ?? window
    var trimmer =
      draw.trim == .all ? nil : PolylineTrimmer(from: draw.trim.start, to: draw.trim.end, of: length)
    try draw.path.forEachPolyline(
      tolerance: tolerance, reach: draw.stroke?.style.reach ?? 0, window: isMeasured ? nil : window,
      part: isMeasured ? nil : part.map { _ in near! }, mostPoints: mostPoints
    ) { line throws(OutlineError) in
      guard let line = trimmer == nil ? line : trimmer!.trim(line) else { return }
      if draw.fill != nil { try filled(line.points.map { $0.applying(matrix) }) }
      guard let style, line.isDrawable else { return }
      try line.stroke(style, pattern ?? .unbroken, tolerance: tolerance, window: window, part: near) {
        contour throws(OutlineError) in
        try stroked(contour.map { $0.applying(matrix) })
      }
    }
  }

  /// The temporary memory for drawing a shape.
  package struct OutlineCost: Equatable, Sendable {
    /// The lines of all contours.
    package var edges = 0
    /// The points of the longest contour.
    package var longest = 0

    /// The maximum number of bytes: edges in the order of their rows, those that cross the current rows, and the
    /// current contour with what a pen needs for it.
    package var bytes: Int { edges.times(272).adding(longest.times(448)) }

    package init(edges: Int = 0, longest: Int = 0) { (self.edges, self.longest) = (edges, longest) }

    /// Counts a contour.
    package mutating func add(_ contour: [Point]) {
      edges += contour.count
      longest = max(longest, contour.count)
    }
  }

  /// Goes through all contours once.
  ///
  /// - Throws: `OutlineError.contourTooLong`.
  package func survey() throws(OutlineError) -> OutlineCost {
    var survey = OutlineCost()
    try forEach(filled: { survey.add($0) }, stroked: { survey.add($0) })
    return survey
  }
}

extension RenderPlan.ShapeDraw {
  /// An upper bound of the bytes, without flattening curves: far more than are used.
  package var roughBytes: Int {
    let scale = matrix.singularValues.large
    guard scale > 0, scale.isFinite else { return 0 }
    var steps = 0.0
    var turns = 0.0
    path.walk { element, pen, _ in
      turns += 1
      switch element {
      case .move, .line, .close: steps += 1
      case .quadratic(let c, to: let p): steps += Self.steps(QuadraticCurve(pen, c, p), scale)
      case .cubic(let c, let d, to: let p): steps += Self.steps(CubicCurve(pen, c, d, p), scale)
      case .arc(let arc): steps += Self.steps(arc, scale)
      }
    }
    guard let stroke else { return ShapeOutlines.OutlineCost(edges: Int(bounded: steps), longest: 0).bytes }
    // Each line is a quad and up to two joins; round joins go around each element once or twice.
    let rim = 8 / (8 * ShapeOutlines.tolerance / max(scale * stroke.style.width, 1e-9)).squareRoot()
    let dashes = stroke.style.dashes.isEmpty ? 0.0 : Double(Polyline.mostDashes)
    let edges = 14 * (steps + dashes) + (turns + dashes) * min(max(rim, 8), 8192)
    return ShapeOutlines.OutlineCost(edges: Int(bounded: edges), longest: Int(bounded: 2 * steps)).bytes
  }

  private static func steps(_ curve: some Curve, _ scale: Double) -> Double {
    let steps = (curve.deviation(from: 0, to: 1) * scale / ShapeOutlines.tolerance).squareRoot()
    return min(max(1.25 * steps, curve.leastSteps, 4) + 128, 2 * Double(Path.mostSegments))
  }
}

/// A rectangle with horizontal and vertical sides, exactly where its corners are.
package struct UprightRectangle: Equatable, Sendable {
  package let left: Double
  package let right: Double
  package let top: Double
  package let bottom: Double
}

extension UprightRectangle {
  /// - Returns: nil if the corners are not those of an upright rectangle.
  fileprivate init?(corners: [Point]) {
    guard corners.count == 4 else { return nil }
    let isLevelFirst = corners[0].y == corners[1].y
    for i in 0..<4 {
      let (p, q) = (corners[i], corners[(i + 1) % 4])
      guard (i % 2 == 0) == isLevelFirst ? p.y == q.y : p.x == q.x else { return nil }
    }
    let (p, q) = (corners[0], corners[2])
    self.init(left: min(p.x, q.x), right: max(p.x, q.x), top: min(p.y, q.y), bottom: max(p.y, q.y))
  }
}

extension RenderPlan.ShapeDraw {
  /// The filled area in output pixels if it is an upright rectangle; otherwise nil.
  package var filledRectangle: UprightRectangle? {
    // A move, at most four lines, and the line that closes it.
    guard fill != nil, trim == .all, path.count <= 6, path.isDrawable, matrix.inverse != nil else {
      return nil
    }
    var corners: [Point] = []
    for (i, element) in path.elements.enumerated() {
      switch element {
      case .move(let point) where i == 0: corners.append(point.applying(matrix))
      case .line(let point) where i > 0: corners.append(point.applying(matrix))
      case .close where i == path.count - 1: break
      default: return nil
      }
    }
    if corners.count == 5, corners[4] == corners[0] { corners.removeLast() }
    guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
    return UprightRectangle(corners: corners)
  }
}
