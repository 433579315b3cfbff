import FrameGeometry
import TestSupport
import Testing

/// Laws that hold for every matrix.
@Suite struct TransformLawTests {
  @Test("AffineTransform() is the zero matrix, and transforms compare as IEEE 754 numbers") func zeroMatrix()
  {
    expectEqual(AffineTransform(), AffineTransform(0, 0, 0, 0, 0, 0))
    expectTrue(!AffineTransform().isIdentity)
    expectTrue(AffineTransform.identity.isIdentity)
    expectEqual(AffineTransform.identity, AffineTransform(1, -0.0, 0, 1, 0, -0.0))
    expectTrue(AffineTransform(.nan, 0, 0, 1, 0, 0) != AffineTransform(.nan, 0, 0, 1, 0, 0))
  }

  @Test("A transform concatenated with its inverse is the identity") func inverse() {
    var sampler = Sampler()
    for _ in 0..<1000 {
      let m = sampler.tameMatrix()
      let inverse = m.inverted()
      let tolerance = 1e-12 * max(1, m.magnitude * inverse.magnitude)
      expectTrue(m.concatenating(inverse).distance(to: .identity) <= tolerance)
      expectTrue(inverse.concatenating(m).distance(to: .identity) <= tolerance)
    }
  }

  @Test(
    "Inverting a transform that has no inverse returns it unchanged",
    arguments: [
      AffineTransform(0, 0, 0, 0, 3, 4), AffineTransform(1, 2, 2, 4, 5, 6), AffineTransform(0, 0, 1, 1, 0, 0),
      AffineTransform(1e200, 0, 0, 1e200, 0, 0), AffineTransform(.infinity, 0, 0, 1, 0, 0),
    ])
  func singularInverse(m: AffineTransform) {
    expectEqual(m.inverted(), m)
    expectTrue(m.inverse == nil)
  }

  @Test("Concatenation of transforms is associative") func associativity() {
    var sampler = Sampler()
    for _ in 0..<1000 {
      let (l, m, n) = (sampler.matrix(), sampler.matrix(), sampler.matrix())
      let left = l.concatenating(m).concatenating(n)
      let right = l.concatenating(m.concatenating(n))
      expectTrue(left.distance(to: right) <= 1e-12 * max(1, left.magnitude))
    }
  }

  @Test("Applying a concatenation equals applying its transforms in sequence") func concatenatedPoints() {
    var sampler = Sampler()
    for _ in 0..<1000 {
      let (m, n, p) = (sampler.matrix(), sampler.matrix(), sampler.point())
      let stepwise = p.applying(m).applying(n)
      expectTrue(p.applying(m.concatenating(n)).distance(to: stepwise) <= 1e-10)
    }
  }

  @Test("The determinant of a concatenation is the product of the determinants") func determinants() {
    var sampler = Sampler()
    for _ in 0..<1000 {
      let (m, n) = (sampler.matrix(), sampler.matrix())
      let product = m.determinant * n.determinant
      expectTrue(abs(m.concatenating(n).determinant - product) <= 1e-9)
    }
  }

  @Test("translatedBy, scaledBy, rotated and skewedBy prepend their operation") func prepending() {
    var sampler = Sampler()
    for _ in 0..<200 {
      let m = sampler.matrix()
      let (x, y) = (sampler.number(), sampler.number())
      let angle = Angle(degrees: sampler.number(-720, 720))
      let lean = Angle(degrees: sampler.number(-60, 60))
      let pairs = [
        (m.translatedBy(x: x, y: y), AffineTransform(translationX: x, y: y)),
        (m.scaledBy(x: x, y: y), AffineTransform(scaleX: x, y: y)),
        (m.rotated(by: angle), AffineTransform(rotation: angle)),
        (m.skewedBy(x: lean, y: .zero), AffineTransform(skewX: lean, y: .zero)),
      ]
      for (found, first) in pairs {
        expectTrue(found.distance(to: first.concatenating(m)) <= 1e-12 * max(1, found.magnitude))
      }
    }
  }

  @Test("Successive rotations add their angles") func rotations() {
    var sampler = Sampler()
    for _ in 0..<1000 {
      let m = sampler.matrix()
      let (a, b) = (sampler.number(-720, 720), sampler.number(-720, 720))
      let twice = m.rotated(by: Angle(degrees: a)).rotated(by: Angle(degrees: b))
      expectTrue(twice.distance(to: m.rotated(by: Angle(degrees: a + b))) <= 1e-12)
    }
    let whole = AffineTransform.identity.rotated(by: 2 * Double.pi)
    expectTrue(whole.distance(to: .identity) <= 1e-15)
  }

  @Test("A linear transform about a point leaves the point in place") func fixedPoint() {
    var sampler = Sampler()
    for _ in 0..<200 {
      let (m, p) = (sampler.matrix().linear, sampler.point())
      expectTrue(p.applying(m.about(p)).distance(to: p) <= 1e-12)
      expectEqual(m.about(p).linear, m)
    }
  }

  @Test("A transform is finite only if all six numbers are finite") func finite() {
    expectTrue(AffineTransform.identity.isFinite)
    for i in 0..<6 {
      for bad in [Double.infinity, -.infinity, .nan] {
        var n = AffineTransform.identity.numbers
        n[i] = bad
        expectTrue(!AffineTransform(n[0], n[1], n[2], n[3], n[4], n[5]).isFinite)
      }
    }
  }
}
