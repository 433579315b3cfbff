/// Sine, cosine and arc tangent, made only of IEEE additions, multiplications, divisions and square roots, so they
/// give the same bits on every machine. The C library's functions do not, and no result of them may reach a pixel.
///
/// Accuracy is about one unit in the last place; the tests bound it against the C library.
package enum Trigonometry {
  /// Returns the sine and cosine of an angle, exact at every multiple of 90 degrees.
  package static func sineAndCosine(_ angle: Angle) -> (sine: Double, cosine: Double) {
    guard angle.degrees.isFinite else { return (.nan, .nan) }
    // Both steps are exact: the IEEE remainder by definition, the difference by Sterbenz' lemma.
    let turned = angle.degrees.remainder(dividingBy: 360)
    let quarters = (turned / 90).rounded()
    let rest = (turned - quarters * 90) * (Double.pi / 180)
    let (s, c) = rest == 0 ? (0, 1) : (sineSeries(rest), cosineSeries(rest))
    switch Int(quarters) {
    case 0: return (s, c)
    case 1: return (c, -s)
    case -1: return (-c, s)
    default: return (-s, -c)
    }
  }

  package static func sine(radians x: Double) -> Double { sineAndCosine(Angle(radians: x)).sine }
  package static func cosine(radians x: Double) -> Double { sineAndCosine(Angle(radians: x)).cosine }

  /// Returns the tangent; infinite at odd multiples of 90 degrees.
  package static func tangent(_ angle: Angle) -> Double {
    let (s, c) = sineAndCosine(angle)
    return s / c
  }

  /// Returns the angle of the vector (x, y) in radians, in -pi...pi, 0 for the zero vector. The sign of a zero counts
  /// as in the C function of this name.
  package static func atan2(_ y: Double, _ x: Double) -> Double {
    if x.isNaN || y.isNaN { return .nan }
    let ax = abs(x)
    let ay = abs(y)
    var angle: Double
    if ax == 0 && ay == 0 {
      angle = 0
    } else if ax == ay {
      angle = Double.pi / 4  // infinite over infinite, too
    } else if ay < ax {
      angle = arcTangentSeries(ay / ax)
    } else {
      angle = Double.pi / 2 - arcTangentSeries(ax / ay)
    }
    if x.sign == .minus { angle = Double.pi - angle }
    return y.sign == .minus ? -angle : angle
  }

  /// Returns the length of (x, y) without intermediate overflow.
  package static func hypot(_ x: Double, _ y: Double) -> Double {
    let big = max(abs(x), abs(y))
    let small = min(abs(x), abs(y))
    guard big > 0, big.isFinite else { return big }
    let q = small / big
    return big * (1 + q * q).squareRoot()
  }

  /// Taylor series for |x| <= pi/4: the first omitted term is below 1e-19.
  private static func sineSeries(_ x: Double) -> Double {
    let z = x * x
    var sum = 1.0 / 355_687_428_096_000  // 17!
    sum = sum * z - 1.0 / 1_307_674_368_000  // 15!
    sum = sum * z + 1.0 / 6_227_020_800
    sum = sum * z - 1.0 / 39_916_800
    sum = sum * z + 1.0 / 362_880
    sum = sum * z - 1.0 / 5_040
    sum = sum * z + 1.0 / 120
    sum = sum * z - 1.0 / 6
    return x + x * (z * sum)
  }

  private static func cosineSeries(_ x: Double) -> Double {
    let z = x * x
    var sum = -1.0 / 6_402_373_705_728_000  // 18!
    sum = sum * z + 1.0 / 20_922_789_888_000  // 16!
    sum = sum * z - 1.0 / 87_178_291_200
    sum = sum * z + 1.0 / 479_001_600
    sum = sum * z - 1.0 / 3_628_800
    sum = sum * z + 1.0 / 40_320
    sum = sum * z - 1.0 / 720
    sum = sum * z + 1.0 / 24
    sum = sum * z - 1.0 / 2
    return 1 + z * sum
  }

  /// For 0 <= x < 1. Halving the angle twice, by atan x = 2 atan(x / (1 + sqrt(1 + x²))), gives x < 0.2, where
  /// thirteen terms of the series suffice.
  private static func arcTangentSeries(_ x: Double) -> Double {
    var h = x
    for _ in 0..<2 { h /= 1 + (1 + h * h).squareRoot() }
    let z = h * h
    var sum = 0.0
    for k in stride(from: 25, through: 3, by: -2) {
      sum = (k % 4 == 1 ? 1 : -1) / Double(k) + z * sum
    }
    return 4 * (h + h * (z * sum))
  }
}
