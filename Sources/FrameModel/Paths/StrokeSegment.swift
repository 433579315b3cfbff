/// A line of a polyline, as a pen draws it.
struct StrokeSegment {
  /// What stands across the way of the pen, from the way to either side.
  struct Edge {
    var left: Vector
    var right: Vector
  }

  var start: Point
  var end: Point
  /// Of length 1, as `departure` and `arrival` are.
  var direction: Vector
  var length: Double
  /// Where the pen is going at the start, and at the end: where a curve begins and ends these are its tangents.
  var departure: Vector
  var arrival: Vector
  /// Where its sides begin and end: across the way that the pen goes there.
  var startEdge: Edge
  var endEdge: Edge
  /// Whether there is no corner where it starts.
  var isSmooth: Bool
  /// Whether neither this nor the line before is a curve's where it starts.
  var isCorner: Bool
}

extension Polyline {
  /// The lines that have a length.
  func segments(radius: Double) -> [StrokeSegment] {
    var segments: [StrokeSegment] = []
    segments.reserveCapacity(edges)
    for edge in 0..<edges {
      let chord = chord(edge)
      guard let direction = chord.unit else { continue }
      let length = chord.length
      // Within a curve it is for the join to make it round.
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

      /// On the inner side of the turn between tangent and line only as far as the line is long enough for it: the quad
      /// must stay one.
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
