/// A contour of straight lines.
public struct Polyline: Hashable, Sendable {
  /// Only one where a contour has no length: a dot.
  public let points: [Point]
  /// Whether a line joins the last point to the first, which is not repeated.
  public let isClosed: Bool
  /// For each point, whether a curve goes on there: no corner to join. None for corners alone.
  private let smooth: [Bool]
  /// Where the pen sets out, if this is not where the first line leads: a curve was cut there. It is also what a
  /// dot's square lies along, and the x axis without it.
  let startDirection: Vector?
  /// Where the pen is going when it is lifted.
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

  /// Whether all points are finite, and none beyond `Path.farthest`.
  var isDrawable: Bool { points.allSatisfy { max(abs($0.x), abs($0.y)) <= Path.farthest } }

  func isSmooth(_ index: Int) -> Bool { smooth.indices.contains(index) && smooth[index] }
}

extension Polyline {
  /// Whether any of its lines comes nearer to a point than a distance.
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
  /// What the contours go around; open ones are closed by a line.
  public init(_ lines: [Polyline], rule: FillRule = .nonZero) {
    self.init(lines.map(\.points), rule: rule)
  }
}
