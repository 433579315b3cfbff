import Foundation
import FrameGeometry
import TestSupport
import Testing

/// Our trigonometric functions compared with the C library's, which are accurate but differ between platforms.
@Suite struct TrigonometryTests {
  @Test("Sine and cosine of up to 45 degrees are within two ulps of the C library") func smallAngles() {
    for i in -4500...4500 {
      let angle = Angle(degrees: Double(i) / 100)
      let (s, c) = Trigonometry.sineAndCosine(angle)
      expectTrue(ulps(s, Foundation.sin(angle.radians)) <= 2)
      expectTrue(ulps(c, Foundation.cos(angle.radians)) <= 2)
    }
  }

  /// Outside the first quarter the C library's argument is itself rounded, by half an ulp of values up to 8.
  @Test("Sine and cosine of up to 360 degrees are within 1.5e-15 of the C library") func anyAngle() {
    var sampler = Sampler()
    for _ in 0..<5000 {
      let angle = Angle(degrees: sampler.number(-360, 360))
      let (s, c) = Trigonometry.sineAndCosine(angle)
      expectTrue(abs(s - Foundation.sin(angle.radians)) <= 1.5e-15)
      expectTrue(abs(c - Foundation.cos(angle.radians)) <= 1.5e-15)
      expectTrue(abs(s * s + c * c - 1) <= 4 * Double.ulpOfOne)
    }
  }

  @Test("Angles convert between units, and sines of radians match the C library") func units() {
    var sampler = Sampler()
    for _ in 0..<1000 {
      let x = sampler.number(-7, 7)
      expectTrue(abs(Trigonometry.sine(radians: x) - Foundation.sin(x)) <= 2e-15)
      expectTrue(abs(Trigonometry.cosine(radians: x) - Foundation.cos(x)) <= 2e-15)
      expectTrue(abs(Angle(radians: x).radians - x) <= x.magnitude.ulp)
    }
    expectEqual(Angle(turns: 0.75), Angle(degrees: 270))
    expectEqual(Angle(radians: .pi), Angle(degrees: 180))
  }

  @Test(
    "Sine and cosine of multiples of 30 and 45 degrees are within one ulp",
    arguments: [0, 30, 45, 60, 90, 120, 135, 150, 180, 225, 270, 315, 330, 360])
  func specialAngles(degrees: Int) {
    let roots: [Int: Double] = [
      0: 0, 30: 0.5, 45: 0.5.squareRoot(), 60: 0.75.squareRoot(), 90: 1,
    ]
    func sine(_ n: Int) -> Double {
      let n = (n % 360 + 360) % 360
      if n > 180 { return -sine(n - 180) }
      return roots[n > 90 ? 180 - n : n]!
    }
    let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: Double(degrees)))
    expectTrue(ulps(s, sine(degrees)) <= 1)
    expectTrue(ulps(c, sine(degrees + 90)) <= 1)
    if degrees % 90 == 0 { expectTrue(s == sine(degrees) && c == sine(degrees + 90)) }
  }

  @Test("Sine and cosine are exactly symmetric and periodic at whole degrees") func symmetries() {
    for i in 0...360 {
      let plus = Trigonometry.sineAndCosine(Angle(degrees: Double(i)))
      let minus = Trigonometry.sineAndCosine(Angle(degrees: Double(-i)))
      expectTrue(minus.sine == -plus.sine && minus.cosine == plus.cosine)
      let far = Trigonometry.sineAndCosine(Angle(degrees: Double(i) + 360 * 1e9))
      expectTrue(far == plus)
      let next = Trigonometry.sineAndCosine(Angle(degrees: Double(i + 90)))
      if i % 90 != 45 { expectTrue(next.sine == plus.cosine && next.cosine == -plus.sine) }
    }
  }

  @Test("Sine and cosine of NaN and infinity are NaN") func notFinite() {
    for bad in [Double.nan, .infinity, -.infinity] {
      let (s, c) = Trigonometry.sineAndCosine(Angle(degrees: bad))
      expectTrue(s.isNaN && c.isNaN)
    }
  }

  @Test("The tangent matches the C library below 90 degrees and is infinite at 90") func tangent() {
    expectTrue(ulps(Trigonometry.tangent(Angle(degrees: 45)), 1) <= 1)
    expectEqual(Trigonometry.tangent(.zero), 0)
    expectTrue(Trigonometry.tangent(Angle(degrees: 90)).isInfinite)
    for i in -89...89 {
      let angle = Angle(degrees: Double(i))
      let expected = Foundation.tan(angle.radians)
      expectTrue(abs(Trigonometry.tangent(angle) - expected) <= 1e-14 * max(1, expected * expected))
    }
  }

  /// An angle that is halved twice accumulates up to three roundings.
  @Test("The arc tangent is within three ulps of the C library") func arcTangent() {
    var sampler = Sampler()
    for _ in 0..<5000 {
      let (y, x) = (sampler.number(), sampler.number())
      expectTrue(ulps(Trigonometry.atan2(y, x), Foundation.atan2(y, x)) <= 3)
      let (near, far) = (y * 1e-8, x * 1e8)
      expectTrue(ulps(Trigonometry.atan2(near, far), Foundation.atan2(near, far)) <= 3)
      expectTrue(ulps(Trigonometry.atan2(far, near), Foundation.atan2(far, near)) <= 3)
    }
  }

  @Test("The arc tangent on axes, on diagonals and at infinity equals that of the C library")
  func arcTangentAxes() {
    let values = [0.0, -0.0, 1, -1, .infinity, -.infinity]
    for y in values {
      for x in values {
        let (ours, theirs) = (Trigonometry.atan2(y, x), Foundation.atan2(y, x))
        expectTrue(ours == theirs && ours.sign == theirs.sign, "atan2(\(y), \(x))")
      }
    }
    expectTrue(Trigonometry.atan2(.nan, 1).isNaN && Trigonometry.atan2(1, .nan).isNaN)
  }

  @Test("The hypotenuse is within two ulps of the C library and does not overflow") func hypotenuse() {
    var sampler = Sampler()
    for _ in 0..<5000 {
      let (x, y) = (sampler.number(), sampler.number())
      expectTrue(ulps(Trigonometry.hypot(x, y), Foundation.hypot(x, y)) <= 2)
    }
    expectEqual(Trigonometry.hypot(3, -4), 5)
    expectEqual(Trigonometry.hypot(0, 0), 0)
    expectEqual(Trigonometry.hypot(-7, 0), 7)
    expectTrue(ulps(Trigonometry.hypot(3e200, 4e200), 5e200) <= 1)
    expectTrue(ulps(Trigonometry.hypot(3e-200, 4e-200), 5e-200) <= 1)
    expectEqual(Trigonometry.hypot(1, -.infinity), .infinity)
  }
}
