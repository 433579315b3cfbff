/// A function of light from 0 up, by lines between 256 values in each octave. It is computed like the curves of pictures:
/// equally on every machine.
struct LightTable {
  private let values: [Float]

  /// The exponents of the octaves: from below the least 16-bit sample of any curve to above the brightest screen.
  private static let (least, most) = (-30, 7)
  private static let stepBits = 8
  private static let shift = UInt32(23 - stepBits)
  private static let first = Float(sign: .plus, exponent: least, significand: 1).bitPattern >> shift

  /// - Parameter function: finite for 0 and for light up to 128.
  init(_ function: (Double) -> Double) {
    let steps = (Self.most - Self.least) << Self.stepBits
    values =
      [Float(function(0))]
      + (0...steps).map { step in
        Float(function(Double(Float(bitPattern: (Self.first + UInt32(step)) << Self.shift))))
      }
  }

  /// - Parameter light: any number; below 0 it is 0, and it is limited to 128.
  func callAsFunction(_ light: Float) -> Float {
    guard light > 0 else { return values[0] }
    let bits = light.bitPattern
    let step = Int(bits >> Self.shift) - Int(Self.first)
    guard step >= 0 else {
      // Below the first octave, the function is nearly straight.
      return values[0] + (values[1] - values[0])
        * (light * Float(sign: .plus, exponent: -Self.least, significand: 1))
    }
    guard step + 2 < values.count else { return values[values.count - 1] }
    let rest =
      Float(bits & (1 << Self.shift - 1)) * Float(sign: .plus, exponent: -Int(Self.shift), significand: 1)
    let value = values[step + 1]
    return value + (values[step + 2] - value) * rest
  }
}
