import FrameModel

/// The way between encoded samples and working light, as tables.
///
/// Working samples are `Float`, 0 to 1. Linear light is sRGB's curve undone (IEC 61966-2-1); under
/// `light srgb` a working sample is the encoded one.
struct TransferCurve {
  /// The working sample of each code.
  let decoded: [Float]
  /// `thresholds[c]` is the least working sample that is encoded as c + 1.
  private let thresholds: [Float]
  /// `guess[i]`: the code of the working sample i / (guess.count - 1), from where the search goes up.
  private let guess: [UInt16]
  let maximum: Int

  init(light: Light, depth: PixelFormat.Depth) {
    maximum = depth.maximum
    let top = Double(maximum)
    decoded = (0...maximum).map { Float(Self.decode(Double($0) / top, light)) }
    // Rounding to the nearest code is done where codes are equally far apart: before the curve.
    let thresholds = (0..<maximum).map { Float(Self.decode((Double($0) + 0.5) / top, light)) }
    let steps = depth == .eight ? 4096 : 65536
    var code = 0
    guess = (0...steps).map { i in
      let value = Float(i) / Float(steps)
      while code < thresholds.count, thresholds[code] <= value { code += 1 }
      return UInt16(code)
    }
    self.thresholds = thresholds
  }

  /// The nearest code, ties up; values beyond 0...1 are taken for the nearer end.
  func encode(_ value: Float) -> Int {
    guard value > 0 else { return 0 }
    guard value < 1 else { return maximum }
    var code = Int(guess[Int(value * Float(guess.count - 1))])
    while code < maximum, thresholds[code] <= value { code += 1 }
    return code
  }

  /// An encoded value, 0 to 1, in working light.
  static func decode(_ encoded: Double, _ light: Light) -> Double {
    light == .linear ? linear(encoded) : encoded
  }

  /// sRGB's curve undone, without the C library's `pow`, whose bits differ between machines.
  private static func linear(_ encoded: Double) -> Double {
    guard encoded > 0.04045 else { return encoded / 12.92 }
    let x = (encoded + 0.055) / 1.055
    // x^2.4 = x² · (x²)^(1/5), the root by Newton's method from above.
    let square = x * x
    var root = 1.0
    for _ in 0..<12 {
      let fourth = root * root * root * root
      root -= (root * fourth - square) / (5 * fourth)
    }
    return square * root
  }
}
