import FrameGeometry
import TestSupport
import Testing

@Suite struct StrokerTests {
  private func stroke(_ text: String, _ style: StrokeStyle, tolerance: Double = 1e-3) throws -> Outline {
    try path(text).stroked(style, tolerance: tolerance)
  }

  static let table: [(String, StrokeStyle, Double)] = [
    ("M0 0H10", StrokeStyle(width: 2), 20.0), ("M0 0L6 8", StrokeStyle(width: 2), 20),
    ("M0 0H10", StrokeStyle(width: 2, cap: .square), 24),
    ("M0 0H10", StrokeStyle(width: 2, cap: .round), 20 + .pi),
    // Corners: a miter adds a quarter of a square, a bevel half of that, a round join a quarter of a circle.
    ("M0 0H10V10", StrokeStyle(width: 2), 40), ("M0 0H10V10", StrokeStyle(width: 2, join: .bevel), 39.5),
    ("M0 0H10V10", StrokeStyle(width: 2, join: .round), 39 + .pi / 4),
    ("M0 0H10V10", StrokeStyle(width: 2, miterLimit: 1.4), 39.5),
    ("M0 0H10V10", StrokeStyle(width: 2, miterLimit: 1.5), 40),
    // The same corners in the other direction.
    ("M0 0H10V-10", StrokeStyle(width: 2), 40), ("M0 0H10V-10", StrokeStyle(width: 2, join: .bevel), 39.5),
    ("M0 0H10V-10", StrokeStyle(width: 2, join: .round), 39 + .pi / 4),
    ("M0 0H10V10H0Z", StrokeStyle(width: 2), 80), ("M0 0V10H10V0Z", StrokeStyle(width: 2), 80),
    ("M0 0H10V10H0Z", StrokeStyle(width: 2, join: .bevel), 78),
    ("M0 0H10V10H0Z", StrokeStyle(width: 2, join: .round), 76 + .pi),
    // The pen is wider than the square and covers all of it.
    ("M0 0H4V4H0Z", StrokeStyle(width: 10), 196),
    ("M0 0H4V4H0Z", StrokeStyle(width: 10, join: .round), 16 + 80 + 25 * .pi),
    // A line that reverses its direction.
    ("M0 0H10H5", StrokeStyle(width: 2), 20),
    ("M0 0H10H5", StrokeStyle(width: 2, join: .round), 20 + .pi / 2),
    ("M0 0H10Z", StrokeStyle(width: 2, join: .round), 20 + .pi), ("M0 0H10Z", StrokeStyle(width: 2), 20),
    // Curves that start at their control point, where they have no derivative.
    ("M0 0H10Q10 0 10 10", StrokeStyle(width: 2), 40), ("M0 0H10C10 0 10 0 10 10", StrokeStyle(width: 2), 40),
    // A path that crosses itself.
    ("M0 5H10V10H5V0", StrokeStyle(width: 2), 56),
    // Dots.
    ("M5 5z", StrokeStyle(width: 4), 0), ("M5 5z", StrokeStyle(width: 4, cap: .round), 4 * .pi),
    ("M5 5h0", StrokeStyle(width: 4, cap: .square), 16), ("M5 5", StrokeStyle(width: 4, cap: .round), 0),
    ("M0 0H10", StrokeStyle(width: 0), 0), ("M0 0H10", StrokeStyle(width: -1), 0),
    ("M0 0H10", StrokeStyle(width: .nan), 0),
    ("M0 0H10", StrokeStyle(width: .infinity), 0),
    // Dashes with caps.
    ("M0 0H10", StrokeStyle(width: 2, dashes: [3, 4]), 12),
    ("M0 0H10", StrokeStyle(width: 2, cap: .square, dashes: [3, 4]), 20),
    ("M0 0H12", StrokeStyle(width: 2, cap: .square, dashes: [0, 4], dashOffset: -2), 12),
  ]

  @Test(
    "The area of a stroke follows from its width, joins, caps, miter limit and dashes", arguments: table)
  func areas(text: String, style: StrokeStyle, area: Double) throws {
    let covered = try stroke(text, style).area(levels: 64)
    let isUpright =
      style.join == .miter && style.miterLimit > 1.4 && style.cap != .round && !text.contains("L")
    expectTrue(abs(covered - area) < (isUpright ? 1e-9 : 0.02))
  }

