@testable import FrameGeometry
import TestSupport
import Testing

@Suite struct ProjectionTests {
  private static func quad(_ n: Double...) -> Quad { Quad(numbers: n) }

  /// Random convex quadrilaterals at all places and sizes.
  private static func quads(_ count: Int) -> [Quad] {
    var sampler = Sampler(seed: 63)
    var found: [Quad] = []
    while found.count < count {
      let (size, x, y) = (sampler.number(1, 9000), sampler.number(-2e4, 2e4), sampler.number(-2e4, 2e4))
      let quad = Quad(numbers: (0..<8).map { ($0 % 2 == 0 ? x : y) + sampler.number(0, size) })
      if quad.fault == nil { found.append(quad) }
    }
    return found
  }

  @Test("Corners map to corners, and the inverse brings them back") func corners() throws {
    let rect = Rect(x: -3, y: 7.5, width: 1200, height: 801)
    for quad in Self.quads(2000) {
      let map = try #require(Projection(rect, to: quad))
      let back = try #require(map.inverse)
      for (corner, place) in zip(rect.corners, quad.corners) {
        expectTrue(map.weight(at: corner) > 0)
        let found = corner.applying(map)
        expectTrue(found.distance(to: place) < 1e-9 * max(1, abs(place.x), abs(place.y)), "\(quad)")
        expectTrue(back.weight(at: place) > 0)
      }
    }
  }

