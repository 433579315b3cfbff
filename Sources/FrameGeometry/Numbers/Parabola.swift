/// A quadratic function of t from 0 to 1, by its Bézier coefficients: (1 - t)²·a + 2·t·(1 - t)·b + t²·c.
struct Parabola {
  private let a, b, c: Double

  init(_ a: Double, _ b: Double, _ c: Double) { (self.a, self.b, self.c) = (a, b, c) }

  /// Where it is 0, between the ends.
  var zeros: [Double] {
    // (a - 2b + c)·t² - 2(a - b)·t + a, by the formula that never adds numbers of different signs.
    let half = a - b
    let leading = half - (b - c)
    let square = half * half - leading * a
    guard square >= 0 else {
      // It touches 0, but for rounding.
      return square >= -1e-12 * half * half ? [half / leading].filter { $0 > 0 && $0 < 1 } : []
    }
    let sum = half + (half < 0 ? -square.squareRoot() : square.squareRoot())
    return [sum / leading, a / sum].filter { $0 > 0 && $0 < 1 }
  }
}