  @Test("The stroke of a circle is a ring of two contours with the area of the ring") func ring() throws {
    for (radius, width) in [(10.0, 2.0), (10, 0.1), (10, 19), (3, 5)] {
      let circle = Path(ellipseIn: Rect(x: -radius, y: -radius, width: 2 * radius, height: 2 * radius))
      let outline = try circle.stroked(StrokeStyle(width: width), tolerance: 1e-4)
      expectEqual(outline.contours.count, 2)
      expectTrue(abs(outline.signedArea - 2 * .pi * radius * width) < 0.02)
    }
  }

  /// A stroked circle is a ring, whose edges stay near two circles at every tolerance. A miter at the seam would
  /// stick out.
  @Test(
    "The outer edge of a stroked circle stays round at every tolerance", arguments: [1e-3, 0.01, 0.1])
  func roundRim(tolerance: Double) throws {
    let circle = Path(ellipseIn: Rect(x: -10, y: -10, width: 20, height: 20))
    for width in [1.0, 8, 19, 30, 200] {
      let outline = try circle.stroked(StrokeStyle(width: width, miterLimit: 100), tolerance: tolerance)
      let farthest = outline.contours.joined().map { $0.span(to: .zero) }.max()!
      expectTrue(abs(farthest - 10 - width / 2) < 1.5 * tolerance)
      expectTrue(outline.contains(point(10 + width / 2 - 1.1 * tolerance - 1e-9, 0)))
      expectEqual(outline.contains(.zero), (width > 20))
    }
  }

