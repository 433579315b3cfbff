/// A contour of straight lines.
public struct Polyline: Hashable, Sendable {
  /// A contour without length has one point: a dot.
  public let points: [Point]
  /// Whether a line joins the last point to the first, which is not repeated.
  public let isClosed: Bool
  /// For each point, whether a curve continues there, so that there is no corner to join. Empty if all points are
  /// corners.
  private let smooth: [Bool]
  /// The direction at the start, if it is not that of the first line because a curve was cut there. A dot's square
  /// lies along it, or along the x axis.
  let startDirection: Vector?
  /// The direction at the end.
  let endDirection: Vector?

  public init(_ points: [Point], isClosed: Bool) {
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

  /// Whether all points are finite and within `Path.farthest`.
  var isDrawable: Bool { points.allSatisfy { max(abs($0.x), abs($0.y)) <= Path.farthest } }

  func isSmooth(_ index: Int) -> Bool { smooth.indices.contains(index) && smooth[index] }
}

extension Polyline {
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
  public init(_ lines: [Polyline], rule: FillRule = .nonZero) {
    self.init(lines.map(\.points), rule: rule)
  }
}
