import FrameGeometry
import TestSupport
import Testing

@Suite struct PathFlatteningTests {
  @Test(
    "Flattened lines deviate from their curves by at most the tolerance", arguments: [1, 0.1, 0.003])
  func tolerance(tolerance: Double) {
    var sampler = Sampler(seed: 11)
    for _ in 0..<40 {
      let path = sampler.path(elements: 4)
      let lines = path.flattened(tolerance: tolerance)
      for sample in path.samples(50) { expectTrue(lines.distance(to: sample) <= tolerance * 1.0001) }
    }
  }

  @Test("A flattened curve has exactly the number of points that the formula gives") func lineCount() {
    // 6/8 of the second difference, 60, divided by the tolerance is 4500. The root is 67.1.
    expectEqual(path("M0 0C60 0 60 0 60 60").flattened(tolerance: 0.01)[0].points.count, 69)
    // 2/8 of 20, divided by the tolerance, is 500. The root is 22.4.
    expectEqual(path("M0 0Q10 10 20 0").flattened(tolerance: 0.01)[0].points.count, 24)
    // The root of r/(8·tolerance) is 35.4. Times 2π that is 222.1, so 223 lines. The last point is the first.
    expectEqual(
      Path(ellipseIn: Rect(x: 0, y: 0, width: 200, height: 200)).flattened(tolerance: 0.01)[0].points.count,
      223)
    expectEqual(path("M0 0Q10 0 20 0").flattened(tolerance: 0.01)[0].points, [point(0, 0), point(20, 0)])
  }

  @Test("Flattening a transformed path matches transforming its flattened lines") func transformed() {
    var sampler = Sampler(seed: 12)
    for _ in 0..<30 {
      let (path, m) = (sampler.path(elements: 4), sampler.tameMatrix())
      let before = path.applying(m).flattened(tolerance: 0.05)
      for line in path.flattened(tolerance: 0.05 / m.singularValues.large) {
        for p in line.points { expectTrue(before.distance(to: p.applying(m)) < 0.1) }
      }
    }
  }

  @Test("Flattened lines pass through the end points of all elements") func elementEnds() {
    let lines = path("M0 0Q1 5 0.1 0.2C1 1 2 2 3.3 4.4L7 7A5 5 0 0 1 9 9").flattened(tolerance: 0.01)
    expectTrue(lines.count == 1 && !lines[0].isClosed)
    for end in [point(0, 0), point(0.1, 0.2), point(3.3, 4.4), point(7, 7)] {
      expectTrue(lines[0].points.contains(end))
    }
    expectTrue(lines[0].points.last!.distance(to: point(9, 9)) < 1e-14)
  }

  @Test("Flattening splits contours at moves and closes, and keeps dots") func contours() {
    func shape(_ text: String) -> [String] {
      path(text).flattened(tolerance: 0.1).map { "\($0.points.count)" + ($0.isClosed ? "z" : "") }
    }
    expectTrue(shape("").isEmpty)
    expectTrue(shape("M1 1M2 2").isEmpty)
    expectEqual(shape("M0 0h5M0 9h5v5z"), ["2", "3z"])
    expectEqual(shape("M0 0h5v5zl5 9"), ["3z", "2"])
    // A line back to the start is the closing line. Without z it leaves two ends.
    expectEqual(shape("M0 0h5v5L0 0z"), ["3z"])
    expectEqual(shape("M0 0h5v5L0 0"), ["4"])
    expectEqual(shape("M0 0h0h5h0v5"), ["3"])
    // Dots.
    expectEqual(shape("M1 1z"), ["1z"])
    expectEqual(shape("M1 1h0"), ["1"])
    expectEqual(shape("M1 1Q1 1 1 1C1 1 1 1 1 1M2 2z"), ["1", "1z"])
  }

  /// The computed end of an arc is off by a few ulps. The gap to the corner must not become a line.
  @Test("Rounding errors at the ends of arcs add no extra lines") func roundingErrors() {
    let circle = path("M0.1 0.7A1.3 1.3 0 0 1 2.1 0.3 1.3 1.3 0 0 1 0.1 0.7z").flattened(tolerance: 0.01)
    expectTrue(circle.count == 1 && circle[0].isClosed)
    let lengths = zip(circle[0].points, circle[0].points.dropFirst()).map { $0.span(to: $1) }
    expectTrue(lengths.min()! > 0.1)
    expectTrue(circle[0].points.last!.span(to: circle[0].points[0]) > 0.1)
  }

