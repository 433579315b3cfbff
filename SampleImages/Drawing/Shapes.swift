import FrameGeometry

/// Signed distances in pixels, negative inside (after Inigo Quilez, "2D distance functions").
enum Shape {
  static func circle(_ p: Point, _ center: Point, _ radius: Double) -> Double {
    Trigonometry.hypot(p.x - center.x, p.y - center.y) - radius
  }

  /// Exact on the edge, and close enough near it for antialiasing.
  static func ellipse(_ p: Point, _ center: Point, _ rx: Double, _ ry: Double) -> Double {
    let (x, y) = (p.x - center.x, p.y - center.y)
    let k = Trigonometry.hypot(x / rx, y / ry)
    let slope = Trigonometry.hypot(x / (rx * rx), y / (ry * ry))
    return slope == 0 ? -min(rx, ry) : k * (k - 1) / slope
  }

  static func box(_ p: Point, _ rect: Rect, radius: Double = 0) -> Double {
    let x = abs(p.x - (rect.minX + rect.maxX) / 2) - (rect.maxX - rect.minX) / 2 + radius
    let y = abs(p.y - (rect.minY + rect.maxY) / 2) - (rect.maxY - rect.minY) / 2 + radius
    return Trigonometry.hypot(max(x, 0), max(y, 0)) + min(max(x, y), 0) - radius
  }

  /// A line from `a` to `b` with round ends. Its half width changes from `ra` to `rb`.
  static func stroke(_ p: Point, _ a: Point, _ b: Point, _ ra: Double, _ rb: Double) -> Double {
    let (px, py, bx, by) = (p.x - a.x, p.y - a.y, b.x - a.x, b.y - a.y)
    let t = clamp((px * bx + py * by) / max(bx * bx + by * by, 1e-9))
    return Trigonometry.hypot(px - bx * t, py - by * t) - mix(ra, rb, t)
  }

  /// A closed polygon, by the even-odd rule.
  static func polygon(_ p: Point, _ corners: [Point]) -> Double {
    var nearest = Double.infinity
    var inside = false
    var a = corners[corners.count - 1]
    for b in corners {
      nearest = min(nearest, stroke(p, a, b, 0, 0))
      if (a.y > p.y) != (b.y > p.y), p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) {
        inside.toggle()
      }
      a = b
    }
    return inside ? -nearest : nearest
  }

  /// Returns the bounding box of points, enlarged on every side.
  static func bounds(_ points: [Point], margin: Double) -> Rect {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let origin = Point(x: xs.min()! - margin, y: ys.min()! - margin)
    let size = Size(
      width: xs.max()! + margin - origin.x, height: ys.max()! + margin - origin.y)
    return Rect(origin: origin, size: size)
  }
}
