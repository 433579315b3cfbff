@testable import FrameGeometry
import TestSupport
import Testing

/// Exact quarter turns, and snapping of transforms that are close to one.
@Suite struct RightAngleTests {
  private static let quarters = [
    AffineTransform(1, 0, 0, 1, 0, 0), AffineTransform(0, 1, -1, 0, 0, 0),
    AffineTransform(-1, 0, 0, -1, 0, 0), AffineTransform(0, -1, 1, 0, 0, 0),
  ]

  @Test(
    "Rotations by multiples of 90 degrees are exact",
    arguments: [-7, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 1001, 4_000_000_003, -4_000_000_001])
  func quarterTurns(n: Int) {
    let expected = Self.quarters[(n % 4 + 4) % 4]
    expectEqual(AffineTransform(rotation: Angle(degrees: Double(n) * 90)), expected)
    expectEqual(AffineTransform(rotation: Angle(turns: Double(n) * 0.25)), expected)
  }

  /// Radians cannot represent a quarter turn exactly, but the transform snaps to the intended form.
  @Test(
    "Rotations by multiples of half pi snap to exact quarter turns", arguments: -1000...1000)
  func halfPiMultiples(
    n: Int
  ) {
    let turn = AffineTransform(rotationAngle: Double(n) * .pi / 2)
    expectEqual(turn.snapped, Self.quarters[(n % 4 + 4) % 4])
  }

  @Test("Rotations by up to four times half pi are exact without snapping") func halfPi() {
    for n in -4...4 {
      let turn = AffineTransform(rotationAngle: Double(n) * .pi / 2)
      expectEqual(turn, Self.quarters[(n % 4 + 4) % 4])
    }
  }

  @Test(
    "Equal rotations that add up to a full turn snap to the identity",
    arguments: [1, 2, 3, 5, 8, 10, 24, 72, 360])
  func smallTurns(
    parts: Int
  ) {
    var t = AffineTransform.identity
    for _ in 0..<parts { t = t.rotated(by: Angle(degrees: 360 / Double(parts))) }
    expectEqual(t.snapped, .identity)
  }

  @Test("Linear parts snap within 1e-9 of a right-angle form and no further") func matrixTolerance() {
    for form in Orientation.allCases.map(\.linear) {
      for i in 0..<4 {
        for off in [9e-10, -9e-10] {
          expectEqual(moved(form, i, by: off).snapped, form)
          expectTrue(moved(form, i, by: off).rightAngleForm != nil)
        }
        for off in [1.1e-9, -1.1e-9] {
          let t = moved(form, i, by: off)
          expectEqual(t.snapped, t)
          expectTrue(t.rightAngleForm == nil)
        }
      }
    }
  }

  @Test(
    "Offsets snap to whole pixels within a millionth and no further", arguments: [4, 5])
  func offsetTolerance(index: Int) {
    for whole in [-30.0, 0, 7, 12345] {
      let exact = moved(.identity, index, by: whole)
      expectEqual(moved(exact, index, by: 9e-7).snapped, exact)
      let beyond = moved(exact, index, by: 1.1e-6)
      expectEqual(beyond.snapped, beyond)
      expectTrue(beyond.rightAngleForm == nil)
      expectTrue(moved(exact, index, by: 0.5).rightAngleForm == nil)
    }
  }

  @Test(
    "A right-angle form consists of an orientation and a whole-pixel offset", arguments: Orientation.allCases)
  func formNames(
    orientation: Orientation
  ) {
    var t = orientation.linear
    (t.tx, t.ty) = (-3, 8)
    expectEqual(t.rightAngleForm, AffineTransform.RightAngleForm(orientation: orientation, dx: -3, dy: 8))
  }

  @Test("Scaled, oblique, singular, distant and NaN transforms have no right-angle form") func otherMatrices()
  {
    expectTrue(AffineTransform(scaleX: 2, y: 2).rightAngleForm == nil)
    expectTrue(AffineTransform(rotation: Angle(degrees: 45)).rightAngleForm == nil)
    expectTrue(AffineTransform().rightAngleForm == nil)
    expectTrue(AffineTransform(1, 0, 0, 1, 1e12, 0).rightAngleForm == nil)
    expectTrue(AffineTransform(.nan, 0, 0, 1, 0, 0).rightAngleForm == nil)
    expectTrue(AffineTransform(1, 0, 0, 1, .nan, 0).rightAngleForm == nil)
  }

  private func moved(_ t: AffineTransform, _ index: Int, by off: Double) -> AffineTransform {
    var n = t.numbers
    n[index] += off
    return AffineTransform(n[0], n[1], n[2], n[3], n[4], n[5])
  }
}
