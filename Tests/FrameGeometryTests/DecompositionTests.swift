import FrameGeometry
import TestSupport
import Testing

@Suite struct DecompositionTests {
  @Test("Composing the components of a decomposed matrix gives the matrix") func roundTrip() {
    var sampler = Sampler()
    var reflections = 0
    for _ in 0..<5000 {
      let m = sampler.matrix()
      if m.determinant < 0 { reflections += 1 }
      let again = AffineTransform(m.decomposed())
      expectTrue(again.distance(to: m) <= 1e-12 * m.magnitude)
    }
    expectTrue(reflections > 1000)
  }

  @Test("Decomposition round-trips for matrices scaled by 1e-12 to 1e12") func magnitudes() {
    var sampler = Sampler(seed: 2)
    for exponent in stride(from: -12.0, through: 12, by: 3) {
      for _ in 0..<100 {
        var m = sampler.tameMatrix()
        let factor = exponent < 0 ? 1 / power(10, -exponent) : power(10, exponent)
        m = m.concatenating(AffineTransform(scaleX: factor, y: factor))
        expectTrue(AffineTransform(m.decomposed()).distance(to: m) <= 1e-12 * m.magnitude)
      }
    }
  }

  @Test("Decomposing a composed matrix gives its components") func composedParts() {
    let parts = AffineTransformComponents(
      scale: Size(width: 2, height: 3), horizontalShear: 0.25, rotation: 0.5,
      translation: Vector(dx: 7, dy: -8))
    let again = AffineTransform(parts).decomposed()
    expectTrue(abs(again.scale.width - 2) < 1e-14 && abs(again.scale.height - 3) < 1e-14)
    expectTrue(abs(again.horizontalShear - 0.25) < 1e-14 && abs(again.rotation - 0.5) < 1e-15)
    expectEqual(again.translation, parts.translation)
    expectEqual(AffineTransform(AffineTransformComponents()), .identity)
    expectEqual(AffineTransform.identity.decomposed(), AffineTransformComponents())
  }

  @Test("Components apply in the order scale, shear, rotation, translation") func order() {
    let turn = Angle(degrees: 33)
    let expected = AffineTransform(scaleX: 2, y: 3)
      .concatenating(AffineTransform(1, 0, 0.25, 1, 0, 0))
      .concatenating(AffineTransform(rotation: turn))
      .concatenating(AffineTransform(translationX: 7, y: -8))
    let composed = AffineTransform(
      AffineTransformComponents(
        scale: Size(width: 2, height: 3), horizontalShear: 0.25, rotation: turn.radians,
        translation: Vector(dx: 7, dy: -8)))
    expectTrue(composed.distance(to: expected) < 1e-14)
  }

  @Test("A reflection decomposes into a negative vertical scale") func reflection() {
    let parts = AffineTransform(-1, 0, 0, 1, 0, 0).decomposed()
    expectEqual(parts.scale, Size(width: 1, height: -1))
    expectEqual(parts.rotation, .pi)
  }

  @Test("A matrix whose first row is zero round-trips through its components") func zeroFirstRow() {
    let m = AffineTransform(0, 0, 3, -4, 5, 6)
    expectEqual(m.decomposed().scale.width, 0)
    expectTrue(AffineTransform(m.decomposed()).distance(to: m) < 1e-14)
    expectEqual(AffineTransform(AffineTransform().decomposed()), AffineTransform())
  }

  @Test("A decomposed singular matrix keeps only its first row and its translation") func singularMatrix() {
    let m = AffineTransform(1, 2, 2, 4, 5, 6)
    let again = AffineTransform(m.decomposed())
    expectTrue(again.distance(to: AffineTransform(1, 2, 0, 0, 5, 6)) < 1e-14)
  }

  @Test("Singular values match known values and multiply to the absolute determinant") func singularValues() {
    let m = AffineTransform(1, 2, 3, 4, 5, 6)
    expectTrue(abs(m.singularValues.large - 5.46498570) < 5e-9)
    expectTrue(abs(m.singularValues.small - 0.36596619) < 5e-9)
    var sampler = Sampler()
    for _ in 0..<500 {
      let m = sampler.matrix()
      let (large, small) = m.singularValues
      expectTrue(large >= small && small >= 0)
      expectTrue(abs(large * small - abs(m.determinant)) < 1e-12 * max(1, large * large))
    }
  }

  private func power(_ base: Double, _ exponent: Double) -> Double {
    var product = 1.0
    for _ in 0..<Int(exponent) { product *= base }
    return product
  }
}
