import FrameGeometry
import TestSupport
import Testing

@Suite struct EllipticArcTests {
  /// The four arcs of the figure about flags in SVG 2.
  @Test(
    "The two flags of an SVG arc choose one of four arcs", arguments: [(0, 0), (0, 1), (1, 0), (1, 1)])
  func flags(large: Int, clockwise: Int) throws {
    let path = path("M125,75 a100,50 0 \(large),\(clockwise) 100,50")
    guard case .arc(let arc) = path.elements[1] else { throw PathDataError(.expectedCommand, at: 0) }
    expectTrue(arc.point(at: arc.start).distance(to: point(125, 75)) < 1e-12)
    expectTrue(arc.point(at: arc.end).distance(to: point(225, 125)) < 1e-12)
    expectEqual((arc.sweep.degrees > 0), (clockwise == 1))
    expectTrue(abs(abs(arc.sweep.degrees) - (large == 1 ? 270 : 90)) < 1e-12)
    let center = large == clockwise ? point(225, 75) : point(125, 125)
    expectTrue(arc.center.distance(to: center) < 1e-12)
  }

  @Test("An SVG arc runs from its start to its end with the given flags and radii") func startAndEnd() {
    var sampler = Sampler(seed: 3)
    for _ in 0..<2000 {
      let (p, q) = (sampler.point(), sampler.point())
      let (rx, ry, turn) = (sampler.number(0.1, 20), sampler.number(0.1, 20), sampler.number(-400, 400))
      let (large, clockwise) = (Int(sampler.number(0, 2)), Int(sampler.number(0, 2)))
      let path = path("M\(p.x) \(p.y) A\(rx) \(ry) \(turn) \(large)\(clockwise)\(q.x),\(q.y)")
      guard case .arc(let arc) = path.elements[1] else { continue }
      expectTrue(arc.point(at: arc.start).distance(to: p) < 1e-11)
      expectTrue(arc.point(at: arc.end).distance(to: q) < 1e-11)
      expectEqual((arc.sweep.degrees > 0), (clockwise == 1))
      expectTrue(large == 1 ? abs(arc.sweep.degrees) >= 180 : abs(arc.sweep.degrees) <= 180)
      // Radii that are large enough are kept as written.
      if abs(arc.sweep.degrees) != 180 {
        expectTrue(abs(Trigonometry.hypot(arc.u.dx, arc.u.dy) - rx) < 1e-12)
        expectTrue(abs(Trigonometry.hypot(arc.v.dx, arc.v.dy) - ry) < 1e-12)
      }
    }
  }

  @Test(
    "Unwinding an arc removes redundant full turns and keeps its ends",
    arguments: [
      (0.0, 0.0), (359, 359), (360, 360), (361, 361), (719, 719), (720, 360), (810, 450), (1e9, 640),
      (-1e9, -640), (-90, -90),
    ])
  func fullTurns(sweep: Double, left: Double) {
    for start in [0, 30, -1234, 1e12] {
      let arc = EllipticArc(
        center: .zero, radius: 5, start: Angle(degrees: start), sweep: Angle(degrees: sweep))
      expectEqual(arc.unwound.sweep.degrees, left)
      expectEqual(arc.unwound.point(at: arc.unwound.start), arc.point(at: arc.start))
      expectTrue(arc.unwound.point(at: arc.unwound.end).distance(to: arc.point(at: arc.end)) < 1e-12)
    }
  }

  /// Reading a written path gives the same path. Arcs are recomputed from their ends.
  @Test("Written path data reads back as the same path, with arcs up to rounding") func roundTrip() {
    var sampler = Sampler(seed: 4)
    for _ in 0..<100 {
      let drawn = sampler.path()
      let read = path(drawn.svgData)
      expectEqual(path(read.svgData).elements.count, read.elements.count)
      for (p, q) in zip(drawn.elements, read.elements) {
        if case .arc = p { break }
        expectEqual(p, q)
      }
      let lines = read.flattened(tolerance: 1e-3)
      for sample in drawn.samples(10) { expectTrue(lines.distance(to: sample) < 1.001e-3) }
      expectTrue(read.boundingBox!.distance(to: drawn.boundingBox!) < 1e-6)
    }
  }

  @Test("An ellipse without width is written as straight lines") func flatEllipse() throws {
    let flat = EllipticArc(
      center: point(10, 0), u: Vector(dx: 4, dy: 0), v: Vector(dx: 3, dy: 0), start: .zero,
      sweep: Angle(degrees: 180))
    let path = Path([.move(point(14, 0)), .arc(flat)])
    let read = try Path(svgData: path.svgData)
    expectTrue(!path.svgData.contains("A"))
    expectEqual(read.boundingBox, Rect(x: 6, y: 0, width: 9, height: 0))
    expectEqual(read.flattened(tolerance: 1).length, 10)
  }

  @Test("A path with a non-finite number has empty path data") func notFinite() {
    expectTrue(Path([.move(point(.nan, 0)), .line(.zero)]).svgData.isEmpty)
    expectTrue(Path([.move(.zero), .line(point(0, .infinity))]).svgData.isEmpty)
    expectTrue(Path(arcAround: .zero, radius: 1, from: .zero, to: Angle(degrees: .infinity)).svgData.isEmpty)
  }
}
