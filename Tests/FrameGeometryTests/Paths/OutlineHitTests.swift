import FrameGeometry
import TestSupport
import Testing

@Suite struct OutlineHitTests {
  /// Two nested squares, first in the same direction, then in opposite directions.
  @Test(
    "Nested squares contain points according to fill rule and direction",
    arguments: [
      (1.0, 1.0, true, true), (5, 5, true, false), (-1, 5, false, false), (11, 5, false, false),
      (5, -1, false, false),
    ])
  func rules(x: Double, y: Double, nonZero: Bool, evenOdd: Bool) {
    let same = [Path(Rect(x: 0, y: 0, width: 10, height: 10)), Path(Rect(x: 3, y: 3, width: 4, height: 4))]
      .flatMap { $0.flattened(tolerance: 1) }
    expectEqual(Outline(same).contains(point(x, y)), nonZero)
    expectEqual(Outline(same, rule: .evenOdd).contains(point(x, y)), evenOdd)
    let other = [same[0].points, same[1].points.reversed()]
    expectEqual(Outline(other).contains(point(x, y)), evenOdd)
    expectEqual(Outline(other, rule: .evenOdd).contains(point(x, y)), evenOdd)
  }

  @Test("The path of a rectangle contains the same points as the rectangle") func rectangle() {
    let rect = Rect(x: 1, y: 2, width: 3, height: 4)
    for path in [Path(rect), Path(polygon: rect.corners.reversed())] {
      for x in stride(from: 0.0, through: 5, by: 0.5) {
        for y in stride(from: 1.0, through: 7, by: 0.5) {
          expectEqual(Outline(path.flattened(tolerance: 1)).contains(point(x, y)), rect.contains(point(x, y)))
          expectEqual(path.contains(point(x, y)), rect.contains(point(x, y)))
        }
      }
    }
  }

  /// Two triangles share an edge, in the same or opposite directions. Each point of the edge lies in exactly one of
  /// them.
  @Test("Each point of an edge shared by two triangles lies in exactly one of them") func commonEdge() {
    var sampler = Sampler(seed: 41)
    for _ in 0..<300 {
      let (a, b) = (sampler.point(), sampler.point())
      let (left, right) = (sampler.point(), sampler.point())
      guard cross(a, b, left) > 0, cross(a, b, right) < 0 else { continue }
      let one = Outline([[a, b, left]])
      let other = Outline([sampler.number() > 0 ? [a, b, right] : [b, a, right]])
      for i in 1..<64 {
        let t = Double(i) / 64
        let p = point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
        expectTrue(one.contains(p) != other.contains(p))
      }
    }
  }

  @Test("The center of a fan of triangles lies in exactly one of them") func commonCorner() {
    for turn in stride(from: 0.0, to: 90, by: 7.5) {
      let rim = (0..<6).map { i -> Point in
        let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: turn + Double(i) * 60))
        return point(3 + c, 4 + s)
      }
      let holders = (0..<6).filter {
        Outline([[point(3, 4), rim[$0], rim[($0 + 1) % 6]]]).contains(point(3, 4))
      }
      expectEqual(holders.count, 1)
    }
  }

  @Test("Hit tests are accurate to 1e-8 of a circle's radius and follow the fill rule") func curves() {
    let circle = Path(ellipseIn: Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6))
    for degrees in stride(from: 1.0, to: 360, by: 13) {
      let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: degrees))
      expectTrue(circle.contains(point(c * 999_999.99, s * 999_999.99)))
      expectTrue(!circle.contains(point(c * 1_000_000.01, s * 1_000_000.01)))
    }
    let star = path("M0 -10L6 8L-9.5 -3L9.5 -3L-6 8z")
    expectTrue(star.contains(.zero) && !star.contains(.zero, rule: .evenOdd))
    expectTrue(star.contains(point(0, -8), rule: .evenOdd))
  }

  @Test("Empty outlines contain no point, and no outline contains a non-finite point") func emptyOutline() {
    expectTrue(!Outline().contains(.zero))
    expectTrue(!Outline([[], [.zero], [.zero, point(1, 1)]]).contains(.zero))
    expectTrue(!Path().contains(.zero))
    for bad in [point(.nan, 1), point(1, .nan), point(.infinity, 1), point(1, -.infinity)] {
      let rect = Path(Rect(x: 0, y: 0, width: 5, height: 5))
      expectTrue(!rect.contains(bad) && !Outline(rect.flattened(tolerance: 1)).contains(bad))
    }
  }

  private func cross(_ a: Point, _ b: Point, _ p: Point) -> Double {
    (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
  }
}
