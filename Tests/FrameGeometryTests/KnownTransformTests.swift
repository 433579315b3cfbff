import FrameGeometry
import TestSupport
import Testing

/// Values that other implementations of the same matrix publish in their tests and agree on. They test the convention
/// rather than the arithmetic.
@Suite struct KnownTransformTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var found: AffineTransform
    var expected: AffineTransform
    /// 0 if the expected numbers are exact; half a unit in the last digit if six digits are known.
    var tolerance = 0.0

    var testDescription: String { name }
  }

  private static let m = AffineTransform(1, 2, 3, 4, 5, 6)
  private static let g = AffineTransform(2, 3, 4, 5, 10, 20)
  private static let h = AffineTransform(6, 7, 8, 9, 14, 15)
  private static let slightly = g.rotated(by: Angle(degrees: 2.5))
  private static let quarter = Angle(degrees: 90)

  static let rows = [
    Row(
      name: "translatedBy", found: m.translatedBy(x: 7, y: 8),
      expected: AffineTransform(1, 2, 3, 4, 36, 52)),
    Row(name: "scaledBy", found: m.scaledBy(x: 7, y: 8), expected: AffineTransform(7, 14, 24, 32, 5, 6)),
    Row(
      name: "rotated by pi/2", found: m.rotated(by: .pi / 2),
      expected: AffineTransform(3, 4, -1, -2, 5, 6)),
    Row(name: "inverted", found: m.inverted(), expected: AffineTransform(-2, 1, 1.5, -0.5, 1, -2)),
    Row(
      name: "concatenating", found: g.concatenating(h),
      expected: AffineTransform(36, 41, 64, 73, 234, 265)),
    Row(
      name: "concatenating, the other way", found: h.concatenating(g),
      expected: AffineTransform(40, 53, 52, 69, 98, 137)),
    Row(
      name: "scaledBy 3,2", found: g.scaledBy(x: 3, y: 2), expected: AffineTransform(6, 9, 8, 10, 10, 20)),
    // 10 + 6·12 + 8·14 and 20 + 9·12 + 10·14.
    Row(
      name: "then translatedBy 12,14", found: g.scaledBy(x: 3, y: 2).translatedBy(x: 12, y: 14),
      expected: AffineTransform(6, 9, 8, 10, 194, 268)),
    Row(
      name: "rotated by 2.5 degrees", found: slightly,
      expected: AffineTransform(2.172574, 3.215242, 3.908954, 4.864383, 10, 20), tolerance: 5.1e-7),
    Row(
      name: "then translatedBy 12,14", found: slightly.translatedBy(x: 12, y: 14),
      expected: AffineTransform(2.172574, 3.215242, 3.908954, 4.864383, 90.796245, 126.684260),
      tolerance: 1e-6),
    Row(
      name: "then scaledBy .76,.34",
      found: slightly.translatedBy(x: 12, y: 14).scaledBy(x: 0.76, y: 0.34),
      expected: AffineTransform(1.651156, 2.443584, 1.329044, 1.653890, 90.796245, 126.684260),
      tolerance: 1e-6),
    Row(
      name: "a turn in a stretched layer shears",
      found: AffineTransform.identity.scaledBy(x: 2, y: 1).rotated(by: quarter),
      expected: AffineTransform(0, 1, -2, 0, 0, 0)),
    Row(
      name: "a turn of a stretched layer does not",
      found: AffineTransform(scaleX: 2, y: 1).concatenating(AffineTransform(rotation: quarter)),
      expected: AffineTransform(0, 2, -1, 0, 0, 0)),
    Row(
      name: "moved, then turned in place",
      found: AffineTransform.identity.translatedBy(x: 100, y: 50).rotated(by: Angle(degrees: 30)),
      expected: AffineTransform(0.866025, 0.5, -0.5, 0.866025, 100, 50), tolerance: 5.1e-7),
    Row(
      name: "turned, then moved along its own axes",
      found: AffineTransform.identity.rotated(by: Angle(degrees: 30)).translatedBy(x: 100, y: 50),
      expected: AffineTransform(0.866025, 0.5, -0.5, 0.866025, 61.602540, 93.301270), tolerance: 5.1e-7),
    Row(
      name: "20 degrees about 200,120",
      found: AffineTransform(rotation: Angle(degrees: 20)).about(Point(x: 200, y: 120)),
      expected: AffineTransform(0.939693, 0.342020, -0.342020, 0.939693, 53.103893, -61.167143),
      tolerance: 5.1e-7),
    Row(
      name: "skew", found: AffineTransform(skewX: Angle(degrees: 45), y: .zero),
      expected: AffineTransform(1, 0, 1, 1, 0, 0), tolerance: 2.3e-16),
  ]

  @Test(
    "Transforms match values published by other implementations", arguments: rows)
  func transform(row: Row) {
    expectTrue(row.found.distance(to: row.expected) <= row.tolerance)
  }

  struct PointRow: Sendable, CustomTestStringConvertible {
    var name: String
    var map: AffineTransform
    var from: Point
    var to: Point

    var testDescription: String { name }

    init(_ name: String, _ map: AffineTransform, _ x: Double, _ y: Double, to u: Double, _ v: Double) {
      self.name = name
      self.map = map
      from = Point(x: x, y: y)
      to = Point(x: u, y: v)
    }
  }

  private static let turn = AffineTransform(rotation: quarter)
  private static let aside = AffineTransform(translationX: 2, y: 3)
  private static let up = AffineTransform(translationX: 0, y: 1)
  private static let about = turn.about(Point(x: -1, y: 0))

  static let pointRows = [
    PointRow("m", m, 10, 20, to: 75, 106),
    PointRow("5 4 3 2 1 0", AffineTransform(5, 4, 3, 2, 1, 0), 5, 25, to: 101, 70),
    PointRow(
      "moved, then scaled",
      AffineTransform(translationX: 2, y: 0).concatenating(AffineTransform(scaleX: 5, y: -5)),
      1, 3, to: 15, -15),
    PointRow(
      "scaled, then turned by -90",
      AffineTransform(scaleX: 0.5, y: 3).concatenating(AffineTransform(rotation: Angle(degrees: -90))),
      20, 5, to: 15, -10),
    PointRow(
      "turned by 180, then moved",
      AffineTransform(rotation: Angle(degrees: 180))
        .concatenating(AffineTransform(translationX: 20, y: 15)),
      10, 10, to: 10, 5),
    PointRow("turned, then moved", turn.concatenating(aside), 1, 1, to: 1, 4),
    PointRow("moved, then turned", aside.concatenating(turn), 1, 1, to: -4, 3),
    PointRow("a skew of 2 and 4", AffineTransform(1, 4, 2, 1, 0, 0), 3, 4, to: 11, 16),
    PointRow("turned about -1,0, then moved", about.concatenating(up), 0, 0, to: -1, 2),
    PointRow("moved, then turned about -1,0", up.concatenating(about), 0, 0, to: -2, 1),
  ]

  @Test(
    "Transformed points match values published by other implementations", arguments: pointRows)
  func point(
    row: PointRow
  ) {
    expectEqual(row.from.applying(row.map), row.to)
  }

  @Test("Sizes and vectors ignore the translation of a transform and keep signs") func sizesAndVectors() {
    let k = AffineTransform(5, 4, 3, 2, 1, 0)
    expectEqual(Size(width: 10, height: 20).applying(Self.m), Size(width: 70, height: 100))
    expectEqual(Size(width: 5, height: 25).applying(k), Size(width: 100, height: 70))
    expectEqual(Vector(dx: 5, dy: 25).applying(k), Vector(dx: 100, dy: 70))
    let flip = AffineTransform(scaleX: 1, y: -1)
    expectEqual(Size(width: 100, height: 100).applying(flip), Size(width: 100, height: -100))
  }

  @Test("A transformed rectangle is the bounding box of its transformed corners") func rectangles() {
    let square = Rect(x: 0, y: 0, width: 100, height: 100)
    let turned = square.applying(AffineTransform(rotation: Angle(degrees: 45)))
    let diamond = Rect(x: -70.710678, y: 0, width: 141.421356, height: 141.421356)
    expectTrue(turned.distance(to: diamond) < 1e-6)
    let wide = Rect(x: 0, y: 0, width: 200, height: 100)
    let leaning = wide.applying(AffineTransform(rotation: Angle(degrees: 30)))
    expectTrue(leaning.distance(to: Rect(x: -50, y: 0, width: 223.205081, height: 186.602540)) < 1e-6)
  }

  /// A pinch by 1.5 at 120,80 on a layer at 100,100, then a turn by 30 degrees there: `M · T(p-c) · K · T(c-p)`.
  @Test("Scaling and rotating about a point of the parent gives the known matrix") func aboutPoint() {
    let fromPosition = Point(x: 20, y: -20)
    let scaled = AffineTransform.identity.concatenating(
      AffineTransform(scaleX: 1.5, y: 1.5).about(fromPosition))
    expectEqual(scaled, AffineTransform(1.5, 0, 0, 1.5, -10, 10))
    let turned = scaled.concatenating(
      AffineTransform(rotation: Angle(degrees: 30)).about(fromPosition))
    let expected = AffineTransform(1.299038, 0.75, -0.75, 1.299038, -20.980762, -9.019238)
    expectTrue(turned.distance(to: expected) < 5.1e-7)
  }

  /// The frame-by-frame deltas of a gesture multiply to its total value.
  @Test("The frame-by-frame deltas of a gesture multiply to its total transform") func deltas() {
    var steps = AffineTransform.identity
    for _ in 0..<4 {
      let factor = 1.5.squareRoot().squareRoot()
      steps = steps.rotated(by: Angle(degrees: 7.5)).scaledBy(x: factor, y: factor)
    }
    expectTrue(steps.distance(to: AffineTransform(1.299038, 0.75, -0.75, 1.299038, 0, 0)) < 5.1e-7)
  }
}