  /// A butt cap is perpendicular to the curve at its end, not to the last line of the flattened curve.
  @Test("A butt cap is perpendicular to the curve at its end") func buttCap() throws {
    let quarter = Path(arcAround: .zero, radius: 10, from: .zero, to: Angle(degrees: 90))
    let outline = try quarter.stroked(StrokeStyle(width: 10), tolerance: 0.05)
    for p in outline.contours.joined() { expectTrue(p.x > -0.01 && p.y > -0.01) }
    let part = try quarter.flattened(tolerance: 0.05, reach: 5).trimmed(from: 0.3, to: 1)
      .stroked(StrokeStyle(width: 10), tolerance: 0.05)
    let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: 27))
    let behind = part.contours.joined().map { c * $0.y - s * $0.x }.min()!
    expectTrue(abs(behind) < 0.01)
    // The same holds where the curve bends more tightly than the pen's width.
    let sharp = try stroke("M0 0Q1 -5 -60 -60", StrokeStyle(width: 25), tolerance: 0.01)
    let (along, across) = (Vector(dx: 0.2 / 1.04.squareRoot(), dy: -1 / 1.04.squareRoot()), 12.4)
    for (back, isIn) in [(0.05, false), (-0.05, true)] {
      let end = point(-along.dx * back, -along.dy * back)
      expectEqual(sharp.contains(point(end.x - along.dy * across, end.y + along.dx * across)), isIn)
    }
  }

  @Test("The stroke of an open curve or staircase is a single contour") func smoothLine() throws {
    try expectEqual(stroke("M0 0Q10 0 10 10", StrokeStyle(width: 1, cap: .round)).contours.count, 1)
    try expectEqual(stroke("M0 0h5v5h5v5", StrokeStyle(width: 1)).contours.count, 1)
  }

  /// A point is covered if it is nearer to the path than half the width.
  @Test(
    "A round pen covers the points nearer to the path than half its width", arguments: [0.05, 0.7, 4])
  func roundPen(width: Double) throws {
    var sampler = Sampler(seed: 31)
    let style = StrokeStyle(width: width, join: .round, cap: .round)
    for _ in 0..<25 {
      let path = sampler.path(elements: 4)
      let outline = try path.stroked(style, tolerance: 0.01)
      let exact = path.flattened(tolerance: 1e-3)
      for _ in 0..<40 {
        let p = sampler.point()
        let distance = exact.distance(to: p)
        if abs(distance - width / 2) > 0.025 { expectEqual(outline.contains(p), (distance < width / 2)) }
      }
    }
  }

  /// All parts have the same direction, so none cancels another.
  @Test("No point of a stroke has a negative winding number") func orientation() throws {
    var sampler = Sampler(seed: 32)
    for join in [StrokeStyle.Join.miter, .round, .bevel] {
      for cap in [StrokeStyle.Cap.butt, .round, .square] {
        for _ in 0..<12 {
          let path = sampler.path(elements: 5)
          let style = StrokeStyle(width: sampler.number(0.01, 6), join: join, cap: cap)
          let outline = try path.stroked(style, tolerance: 0.02)
          for _ in 0..<20 { expectTrue(outline.winding(around: sampler.point()) >= 0) }
        }
      }
    }
  }

  /// Behind the center of curvature, too, where the lines of a flattened curve leave gaps. A pen whose rim is not
  /// visible draws a curve as one part.
  @Test("A pen without caps covers the points on the normals of a curve, up to half its width")
  func normals() throws {
    var sampler = Sampler(seed: 36)
    let view = Rect(x: -12, y: -12, width: 24, height: 24)
    for width in [3.0, 20, 60, 150, 1e4, 1e9] {
      for window in [nil, view] {
        for _ in 0..<6 {
          let curve = CubicCurve(sampler.point(), sampler.point(), sampler.point(), sampler.point())
          let path = Path([.move(curve.start), .cubic(curve.first, curve.second, to: curve.end)])
          let outline = try path.stroked(StrokeStyle(width: width), tolerance: 1e-3, window: window)
          if width >= 1e4, window != nil { expectTrue(outline.contours.count <= 3) }
          let along = (0...200).map { curve.point(at: Double($0) / 200) }
          for _ in 0..<10 {
            let p = sampler.point()
            // Near the border of the area, neither answer is certain.
            let answers = [(0.0, 0.0), (0.1, 0.0), (-0.1, 0.0), (0.0, 0.1), (0.0, -0.1)].map {
              isOnNormal(point(p.x + $0, p.y + $1), of: along, within: width / 2)
            }
            guard Set(answers).count == 1 else { continue }
            expectEqual(outline.contains(p), answers[0], "\(curve), width \(width), \(p)")
            expectTrue(outline.winding(around: p) >= 0)
          }
        }
      }
    }
  }

  /// The first and the last normal of a half circle lie on one line through its center.
  @Test("A wide pen leaves no gap between the ends of a half circle") func halfCircle() throws {
    let outline = try stroke("M-20 0A20 20 0 0 1 20 0", StrokeStyle(width: 500), tolerance: 0x1p-11)
    for x in stride(from: -220.0, through: 220, by: 7) {
      for y in [-0.3, -0.1, 0.1, 0.3] { expectTrue(outline.contains(point(x, y)), "\(x),\(y)") }
    }
  }

  private func isOnNormal(_ p: Point, of curve: [Point], within radius: Double) -> Bool {
    let ahead = zip(curve, curve.dropFirst()).map { a, b in
      (p.x - (a.x + b.x) / 2) * (b.x - a.x) + (p.y - (a.y + b.y) / 2) * (b.y - a.y) >= 0
    }
    return zip(ahead, ahead.dropFirst()).enumerated().contains { index, sides in
      sides.0 != sides.1 && curve[index + 1].span(to: p) <= radius
    }
  }

  /// Quads are merged into strips only where that keeps their area within the tolerance. So the whole stroke covers
  /// the quad of each single line.
  @Test("A stroke covers the quad of each of its lines") func strips() throws {
    var sampler = Sampler(seed: 33)
    for _ in 0..<40 {
      let points = (0..<6).map { _ in sampler.point() }
      let line = [Polyline(points, isClosed: sampler.number() > 0)]
      let style = StrokeStyle(width: sampler.number(0.1, 3), miterLimit: 3)
      let whole = try line.stroked(style, tolerance: 0.01)
      let next = line[0].isClosed ? points.dropFirst() + [points[0]] : points.dropFirst()
      let quads = try zip(points, next).flatMap {
        try [Polyline([$0, $1], isClosed: false)].stroked(style, tolerance: 0.01).contours
      }
      for _ in 0..<60 {
        let p = sampler.point()
        if Outline(quads).contains(p) { expectTrue(whole.contains(p)) }
      }
    }
  }

  @Test("The stroke of a mirrored path is the mirrored stroke", arguments: StrokeStyle.Join.allCases)
  func mirroredPath(join: StrokeStyle.Join) throws {
    let style = StrokeStyle(width: 2, join: join)
    let outline = try stroke("M0 0L10 3L2 8z", style)
    let mirrored = try stroke("M0 0L-10 3L-2 8z", style)
    var sampler = Sampler(seed: 34)
    for _ in 0..<300 {
      let p = point(sampler.number(-4, 14), sampler.number(-4, 12))
      expectEqual(outline.contains(p), mirrored.contains(point(-p.x, p.y)), "\(p)")
    }
  }

  @Test("An invalid tolerance gives a bounded stroke, and invalid lines give an empty one")
  func extremeTolerances() throws {
    let style = StrokeStyle(width: 5, join: .round, cap: .round)
    for tolerance in [0, -1, .nan, .infinity] {
      try expectTrue(
        [Polyline([.zero, point(9, 0), point(9, 9)], isClosed: false)].stroked(
          style, tolerance: tolerance
        )
        .contours.joined().count < 20_000)
    }
    let broken = [
      Polyline([.zero, point(.nan, 0)], isClosed: false), Polyline([point(.infinity, 0)], isClosed: true),
      Polyline([], isClosed: true),
    ]
    try expectTrue(broken.stroked(style, tolerance: 0.1).contours.isEmpty)
  }

  @Test("In a window, the stroke of a huge circle is accurate and has few points") func window() throws {
    let circle = Path(ellipseIn: Rect(x: -1e9, y: -2e9, width: 2e9, height: 2e9))
    let outline = try circle.stroked(
      StrokeStyle(width: 8), tolerance: 0.01, window: Rect(x: -500, y: -500, width: 1000, height: 1000))
    expectTrue(outline.contours.joined().count < 1000)
    for x in stride(from: -500.0, through: 500, by: 10) {
      let y = -x * x / 2e9
      expectTrue(outline.contains(point(x, y + 3.98)) && outline.contains(point(x, y - 3.98)))
      expectTrue(!outline.contains(point(x, y + 4.02)) && !outline.contains(point(x, y - 4.02)))
    }
  }

  @Test("Dashes outside the window are omitted, and those inside are unchanged") func hiddenDashes() throws {
    let style = StrokeStyle(width: 4, cap: .round, dashes: [3, 5])
    let line = Path(lineFrom: point(0, 0), to: point(4e3, 4e3))
    let window = Rect(x: 500, y: 480, width: 60, height: 50)
    let (all, seen) = (
      try line.stroked(style, tolerance: 0.01), try line.stroked(style, tolerance: 0.01, window: window)
    )
    expectTrue(all.contours.count > 600 && seen.contours.count < 20)
    for x in stride(from: 500.5, to: 560, by: 3) {
      for y in stride(from: 480.5, to: 530, by: 2) {
        expectEqual(
          seen.contains(point(x, y)), Outline(all.contours.filter(near(x, y))).contains(point(x, y)))
      }
    }
  }

  /// Returns a filter for contours with a point within 20 units of the given point. No other contour is large enough
  /// to surround it.
  private func near(_ x: Double, _ y: Double) -> ([Point]) -> Bool {
    { $0.contains { abs($0.x - x) < 20 && abs($0.y - y) < 20 } }
  }
}

extension Outline {
  /// Returns how often the contours surround a point clockwise. An even-odd test of each part would not show the
  /// direction.
  fileprivate func winding(around p: Point) -> Int {
    contours.reduce(0) { sum, points in
      var winding = sum
      for i in points.indices {
        let (a, b) = (points[i], points[(i + 1) % points.count])
        guard (a.y <= p.y) != (b.y <= p.y) else { continue }
        let x = a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y))
        if x > p.x { winding += a.y < b.y ? 1 : -1 }
      }
      return winding
    }
  }
}

extension Path {
  /// Returns the area of a pen that follows the path, in the path's own space. A window is ignored with dashes, whose lengths it
  /// would change.
  fileprivate func stroked(
    _ style: StrokeStyle, tolerance: Double, window: Rect? = nil
  ) throws(OutlineError) -> Outline {
    try flattened(tolerance: tolerance, reach: style.reach, window: style.dashes.isEmpty ? window : nil)
      .stroked(style, tolerance: tolerance, window: window)
  }
}
