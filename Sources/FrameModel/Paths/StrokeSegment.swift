/// A line of a polyline with the directions and edges that a pen needs.
struct StrokeSegment {
  /// The offsets across the pen's direction, to either side.
  struct Edge {
    var left: Vector
    var right: Vector
  }

  var start: Point
  var end: Point
  /// A unit vector, as `departure` and `arrival`.
  var direction: Vector
  var length: Double
  /// The pen's directions at the start and at the end: the tangents where a curve begins and ends.
  var departure: Vector
  var arrival: Vector
  /// The start and end of the sides, across the pen's direction there.
  var startEdge: Edge
  var endEdge: Edge
  /// Whether there is no corner at its start.
  var isSmooth: Bool
  /// Whether neither this line nor the one before belongs to a curve at its start.
  var isCorner: Bool
}

extension Polyline {
  /// Returns the lines that have a length.
  func segments(radius: Double) -> [StrokeSegment] {
    var segments: [StrokeSegment] = []
    segments.reserveCapacity(edges)
    for edge in 0..<edges {
      let chord = chord(edge)
      guard let direction = chord.unit else { continue }
      let length = chord.length
      // Within a curve, the join makes it round.
      let next = (edge + 1) % points.count
      let departure = isSmooth(edge) ? direction : departure(edge).unit ?? direction
      let arrival = isSmooth(next) ? direction : arrival(edge).unit ?? direction
      segments.append(
        StrokeSegment(
          start: points[edge], end: points[next], direction: direction, length: length,
          departure: departure, arrival: arrival,
          startEdge: strokeEdge(across: departure, turn: departure.cross(direction)),
          endEdge: strokeEdge(across: arrival, turn: direction.cross(arrival)),
          isSmooth: isSmooth(edge), isCorner: false))

      /// On the inner side of the turn between tangent and line, limited by the length of the line, so that the quad
      /// remains one.
      func strokeEdge(across tangent: Vector, turn: Double) -> StrokeSegment.Edge {
        let (plain, slanted) = (direction.left * radius, tangent.left * radius)
        let cosine = direction.dot(tangent)
        let outer = cosine > 0 ? slanted : plain
        let inner = radius * abs(turn) <= cosine * length / 2 ? slanted : plain
        return turn > 0
          ? StrokeSegment.Edge(left: outer, right: -inner) : StrokeSegment.Edge(left: inner, right: -outer)
      }
    }
    for i in segments.indices {
      let last = segments[(i + segments.count - 1) % segments.count]
      segments[i].isCorner =
        !segments[i].isSmooth && last.arrival == last.direction
        && segments[i].departure == segments[i].direction
    }
    return segments
  }
}
