/// The natural logarithm, its inverse, and functions derived from them, made only of IEEE additions, multiplications
/// and divisions, so results are the same on every machine (see `Trigonometry`). Accuracy is a few units in the last
/// place.
package enum Exponentials {
  private static let ln2 = 0.693147180559945309417

  /// - Parameter x: above 0 and finite.
  package static func logarithm(_ x: Double) -> Double {
    var exponent = Int(x.exponent)
    var m = x.significand
    if m > 2.0.squareRoot() {
      m /= 2
      exponent += 1
    }
    // log m = 2 artanh s, and s² < 0.03: eleven terms of the series suffice.
    let s = (m - 1) / (m + 1)
    let z = s * s
    var sum = 0.0
    for k in stride(from: 21, through: 3, by: -2) { sum = (sum + 1 / Double(k)) * z }
    return Double(exponent) * ln2 + 2 * (s + s * sum)
  }

  package static func exponential(_ x: Double) -> Double {
    guard x > -745 else { return 0 }
    guard x < 709 else { return .infinity }
    let halvings = (x / ln2).rounded()
    let rest = x - halvings * ln2
    // Taylor series for |rest| < 0.35: the first omitted term is below 1e-18.
    var sum = 1.0
    for k in stride(from: 14, through: 1, by: -1) { sum = 1 + sum * rest / Double(k) }
    return Double(sign: .plus, exponent: Int(halvings), significand: sum)
  }

  /// - Parameter x: 0 or more.
  package static func power(_ x: Double, _ y: Double) -> Double { x > 0 ? exponential(y * logarithm(x)) : 0 }

  /// - Parameter x: 0 or more, and normal.
  package static func cubeRoot(_ x: Double) -> Double {
    guard x > 0 else { return 0 }
    // A third of the bits is a third of the exponent, and within a few hundredths of the root. Each of Halley's steps
    // triples the number of digits.
    var root = Double(bitPattern: x.bitPattern / 3 + 0x2A9F_7893_782D_A1CE)
    for _ in 0..<3 {
      let cube = root * root * root
      root *= (cube + 2 * x) / (2 * cube + x)
    }
    return root
  }
}
