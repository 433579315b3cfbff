import FrameGeometry
import TestSupport
import Testing

@Suite struct ConvexPolygonTests {
  private let unit = ConvexPolygon(Rect(x: 0, y: 0, width: 1, height: 1), applying: AffineTransform.identity)

  @Test("The area of a polygon does not depend on its direction or position") func areas() {
    expectEqual(unit.area, 1)
    expectEqual(ConvexPolygon(corners: []).area, 0)
    expectEqual(ConvexPolygon(corners: [.zero, Point(x: 1, y: 1)]).area, 0)
    let triangle = ConvexPolygon(corners: [.zero, Point(x: 4, y: 0), Point(x: 0, y: 3)])
    expectEqual(triangle.area, 6)
    expectEqual(ConvexPolygon(corners: triangle.corners.reversed()).area, 6)
    let far = AffineTransform(0.5, 0, 0, 0.5, 1e9, -1e9)
    expectEqual(ConvexPolygon(Rect(x: 0, y: 0, width: 1, height: 1), applying: far).area, 0.25)
  }

  @Test("A transform multiplies areas by the absolute value of its determinant") func determinant() {
    var sampler = Sampler()
    for _ in 0..<500 {
      let m = sampler.matrix()
      let area = ConvexPolygon(Rect(x: -1, y: 2, width: 3, height: 4), applying: m).area
      expectTrue(abs(area - 12 * abs(m.determinant)) < 1e-9)
    }
  }

  @Test("The areas of a polygon clipped to each pixel sum to its whole area") func pixelAreas() {
    var sampler = Sampler(seed: 5)
    for _ in 0..<40 {
      let shape = ConvexPolygon(Rect(x: -1, y: -1, width: 2, height: 2), applying: tame(&sampler))
      let box = shape.boundingBox!
      var sum = 0.0
      for y in Int(box.minY.rounded(.down))..<Int(box.maxY.rounded(.up)) {
        for x in Int(box.minX.rounded(.down))..<Int(box.maxX.rounded(.up)) {
          let pixel = shape.clipped(to: Rect(x: Double(x), y: Double(y), width: 1, height: 1))
          expectTrue(pixel.area <= 1 + 1e-12)
          sum += pixel.area
        }
      }
      expectTrue(abs(sum - shape.area) < 1e-9)
    }
  }

  /// Clipping to a polygon gives the same areas, whichever direction its corners go.
  @Test("Clipping to a rectangle or to an equal polygon gives the same area") func rectangularClip() {
    var sampler = Sampler(seed: 6)
    for _ in 0..<200 {
      let shape = ConvexPolygon(Rect(x: 0, y: 0, width: 1, height: 1), applying: tame(&sampler))
      let rect = Rect(
        x: sampler.number(-3, 1), y: sampler.number(-3, 1), width: sampler.number(1, 5),
        height: sampler.number(1, 5))
      let expected = shape.clipped(to: rect).area
      let polygon = ConvexPolygon(rect, applying: AffineTransform.identity)
      let back = ConvexPolygon(corners: polygon.corners.reversed())
      expectTrue(abs(shape.clipped(to: polygon).area - expected) < 1e-9)
      expectTrue(abs(shape.clipped(to: back).area - expected) < 1e-9)
      expectTrue(abs(polygon.clipped(to: shape).area - expected) < 1e-9)
    }
  }

  @Test("Clipping keeps a contained polygon and empties a disjoint one") func insideAndOutside() {
    let around = Rect(x: -1, y: -1, width: 4, height: 4)
    expectEqual(unit.clipped(to: around), unit)
    expectEqual(unit.clipped(to: Rect(x: 2, y: 2, width: 1, height: 1)).area, 0)
    expectEqual(unit.clipped(to: Rect(x: 1, y: 0, width: 1, height: 1)).area, 0)
    expectEqual(unit.clipped(to: Rect(x: 0.25, y: -1, width: 0.5, height: 9)).area, 0.5)
    expectTrue(unit.clipped(to: ConvexPolygon(corners: [])).corners.isEmpty)
    expectEqual(unit.clipped(ahead: Vector(dx: 3, dy: 0), of: Point(x: 0.25, y: 9)).area, 0.75)
    expectEqual(unit.clipped(ahead: Vector(dx: 1, dy: -1), of: Point.zero).area, 0.5)
    expectTrue(ConvexPolygon(corners: []).boundingBox == nil)
    expectEqual(unit.boundingBox, Rect(x: 0, y: 0, width: 1, height: 1))
  }

  private func tame(_ sampler: inout Sampler) -> AffineTransform {
    let m = sampler.tameMatrix()
    return AffineTransform(m.a / 2, m.b / 2, m.c / 2, m.d / 2, m.tx / 5, m.ty / 5)
  }

  @Test("A cut through a corner leaves no two equal corners, and the inside stays inside") func cutAtCorner()
  {
    let square = ConvexPolygon(Rect(x: 0, y: 0, width: 10, height: 10), applying: AffineTransform.identity)
    for rect in [
      Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 0, y: -5, width: 10, height: 10),
      Rect(x: 5, y: 5, width: 5, height: 5),
    ] {
      let part = square.clipped(to: ConvexPolygon(rect, applying: AffineTransform.identity))
      expectEqual(part.corners.count, 4)
      expectEqual(Set(part.corners.map { "\($0)" }).count, 4)
      expectTrue(part.isClockwise)
    }
    // The diagonal goes through two corners.
    let half = square.clipped(ahead: Vector(dx: 1, dy: -1), of: Point.zero)
    expectEqual(half.corners.count, 3)
    // Three corners on a line have no turn, and the polygon has one.
    let flat = ConvexPolygon(corners: [
      .init(x: 0, y: 0), .init(x: 0, y: 5), .init(x: 0, y: 10), .init(x: 9, y: 0),
    ])
    expectTrue(!flat.isClockwise)
  }
}
