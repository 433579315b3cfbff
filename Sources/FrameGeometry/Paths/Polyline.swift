/// A contour of straight lines.
package struct Polyline: Equatable, Sendable {
  /// A contour without length has one point: a dot.
  package let points: [Point]
  /// True if a line joins the last point to the first, which is not repeated.
  package let isClosed: Bool
  /// For each point, whether a curve continues there, so that there is no corner to join. Empty if all points are
  /// corners.
  private let smooth: [Bool]
  /// The direction at the start, if it is not that of the first line because a curve was cut there. A dot's square
  /// lies along it, or along the x axis.
  let startDirection: Vector?
  /// The direction at the end.
  let endDirection: Vector?

  package init(_ points: [Point], isClosed: Bool) {
    self.init(points, isClosed: isClosed, smooth: [])
  }

  init(
    _ points: [Point], isClosed: Bool, smooth: [Bool], startDirection: Vector? = nil,
    endDirection: Vector? = nil
  ) {
    self.points = points
    self.isClosed = isClosed
    self.smooth = smooth
    self.startDirection = startDirection
    self.endDirection = endDirection
  }

  /// True if all points are finite and within `Path.farthest`.
  package var isDrawable: Bool { points.allSatisfy { max(abs($0.x), abs($0.y)) <= Path.farthest } }

  func isSmooth(_ index: Int) -> Bool { smooth.indices.contains(index) && smooth[index] }

  /// Returns whether any line comes nearer to a point than a distance.
  package func comes(within distance: Double, of point: Point) -> Bool {
    guard var last = isClosed ? points.last : points.first else { return false }
    for next in points {
      let (line, way) = (Vector(from: last, to: next), Vector(from: last, to: point))
      let square = line.dot(line)
      let share = square > 0 ? min(max(way.dot(line) / square, 0), 1) : 0
      let rest = Vector(dx: way.dx - share * line.dx, dy: way.dy - share * line.dy)
      if rest.dot(rest) <= distance * distance { return true }
      last = next
    }
    return false
  }
}

extension Outline {
  /// The area inside the contours; open ones are closed by a line.
  package init(_ lines: [Polyline], rule: FillRule = .nonZero) {
    self.init(lines.map(\.points), rule: rule)
  }
}

/// The directions of a pen that follows a polyline. Along a curve these are not the directions of chords but lie
/// between them.
///
/// They follow from chords at equal steps of a parameter: half the sum of two is the derivative between them, and one
/// and a half times the last one minus half the one before is the derivative at the end. Both are exact for
/// parabolas.
extension Polyline {
  /// The number of lines.
  var edges: Int { isClosed && points.count > 1 ? points.count : max(0, points.count - 1) }

  /// Returns the vector from one point to the next.
  func chord(_ edge: Int) -> Vector {
    Vector(from: points[edge], to: points[(edge + 1) % points.count])
  }

  /// Returns the direction at the start of an edge, with any length.
  func departure(_ edge: Int) -> Vector {
    if edge == 0, let startDirection { return startDirection }
    let chord = chord(edge)
    if isSmooth(edge) { return between(before(edge), chord) ?? chord }
    return isSmooth(after(edge)) ? beyond(chord, from: self.chord(after(edge))) : chord
  }

  /// Returns the direction at the end of an edge, with any length.
  func arrival(_ edge: Int) -> Vector {
    if edge == edges - 1, let endDirection { return endDirection }
    let chord = chord(edge)
    if isSmooth(after(edge)) { return between(chord, self.chord(after(edge))) ?? chord }
    return isSmooth(edge) ? beyond(chord, from: before(edge)) : chord
  }

  /// Returns the direction within an edge, at a share of its length.
  func direction(_ edge: Int, at share: Double) -> Vector {
    departure(edge).mixed(with: arrival(edge), share)
  }

  private func after(_ edge: Int) -> Int { (edge + 1) % points.count }

  private func before(_ edge: Int) -> Vector { chord((edge + points.count - 1) % points.count) }

  /// Nil at a cusp, where there is no direction.
  private func between(_ a: Vector, _ b: Vector) -> Vector? {
    a.dot(b) > 0 ? Vector.zero.mixed(with: a + b, 0.5) : nil
  }

  /// Returns the chord itself if the pen hardly moves, because the direction would be a rounding error.
  private func beyond(_ chord: Vector, from other: Vector) -> Vector {
    let end = chord + (chord - other) * 0.5
    return 2 * end.dot(chord) > chord.dot(chord) ? end : chord
  }
}
