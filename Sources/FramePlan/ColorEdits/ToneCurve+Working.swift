import FrameGeometry
import FrameImage

extension ToneCurve {
  /// Light that is 0 for black and 1 for white, whatever the profile says.
  package func working(_ encoded: Double) -> Double {
    if self == .sRGB { return light(encoded) }
    let (black, white) = (light(0), light(1))
    let working = (light(min(encoded, 1)) - black) / (white - black)
    guard encoded > 1 else { return working }
    // Beyond white, the curve continues as it ends.
    let slope = (white - light(1 - 0x1p-10)) / (white - black) * 0x1p10
    return working + (encoded - 1) * slope
  }

  /// Returns the encoded sample for a working sample of light.
  package func encoded(_ working: Double) -> Double {
    if self == .sRGB {
      return working > 0.04045 / 12.92
        ? 1.055 * Exponentials.power(working, 1 / 2.4) - 0.055 : working * 12.92
    }
    var (low, high) = (0.0, 1.0)
    while self.working(high) < working, high < ColorFunction.largest { high *= 2 }
    // The curve rises, so halving the range finds it; 60 times for all bits that matter.
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if self.working(middle) < working { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Returns the working sample of an encoded value.
  package func working(_ encoded: Double, in light: Light) -> Double {
    light == .linear ? working(encoded) : encoded
  }
}
