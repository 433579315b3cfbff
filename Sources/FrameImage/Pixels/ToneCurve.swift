import FrameGeometry

/// A tone curve as in ICC profiles: linear light as a function of encoded samples. Both are 0 to 1.
package enum ToneCurve: Hashable, Sendable {
  /// IEC 61966-2-1.
  case sRGB
  case formula(Formula)
  /// Light values 0...65535 for evenly spaced encoded samples, interpolated linearly; two or more.
  case table([UInt16])

  /// ICC.1:2022, 10.18, function type 4: (a x + b)^exponent + e for x >= d, else c x + f.
  package struct Formula: Hashable, Sendable {
    package var exponent: Double
    package var a = 1.0
    package var b = 0.0
    package var c = 0.0
    package var d = 0.0
    package var e = 0.0
    package var f = 0.0

    /// A pure power, until other parameters are set.
    package init(exponent: Double) { self.exponent = exponent }

    fileprivate func light(_ x: Double) -> Double {
      x >= d ? Exponentials.power(max(a * x + b, 0), exponent) + e : c * x + f
    }
  }

  /// Returns the light of an encoded sample.
  ///
  /// It uses no function of the C library, whose bits differ between machines.
  package func light(_ encoded: Double) -> Double {
    switch self {
    case .sRGB: Self.sRGBLight(encoded)
    case .formula(let formula): formula.light(encoded)
    case .table(let samples): Self.interpolate(samples, encoded)
    }
  }

  /// True if light can be encoded again: over 256 steps it never decreases and increases in total.
  package var rises: Bool {
    let steps = (0...255).map { light(Double($0) / 255) }
    return steps.allSatisfy(\.isFinite) && zip(steps, steps.dropFirst()).allSatisfy { $0 <= $1 }
      && steps[0] < steps[255]
  }

  /// True if it equals sRGB's, to a quarter of the smallest 8-bit step.
  package var isSRGB: Bool {
    (0...255).allSatisfy { code in
      let x = Double(code) / 255
      return abs(light(x) - Self.sRGBLight(x)) < 1 / 12.92 / 255 / 4
    }
  }

  private static func sRGBLight(_ encoded: Double) -> Double {
    guard encoded > 0.04045 else { return encoded / 12.92 }
    let x = (encoded + 0.055) / 1.055
    // x^2.4 = x² · (x²)^(1/5), the root by Newton's method from above.
    let square = x * x
    var root = 1.0
    for _ in 0..<12 {
      let fourth = root * root * root * root
      let next = root - (root * fourth - square) / (5 * fourth)
      if next == root { break }
      root = next
    }
    return square * root
  }

  private static func interpolate(_ samples: [UInt16], _ encoded: Double) -> Double {
    let place = min(max(encoded, 0), 1) * Double(samples.count - 1)
    let left = min(Int(place), samples.count - 2)
    let (below, above) = (Double(samples[left]), Double(samples[left + 1]))
    return (below + (above - below) * (place - Double(left))) / 65535
  }
}
