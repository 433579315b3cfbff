import FrameGeometry
import Testing

/// Returns the path of valid path data, and records an issue if the data is invalid.
func path(_ data: String, sourceLocation: SourceLocation = #_sourceLocation) -> Path {
  do {
    return try Path(svgData: data)
  } catch {
    Issue.record("\(data): \(error)", sourceLocation: sourceLocation)
    return Path()
  }
}

func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

extension Point {
  /// Returns the Euclidean distance.
  func span(to other: Point) -> Double { Trigonometry.hypot(x - other.x, y - other.y) }

  func distance(toLineFrom p: Point, to q: Point) -> Double {
    let (dx, dy) = (q.x - p.x, q.y - p.y)
    let square = dx * dx + dy * dy
    let share = square > 0 ? min(max(((x - p.x) * dx + (y - p.y) * dy) / square, 0), 1) : 0
    return span(to: Point(x: p.x + dx * share, y: p.y + dy * share))
  }
}

extension [Polyline] {
  /// Returns the distance from a point to the nearest line.
  func distance(to point: Point) -> Double {
    flatMap { line in
      let next = line.isClosed ? line.points.dropFirst() + line.points.prefix(1) : line.points.dropFirst()
      return zip(line.points, next).map { point.distance(toLineFrom: $0, to: $1) }
    }.min() ?? .infinity
  }
}

extension Outline {
  /// The sum of the contours' areas. Contours that are clockwise, with y pointing down, count as positive. Without
  /// overlaps, this is the covered area.
  var signedArea: Double {
    contours.reduce(0) { sum, points in
      var twice = 0.0
      for i in points.indices {
        let (p, q) = (points[i], points[(i + 1) % points.count])
        twice += p.x * q.y - q.x * p.y
      }
      return sum + twice / 2
    }
  }

  /// Returns the area that the non-zero rule covers, measured at a number of levels per unit. It is exact for upright
  /// edges.
  func area(levels: Int) -> Double {
    let ys = contours.joined().map(\.y)
    guard let top = ys.min(), let bottom = ys.max() else { return 0 }
    var sum = 0.0
    for level in Int(top * Double(levels)) - 1...Int(bottom * Double(levels)) + 1 {
      let y = (Double(level) + 0.5) / Double(levels)
      var crossings: [(x: Double, turn: Int)] = []
      for points in contours {
        for i in points.indices {
          let (p, q) = (points[i], points[(i + 1) % points.count])
          guard (p.y <= y) != (q.y <= y) else { continue }
          crossings.append((p.x + (q.x - p.x) * ((y - p.y) / (q.y - p.y)), p.y < q.y ? 1 : -1))
        }
      }
      crossings.sort { $0.x < $1.x }
      var winding = 0
      for (here, next) in zip(crossings, crossings.dropFirst()) {
        winding += here.turn
        if winding != 0 { sum += next.x - here.x }
      }
    }
    return sum / Double(levels)
  }
}

extension Sampler {
  /// Returns a path of random elements of every kind. Some contours are closed.
  mutating func path(elements count: Int = 6) -> Path {
    let start = point()
    var path = Path([.move(start)])
    var pen = start
    for _ in 0..<count {
      switch Int(number(0, 5)) {
      case 0:
        pen = point()
        path.line(to: pen)
      case 1:
        pen = point()
        path.elements.append(.quadratic(point(), to: pen))
      case 2:
        pen = point()
        path.elements.append(.cubic(point(), point(), to: pen))
      case 3:
        let arc = arc(from: pen)
        path.elements.append(.arc(arc))
        pen = arc.point(at: arc.end)
      default:
        path.close()
        pen = point()
        path.move(to: pen)
      }
    }
    return path
  }

  mutating func arc(from pen: Point) -> EllipticArc {
    var arc = EllipticArc(
      center: .zero, u: Vector(dx: number(-5, 5), dy: number(-5, 5)),
      v: Vector(dx: number(-5, 5), dy: number(-5, 5)),
      start: Angle(degrees: number(-400, 400)), sweep: Angle(degrees: number(-359, 359)))
    let begin = arc.point(at: arc.start)
    arc.center = Point(x: pen.x - begin.x, y: pen.y - begin.y)
    return arc
  }
}

extension Path {
  /// Returns many points of the path, computed by independent formulas.
  func samples(_ count: Int = 200) -> [Point] {
    var (pen, start) = (Point.zero, Point.zero)
    var samples: [Point] = []
    for element in elements {
      let from = pen
      func add(_ curve: (Double) -> Point) {
        samples += (0...count).map { curve(Double($0) / Double(count)) }
      }
      func mix(_ p: Point, _ q: Point, _ t: Double) -> Point {
        Point(x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t)
      }
      switch element {
      case .move(let p): (pen, start) = (p, p)
      case .line(let p):
        add { mix(from, p, $0) }
        pen = p
      case .quadratic(let c, to: let p):
        add { mix(mix(from, c, $0), mix(c, p, $0), $0) }
        pen = p
      case .cubic(let c, let d, to: let p):
        add { t in mix(mix(mix(from, c, t), mix(c, d, t), t), mix(mix(c, d, t), mix(d, p, t), t), t) }
        pen = p
      case .arc(let arc):
        add { arc.point(at: Angle(degrees: arc.start.degrees + arc.sweep.degrees * $0)) }
        pen = arc.point(at: arc.end)
      case .close:
        add { mix(from, start, $0) }
        pen = start
      }
    }
    return samples
  }
}
