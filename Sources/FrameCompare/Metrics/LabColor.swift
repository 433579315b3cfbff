import FrameGeometry

extension ComparisonMetric {
  /// The mean CIEDE2000 distance of the colors over the background, 0 to about 100.
  public static let ciede2000 = ComparisonMetric("ciede2000", example: (5, "")) {
    (distances: ColorDistances, pixels) in distances.sum / pixels
  }
}

/// The sum of the CIEDE2000 distances of the colors.
private struct ColorDistances: RowMetric {
  static let input = MetricInput.colors

  private(set) var sum = 0.0
  private let lab = LabConversion()

  init(width: Int, height: Int, metrics: Set<ComparisonMetric>) {}

  mutating func add(_ row: MetricRow) {
    var sum = sum
    for (expected, actual) in row.colors { sum += lab(expected).distance(to: lab(actual)) }
    self.sum = sum
  }
}

/// A color in CIELAB under D65.
package struct LabColor: Equatable, Sendable {
  package var lightness: Double
  package var a: Double
  package var b: Double

  /// Returns the CIEDE2000 distance, with all weights 1.
  ///
  /// G. Sharma, W. Wu and E. Dalal, "The CIEDE2000 color-difference formula: implementation notes,
  /// supplementary test data, and mathematical observations", Color Research and Application 30, 2005. The
  /// names are those of the paper.
  package func distance(to other: LabColor) -> Double {
    // Moves near-gray colors apart along the a axis: a' = (1 + G) a.
    let meanChroma = (chroma(a, b) + chroma(other.a, other.b)) / 2
    let g = 0.5 * (1 - Self.fraction(meanChroma))
    let (a1, a2) = ((1 + g) * a, (1 + g) * other.a)
    let (c1, c2) = (chroma(a1, b), chroma(a2, other.b))
    let (h1, h2) = (hue(a1, b), hue(a2, other.b))

    // The hue difference is the shorter way around; it is 0 if one color is gray. The formula is
    // discontinuous for opposite hues, so a margin keeps rounding from deciding.
    let half = 180 + 1e-10
    let gray = c1 * c2 == 0
    var turn = gray ? 0 : h2 - h1
    if turn > half { turn -= 360 } else if turn < -half { turn += 360 }
    let deltaH = 2 * (c1 * c2).squareRoot() * sine(turn / 2)

    let meanL = (lightness + other.lightness) / 2
    let meanC = (c1 + c2) / 2
    var meanH = h1 + h2
    if !gray {
      if abs(h1 - h2) > half { meanH += meanH < 360 ? 360 : -360 }
      meanH /= 2
    }
    let t = Self.hueWeight(meanH)
    let offL = (meanL - 50) * (meanL - 50)
    let sL = 1 + 0.015 * offL / (20 + offL).squareRoot()
    let sC = 1 + 0.045 * meanC
    let sH = 1 + 0.015 * meanC * t
    // More than six such steps from blue, the exponential is 0 to the last digit.
    let blue = (meanH - 275) / 25
    let rotation =
      abs(blue) > 6 ? 0 : -sine(60 * Exponentials.exponential(-blue * blue)) * 2 * Self.fraction(meanC)

    let l = (other.lightness - lightness) / sL
    let c = (c2 - c1) / sC
    let h = deltaH / sH
    return max(0, l * l + c * c + h * h + rotation * c * h).squareRoot()
  }

  /// Returns T: 1 - 0.17 cos(h - 30) + 0.24 cos 2h + 0.32 cos(3h + 6) - 0.2 cos(4h - 63). The addition
  /// theorems reduce it to one sine and one cosine of h.
  private static func hueWeight(_ h: Double) -> Double {
    let (s1, c1) = Trigonometry.sineAndCosine(Angle(degrees: h))
    let (s2, c2) = (2 * s1 * c1, 2 * c1 * c1 - 1)
    let (s3, c3) = (s2 * c1 + c2 * s1, c2 * c1 - s2 * s1)
    let (s4, c4) = (2 * s2 * c2, 2 * c2 * c2 - 1)
    let first = 0.17 * (c1 * thirty.cosine + s1 * thirty.sine)
    let third = 0.32 * (c3 * six.cosine - s3 * six.sine)
    let fourth = 0.2 * (c4 * sixtyThree.cosine + s4 * sixtyThree.sine)
    return 1 - first + 0.24 * c2 + third - fourth
  }

  private static let six = Trigonometry.sineAndCosine(Angle(degrees: 6))
  private static let thirty = Trigonometry.sineAndCosine(Angle(degrees: 30))
  private static let sixtyThree = Trigonometry.sineAndCosine(Angle(degrees: 63))

  /// Returns the square root of c⁷ / (c⁷ + 25⁷).
  private static func fraction(_ c: Double) -> Double {
    let c7 = c * c * c * c * c * c * c
    return (c7 / (c7 + 6_103_515_625)).squareRoot()
  }

  private func chroma(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }

  /// Returns the hue in degrees, 0 to 360; 0 for gray.
  private func hue(_ a: Double, _ b: Double) -> Double {
    if a == 0 && b == 0 { return 0 }
    let degrees = Angle(radians: Trigonometry.atan2(b, a)).degrees
    return degrees < 0 ? degrees + 360 : degrees
  }

  private func sine(_ degrees: Double) -> Double {
    Trigonometry.sineAndCosine(Angle(degrees: degrees)).sine
  }
}

/// Converts from sRGB (IEC 61966-2-1) to CIELAB (CIE 15).
struct LabConversion {
  private let linear = SRGBDecoding()

  /// - Parameter color: Encoded red, green and blue, 0 to 255.
  func callAsFunction(_ color: SIMD3<Double>) -> LabColor {
    let (r, g, b) = (linear(color.x), linear(color.y), linear(color.z))
    // The white point is the sum of each row, so that white and all grays have a = b = 0.
    let x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / (0.4124564 + 0.3575761 + 0.1804375)
    let y = (0.2126729 * r + 0.7151522 * g + 0.0721750 * b) / (0.2126729 + 0.7151522 + 0.0721750)
    let z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / (0.0193339 + 0.1191920 + 0.9503041)
    let (fx, fy, fz) = (Self.compressed(x), Self.compressed(y), Self.compressed(z))
    return LabColor(lightness: 116 * fy - 16, a: 500 * (fx - fy), b: 200 * (fy - fz))
  }

  private static func compressed(_ t: Double) -> Double {
    t > 216.0 / 24389 ? Exponentials.cubeRoot(t) : (24389.0 / 27 * t + 16) / 116
  }
}

/// Decodes sRGB (IEC 61966-2-1).
struct SRGBDecoding {
  /// The linear light of each whole 8-bit level. Most samples are whole levels.
  private let light = (0...255).map { Self.light(Double($0) / 255) }

  /// Returns the linear light, 0 to 1.
  ///
  /// - Parameter sample: An encoded sample, 0 to 255.
  func callAsFunction(_ sample: Double) -> Double {
    let whole = Int(sample)
    return Double(whole) == sample ? light[whole] : Self.light(sample / 255)
  }

  private static func light(_ encoded: Double) -> Double {
    encoded <= 0.04045 ? encoded / 12.92 : Exponentials.power((encoded + 0.055) / 1.055, 2.4)
  }
}
