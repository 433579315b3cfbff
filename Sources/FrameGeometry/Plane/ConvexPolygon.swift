/// A convex polygon, given by its corners in order.
package struct ConvexPolygon: Hashable, Sendable {
  package var corners: [Point]

  package init(corners: [Point]) {
    self.corners = corners
  }

  /// Transforms a rectangle.
  package init(_ rect: Rect, applying transform: AffineTransform) {
    corners = rect.corners.map { $0.applying(transform) }
  }

  /// Creates the area of a path; nil unless that is a convex polygon.
  package init?(_ path: Path) {
    self.init(corners: [])
    for element in path.elements {
      switch element {
      case .move(let point) where corners.isEmpty: corners = [point]
      case .line(let point): corners.append(point)
      case .close: break
      case .move, .quadratic, .cubic, .arc: return nil
      }
    }
    guard contains(corners, slack: 0) else { return nil }
  }

  /// The bounding box, or nil for no corners.
  package var boundingBox: Rect? {
    corners.isEmpty ? nil : Rect(enclosing: corners)
  }

  /// Returns whether points are inside, or outside by at most this distance.
  package func contains(_ points: [Point], slack: Double) -> Bool {
    let side = isClockwise ? 1.0 : -1.0
    return corners.count > 2
      && corners.indices.allSatisfy { i in
        let edge = Vector(from: corners[i], to: corners[(i + 1) % corners.count])
        return points.allSatisfy {
          side * edge.cross(Vector(from: corners[i], to: $0)) >= -slack * edge.length
        }
      }
  }

  /// Never negative.
  package var area: Double { abs(twiceSignedArea) / 2 }

  /// By the shoelace formula; positive for corners in clockwise order, with y pointing down.
  private var twiceSignedArea: Double {
    guard corners.count > 2 else { return 0 }
    // Relative to the first corner, so that a small polygon far away keeps its precision.
    let origin = corners[0]
    var twice = 0.0
    for i in 1..<corners.count - 1 {
      let p = corners[i]
      let q = corners[i + 1]
      twice += (p.x - origin.x) * (q.y - origin.y) - (q.x - origin.x) * (p.y - origin.y)
    }
    return twice
  }

  /// Returns the intersection with an upright rectangle (Sutherland and Hodgman, "Reentrant polygon clipping", 1974).
  package func clipped(to rect: Rect) -> ConvexPolygon {
    var points = corners
    Self.clip(&points) { $0.x - rect.minX }
    Self.clip(&points) { rect.maxX - $0.x }
    Self.clip(&points) { $0.y - rect.minY }
    Self.clip(&points) { rect.maxY - $0.y }
    return ConvexPolygon(corners: points)
  }

  /// Returns the intersection with another convex polygon.
  package func clipped(to other: ConvexPolygon) -> ConvexPolygon {
    guard let box = other.boundingBox else { return ConvexPolygon(corners: []) }
    let clockwise = other.isClockwise
    var points = clipped(to: box).corners
    for i in other.corners.indices {
      let p = other.corners[clockwise ? i : (i + 1) % other.corners.count]
      let q = other.corners[clockwise ? (i + 1) % other.corners.count : i]
      Self.clip(&points) { (q.x - p.x) * ($0.y - p.y) - (q.y - p.y) * ($0.x - p.x) }
    }
    return ConvexPolygon(corners: points)
  }

  /// Returns the part on one side of a line.
  ///
  /// - Parameters:
  ///   - point: on the line.
  ///   - direction: across the line, to the side that is kept.
  package func clipped(ahead direction: Vector, of point: Point) -> ConvexPolygon {
    var points = corners
    Self.clip(&points) { Vector(from: point, to: $0).dot(direction) }
    return ConvexPolygon(corners: points)
  }

  /// Returns the part that is ahead of the horizon, up to `Projection.leastWeight`.
  package func clipped(ahead projection: Projection) -> ConvexPolygon {
    guard let most = corners.map(projection.weight).max(), most > 0 else { return ConvexPolygon(corners: []) }
    return clipped(ahead: projection, from: Projection.leastWeight * most)
  }

  /// Returns the part of which the weight is at least this.
  package func clipped(ahead projection: Projection, from least: Double) -> ConvexPolygon {
    var points = corners
    Self.clip(&points) { projection.weight(at: $0) - least }
    return ConvexPolygon(corners: points)
  }

  /// With y pointing down.
  package var isClockwise: Bool { twiceSignedArea >= 0 }

  /// Keeps points with a distance of zero or more, of any polygon. The distance is linear along an edge.
  ///
  /// No two points of the result in a row are equal: an edge without a length has no inside.
  static func clip(_ points: inout [Point], distance: (Point) -> Double) {
    guard var last = points.last else { return }
    var kept: [Point] = []
    kept.reserveCapacity(points.count + 1)
    var lastDistance = distance(last)
    for point in points {
      let d = distance(point)
      if (d >= 0) != (lastDistance >= 0) {
        let share = lastDistance / (lastDistance - d)
        let crossing = Point(x: last.x + (point.x - last.x) * share, y: last.y + (point.y - last.y) * share)
        if crossing != kept.last { kept.append(crossing) }
      }
      if d >= 0, point != kept.last { kept.append(point) }
      last = point
      lastDistance = d
    }
    if kept.count > 1, kept.first == kept.last { kept.removeLast() }
    points = kept
  }
}