  @Test("Straight lines stay straight, and cross ratios stay") func lines() throws {
    let map = try #require(
      Projection(Rect(x: 0, y: 0, width: 4, height: 3), to: Self.quad(1, 2, 9, 1, 8, 7, 2, 9)))
    let places = [0.0, 1, 2, 4].map { Point(x: $0, y: 0.75 * $0).applying(map) }
    for place in places {
      expectTrue(abs(Vector(from: places[0], to: place).cross(Vector(from: places[0], to: places[3]))) < 1e-9)
    }
    func ratio(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      (c - a) * (d - b) / ((c - b) * (d - a))
    }
    expectTrue(abs(ratio(places[0].x, places[1].x, places[2].x, places[3].x) - ratio(0, 1, 2, 4)) < 1e-9)
  }

  @Test("The derivative is that of differences") func derivative() throws {
    for quad in Self.quads(100) {
      let map = try #require(Projection(Rect(x: 0, y: 0, width: 100, height: 100), to: quad))
      let point = Point(x: 31, y: 64)
      let linear = map.linearized(at: point)
      expectTrue(point.applying(linear).distance(to: point.applying(map)) < 1e-6)
      let step = Vector(dx: 1e-4, dy: -2e-4)
      let exact = Vector(from: point.applying(map), to: (point + step).applying(map))
      expectTrue((exact - step.applying(linear)).length < 1e-4 * exact.length)
    }
  }

  @Test("Corners of a parallelogram give an affine map with its six numbers") func parallelogram() {
    let rect = Rect(x: 0, y: 0, width: 100, height: 50)
    expectEqual(
      PlaneMap(rect, to: Self.quad(10, 20, 110, 30, 105, 80, 5, 70)),
      .affine(AffineTransform(1, 0.1, -0.1, 1, 10, 20)))
    expectEqual(PlaneMap(rect, to: Quad(rect)), .identity)
    expectTrue(PlaneMap(rect, to: Self.quad(10, 20, 110, 30, 105, 80.000001, 5, 70))?.affine == nil)
  }

  @Test(
    "Corners that are not those of a convex quadrilateral have a fault",
    arguments: [
      ([0, 0, 10, 0, 0, 10, 10, 10], Quad.Fault.cross), ([0, 0, 10, 10, 10, 0, 0, 10], .cross),
      ([0, 0, 10, 0, 2, 2, 0, 10], .fold), ([0, 0, 10, 0, 10, 0, 0, 10], .coincide),
      ([0, 0, 10, 0, 0, 0, 0, 10], .coincide), ([0, 0, 5, 0, 10, 0, 0, 10], .onLine),
      ([0, 0, 1, 1, 2, 2, 3, 3], .onLine), ([.nan, 0, 10, 0, 10, 10, 0, 10], .notFinite),
      ([.infinity, 0, 10, 0, 10, 10, 0, 10], .notFinite),
    ])
  func faults(numbers: [Double], fault: Quad.Fault) {
    expectEqual(Quad(numbers: numbers).fault, fault)
    expectTrue(Projection(Rect(x: 0, y: 0, width: 5, height: 5), to: Quad(numbers: numbers)) == nil)
  }

  @Test("The first fault on the way between random quadrilaterals is where a search finds it") func way() {
    var generator = SplitMix64(seed: 7)
    func random() -> Quad {
      while true {
        let quad = Quad(numbers: (0..<8).map { _ in Double(generator.next() >> 11) * 0x1p-53 * 100 })
        if quad.fault == nil { return quad }
      }
    }
    for _ in 0..<300 {
      let (start, end) = (random(), random())
      let steps = 2000
      let first = (0...steps).first { step in
        let share = Double(step) / Double(steps)
        return Quad(numbers: zip(start.numbers, end.numbers).map { $0 + ($1 - $0) * share }).fault != nil
      }
      let found = start.firstFault(towards: end)?.share
      // Corners may have a fault between two steps.
      guard let first else { continue }
      expectTrue(
        found.map { $0 <= Double(first) / Double(steps) && $0 > Double(first - 1) / Double(steps) - 1e-9 }
          ?? false)
    }
  }

  @Test("A mirrored quadrilateral has no fault") func mirrored() {
    expectTrue(Self.quad(10, 0, 0, 0, 0, 10, 10, 10).fault == nil)
    expectTrue(Self.quad(0, 0, 10, 0, 10, 10, 0, 10).fault == nil)
  }

  @Test("A tilt has the numbers of CSS's matrices") func tilt() {
    // The rows and columns 1, 2 and 4 of perspective(400px) rotateX(30deg) rotateY(45deg), as browsers compute them.
    let tilt = Projection(tiltX: Angle(degrees: 30), y: Angle(degrees: 45), distance: 400)
    let expected = [0.7071067812, 0, 0, 0.3535533906, 0.8660254038, 0, 0.0015309311, -0.00125, 1]
    expectTrue(zip(tilt.numbers, expected).allSatisfy { abs($0 - $1) < 1e-9 })
    expectEqual(Projection(tiltX: .zero, y: .zero, distance: 5), Projection(.identity))
  }

  @Test("A keystone makes the image of parallel lines parallel") func keystone() throws {
    // A camera at a distance of 1000 pixels from its plane, tilted upward by 10 degrees, sees two walls.
    let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: 10))
    func seen(_ x: Double, _ y: Double) -> Point {
      // In front of the camera, up is negative.
      let (depth, height) = (1000 * c - y * s, y * c + 1000 * s)
      return Point(x: 1000 * x / depth, y: 1000 * height / depth)
    }
    let map = Projection(keystoneX: .zero, y: Angle(degrees: 10), distance: 1000)
    for x in [-200.0, 300] {
      let top = seen(x, -300).applying(map)
      let bottom = seen(x, 100).applying(map)
      expectTrue(abs(top.x - bottom.x) < 1e-9, "\(top) \(bottom)")
    }
    expectEqual(Point.zero.applying(map), .zero)
  }

  @Test("A polygon that crosses the horizon keeps what is ahead of it") func horizon() {
    let map = Projection(1, 0, 0, 0, 1, 0, 0.1, 0, 1)
    let polygon = ConvexPolygon(Rect(x: -20, y: 0, width: 40, height: 10), applying: .projective(map))
    expectTrue(polygon.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    expectTrue(polygon.corners.map(\.x).max()! < 7)
    expectTrue(Point(x: -11, y: 0).applying(PlaneMap.projective(map)) == nil)
    let behind = ConvexPolygon(Rect(x: -40, y: 0, width: 10, height: 10), applying: .projective(map))
    expectTrue(behind.corners.isEmpty)
  }

  @Test("The largest rectangle in a quadrilateral is inside, and no other is larger") func inscribed() throws
  {
    var sampler = Sampler(seed: 64)
    for _ in 0..<40 {
      let quad = Quad(numbers: [
        sampler.number(0, 12), sampler.number(0, 12), sampler.number(18, 30), sampler.number(0, 12),
        sampler.number(18, 30), sampler.number(18, 30), sampler.number(0, 12), sampler.number(18, 30),
      ])
      guard quad.fault == nil else { continue }
      let polygon = ConvexPolygon(corners: quad.corners)
      let found = try #require(polygon.largestRect(aspectRatio: nil))
      expectTrue(polygon.contains(found.corners, slack: 1e-6))
      for width in 1...30 {
        for height in 1...30 where Double(width * height) > found.size.width * found.size.height {
          for i in 0..<900 {
            let place = Rect(
              x: Double(i % 30), y: Double(i / 30), width: Double(width), height: Double(height))
            expectTrue(!polygon.contains(place.corners, slack: -1e-6), "\(quad) \(place) \(found)")
          }
        }
      }
      let wide = try #require(polygon.largestRect(aspectRatio: 2))
      expectTrue(wide.size.width == 2 * wide.size.height && polygon.contains(wide.corners, slack: 1e-6))
    }
    let upright = ConvexPolygon(corners: Rect(x: 0.5, y: 0.5, width: 30, height: 20).corners)
    expectEqual(upright.largestRect(aspectRatio: nil)?.size, Size(width: 30, height: 20))
  }
}
