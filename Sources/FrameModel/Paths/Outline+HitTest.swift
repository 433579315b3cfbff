extension Outline {
  /// Whether a point lies inside, by how often the contours wind around it (D. Sunday, "Inclusion of a point in a
  /// polygon", 2001).
  ///
  /// Half-open, as `Rect.contains`: of an edge, a point belongs to the shape to the right of it, and of a level edge
  /// to the one below; so two shapes with a common edge never both hold a point of it, and never neither. For this
  /// an edge is looked at from above, whichever way it goes. Nothing lies inside that is not a number.
  public func contains(_ point: Point) -> Bool {
    var winding = 0
    for contour in contours {
      guard var last = contour.last else { continue }
      for next in contour {
        winding += Self.crossing(of: last, next, by: point)
        last = next
      }
    }
    switch rule {
    case .nonZero: return winding != 0
    case .evenOdd: return winding % 2 != 0
    }
  }

  /// 1 or -1 where the level ray from a point to the right crosses an edge that goes down or up.
  private static func crossing(of p: Point, _ q: Point, by point: Point) -> Int {
    let goesDown = p.y < q.y
    let (high, low) = goesDown ? (p, q) : (q, p)
    guard high.y <= point.y, point.y < low.y else { return 0 }
    let side = Vector(from: high, to: low).cross(Vector(from: high, to: point))
    // What lies to the left of the way down is on its positive side.
    return side > 0 ? (goesDown ? 1 : -1) : 0
  }
}

extension Path {
  /// Whether a point lies in the area that the path goes around, to a billionth of the path's size; open contours
  /// are closed by a line. See `Outline.contains`.
  public func contains(_ point: Point, rule: FillRule = .nonZero) -> Bool {
    guard let box = boundingBox, point.x >= box.minX, point.x <= box.maxX else { return false }
    guard point.y >= box.minY, point.y <= box.maxY else { return false }
    // Only by the point do curves fall into small pieces.
    let tolerance = max(box.size.width, box.size.height) * 1e-9
    let window = Rect(origin: point, size: .zero)
    return Outline(flattened(tolerance: tolerance, window: window), rule: rule).contains(point)
  }
}
