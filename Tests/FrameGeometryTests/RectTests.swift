import FrameGeometry
import TestSupport
import Testing

@Suite struct RectTests {
  private let r = Rect(x: 10, y: 20, width: 30, height: 40)

  @Test("A rectangle of negative size covers the same area as its standardized form") func negativeSize() {
    let turned = Rect(x: 40, y: 60, width: -30, height: -40)
    expectEqual(turned.standardized, r)
    expectEqual(turned.corners, r.corners)
    expectTrue((turned.midX, turned.midY) == (25, 40))
    let m = AffineTransform(1, 2, 3, 4, 5, 6)
    expectEqual(turned.applying(m), r.applying(m))
    expectTrue(turned.contains(Point(x: 10, y: 20)))
    expectEqual(turned.intersection(r), r)
  }

  @Test("A rectangle contains its left and top edges but not its right and bottom edges") func halfOpen() {
    for (x, isIn) in [(9.999, false), (10, true), (39.999, true), (40, false)] {
      expectEqual(r.contains(Point(x: x, y: 30)), isIn)
    }
    for (y, isIn) in [(19.999, false), (20, true), (59.999, true), (60, false)] {
      expectEqual(r.contains(Point(x: 20, y: y)), isIn)
    }
  }

  @Test("Rectangles that share no area do not intersect") func intersection() {
    expectTrue(r.intersection(r.offsetBy(dx: 30, dy: 0)) == nil)
    expectTrue(r.intersection(r.offsetBy(dx: 0, dy: -40)) == nil)
    expectEqual(r.intersection(r.offsetBy(dx: 29, dy: -39)), Rect(x: 39, y: 20, width: 1, height: 1))
    expectTrue(r.intersection(Rect(x: 20, y: 20, width: 0, height: 9)) == nil)
  }

  @Test("The union of two rectangles encloses both, in either order") func union() {
    let other = Rect(x: -5, y: 100, width: 1, height: 1)
    let both = r.union(other)
    expectEqual(both, Rect(x: -5, y: 20, width: 45, height: 81))
    expectEqual(both, other.union(r))
    expectEqual(Rect(enclosing: []), .zero)
  }

  @Test("A rectangle is empty only if it has no area") func empty() {
    expectTrue(Rect.zero.isEmpty)
    expectTrue(Rect(x: 1, y: 1, width: 3, height: 0).isEmpty)
    expectTrue(!Rect(x: 1, y: 1, width: -3, height: 1).isEmpty)
  }
}