  @Test("A line joins the current point to an arc that starts elsewhere") func joinedArc() {
    let arc = EllipticArc(center: .zero, radius: 5, start: .zero, sweep: Angle(degrees: 90))
    let line = Path([.move(point(9, 0)), .arc(arc)]).flattened(tolerance: 0.1)[0]
    expectEqual(line.points[0...1], [point(9, 0), point(5, 0)])
    expectEqual(line.points.last, point(0, 5))
  }

  @Test(
    "A zero, negative, tiny or NaN tolerance gives a bounded number of points",
    arguments: [0, -1, .nan, 1e-300, .leastNonzeroMagnitude])
  func extremeTolerances(tolerance: Double) {
    let text = "M0 0Q9 9 9 0C1 9 8 8 9 9A5 5 0 0 1 0 9"
    let lines = path(text).flattened(tolerance: tolerance)
    expectTrue(lines[0].points.count <= 3 * Path.mostSegments + 1)
    expectTrue(lines[0].points.last!.distance(to: point(0, 9)) < 1e-13)
    let window = Rect(x: -99, y: -99, width: 1e9, height: 1e9)
    expectTrue(
      path(text).flattened(tolerance: tolerance, window: window)[0].points.count <= 3 * Path.mostSegments
        + 200)
  }

  @Test(
    "Huge coordinates and sweeps flatten to a bounded number of points", arguments: [1e9, 1e15, 1e100])
  func farPoints(size: Double) {
    let far = Path([
      .move(.zero), .cubic(point(size, 0), point(-size, size), to: point(1, 1)),
      .arc(EllipticArc(center: point(0, 1), radius: 1, start: .zero, sweep: Angle(degrees: size))),
    ])
    expectTrue(far.flattened(tolerance: 0.1).reduce(0) { $0 + $1.points.count } < 70_000)
    let seen = far.flattened(tolerance: 0.1, window: Rect(x: 0, y: 0, width: 100, height: 100))
    expectTrue(seen.reduce(0) { $0 + $1.points.count } < 2000)
  }

  @Test("A path with a non-finite or huge number flattens to nothing") func notFinitePath() {
    for bad in [Double.nan, .infinity, -.infinity, 1e200] {
      expectTrue(
        Path([.move(.zero), .line(point(1, 1)), .line(point(bad, 0))]).flattened(tolerance: 1).isEmpty)
      expectTrue(
        Path(arcAround: .zero, radius: bad, from: .zero, to: Angle(degrees: 9)).flattened(tolerance: 1)
          .isEmpty)
      expectTrue(
        Path(arcAround: .zero, radius: 1, from: .zero, to: Angle(degrees: bad)).flattened(tolerance: 1)
          .isEmpty)
    }
  }

  /// A circle with a radius of 1e9 passes through the center of the window.
  @Test("In a window, a circle of radius 1e9 is within tolerance with under 300 points") func hugeCircle() {
    let radius = 1e9
    let circle = EllipticArc(
      center: point(0, -radius), radius: radius, start: Angle(degrees: 17), sweep: Angle(degrees: 360))
    let path = Path([.move(circle.point(at: circle.start)), .arc(circle), .close])
    let window = Rect(x: -50_000, y: -50_000, width: 100_000, height: 100_000)
    let line = path.flattened(tolerance: 0.01, reach: 10, window: window)[0]
    expectTrue(line.points.count < 300)
    for x in stride(from: -50_000.0, through: 50_000, by: 100) {
      let sample = point(x, (radius * radius - x * x).squareRoot() - radius)
      expectTrue([line].distance(to: sample) < 0.0101)
    }
  }

  /// A window does not change what lies inside it.
  @Test("Flattening with a window does not change the area inside the window") func window() {
    var sampler = Sampler(seed: 13)
    let window = Rect(x: -2, y: -2, width: 4, height: 4)
    for _ in 0..<60 {
      let path = sampler.path(elements: 5)
      let all = Outline(path.flattened(tolerance: 1e-4))
      let seen = Outline(path.flattened(tolerance: 1e-4, window: window))
      let lines = path.flattened(tolerance: 1e-4)
      for _ in 0..<30 {
        let p = point(sampler.number(-2, 2), sampler.number(-2, 2))
        expectTrue(all.contains(p) == seen.contains(p) || lines.distance(to: p) < 2e-4)
      }
    }
  }
}
