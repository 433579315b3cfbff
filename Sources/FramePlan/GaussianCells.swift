/// The cells of several pixels in which a Gaussian blur is computed; one pixel for a small deviation. Cells are as large as
/// possible with at least two of them per deviation.
package struct GaussianCells: Sendable {
  /// The side of a cell in pixels: a power of two.
  package let side: Int
  /// The variance of the weights in square cells: each of the two splines of a large cell adds a third of a square cell.
  package let variance: Double

  private static let leastCells = 2.0
  /// Outside of this many deviations lie 0.006% of the Gaussian: less than an 8-bit step in the darkest color.
  private static let deviations = 4.0

  /// - Parameter deviation: In pixels, more than 0, and finite.
  package init(deviation: Double) {
    var side = 1
    while deviation >= 2 * Self.leastCells * Double(side) { side *= 2 }
    let scaled = deviation / Double(side)
    self.side = side
    variance = side == 1 ? scaled * scaled : scaled * scaled - 2.0 / 3
  }

  /// The number of neighboring cells on each side that have a weight.
  package var neighbors: Int { max(1, Int((Self.deviations * variance.squareRoot()).rounded(.up))) }

  /// The number of neighboring pixels on each side that a pixel may depend on.
  package var reach: Int { side == 1 ? neighbors : (neighbors + 4) * side }
}
