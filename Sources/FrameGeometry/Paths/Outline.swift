/// The rule for the inside of contours that cross themselves and each other.
public enum FillRule: String, Hashable, Sendable, CaseIterable {
  /// The points with a winding number other than 0.
  case nonZero = "nonzero"
  /// The points that a line from outside reaches after an odd number of crossings.
  case evenOdd = "evenodd"

  /// Returns whether points with a winding number are inside.
  @inlinable
  package func contains(_ winding: Int) -> Bool {
    switch self {
    case .nonZero: winding != 0
    case .evenOdd: winding & 1 != 0
    }
  }
}

/// An area given by closed polygons and a fill rule.
package struct Outline: Equatable, Sendable {
  /// Each is closed by a line from its last point to its first.
  package var contours: [[Point]]
  package var rule: FillRule

  package init(_ contours: [[Point]] = [], rule: FillRule = .nonZero) {
    self.contours = contours
    self.rule = rule
  }

  /// Returns whether a point is inside, by the winding number (D. Sunday, "Inclusion of a point in a polygon", 2001).
  ///
  /// Half-open, as `Rect.contains`: a point on an edge belongs to the shape to its right, and on a level edge to the
  /// one below, so of two shapes with a common edge exactly one contains it. To this end an edge is evaluated from
  /// top to bottom, whatever its direction. NaN is never inside.
  package func contains(_ point: Point) -> Bool {
    var winding = 0
    for contour in contours {
      guard var last = contour.last else { continue }
      for next in contour {
        winding += Self.crossing(of: last, next, by: point)
        last = next
      }
    }
    return rule.contains(winding)
  }

  /// Returns 1 or -1 if the level ray from a point to the right crosses an edge that goes down or up.
  private static func crossing(of p: Point, _ q: Point, by point: Point) -> Int {
    let goesDown = p.y < q.y
    let (high, low) = goesDown ? (p, q) : (q, p)
    guard high.y <= point.y, point.y < low.y else { return 0 }
    let side = Vector(from: high, to: low).cross(Vector(from: high, to: point))
    // Points to the left of the downward direction are on its positive side.
    return side > 0 ? (goesDown ? 1 : -1) : 0
  }
}

extension Path {
  /// Returns whether a point is in the area of the path, with a precision of a billionth of the path's size. Open
  /// contours are closed by a line. A point on an edge belongs to the shape to its right, and on a level edge to the one
  /// below.
  public func contains(_ point: Point, rule: FillRule = .nonZero) -> Bool {
    guard let box = boundingBox, point.x >= box.minX, point.x <= box.maxX else { return false }
    guard point.y >= box.minY, point.y <= box.maxY else { return false }
    // Curves are finely divided only near the point.
    let tolerance = max(box.size.width, box.size.height) * 1e-9
    let window = Rect(origin: point, size: .zero)
    return Outline(flattened(tolerance: tolerance, window: window), rule: rule).contains(point)
  }
}
