import FrameGeometry

/// A Gaussian, as weights of cells of several pixels, or of single pixels for a small deviation.
///
/// A wide blur has no detail finer than its deviation, so it is computed coarsely: the pixels are averaged in cells, the cells are
/// blurred, and their values are interpolated. Averages and interpolation blur, too; the weights of the cells make up for that.
package struct CellGaussian: Sendable {
  /// The way from pixels to cells and back.
  package enum Interpolation: CaseIterable, Sendable {
    /// Means of cells, interpolated linearly between the centers of cells.
    case linear
    /// Averages and interpolation weighted by cubic B-splines.
    case cubic

    /// Cells are as large as possible with at least this many of them per deviation. Then a blurred edge differs from the
    /// Gaussian's by less than 0.0025 with `linear`; with `cubic`, the differences of all weights from the Gaussian's add up to less
    /// than 0.0004 of their sum.
    fileprivate var cellsPerDeviation: Double { self == .linear ? 4 : 2 }

    /// The number of boxes, one cell wide, whose convolution is the blur of averages and interpolation. A mean is one box, linear
    /// interpolation is two, and a cubic B-spline is four.
    fileprivate var boxes: Int { self == .linear ? 3 : 8 }
  }

  /// Outside of this many deviations lie 0.006% of the Gaussian: less than an 8-bit step in the darkest color.
  package static let deviations = 4.0

  /// The side of a cell in pixels: a power of two.
  package let side: Int
  /// The variance of the weights in square cells.
  private let variance: Double
  private let boxes: Int

  /// - Parameter deviation: In pixels, 0 or more, and finite.
  package init(deviation: Double, _ interpolation: Interpolation) {
    var side = 1
    while deviation >= 2 * interpolation.cellsPerDeviation * Double(side) { side *= 2 }
    let scaled = deviation / Double(side)
    self.side = side
    boxes = side == 1 ? 0 : interpolation.boxes
    variance = scaled * scaled - Double(boxes) / 12
  }

  /// The number of neighboring cells on each side that have a weight.
  package var neighbors: Int { Int((Self.deviations * variance.squareRoot()).rounded(.up)) }

  /// The number of neighboring pixels on each side that a pixel may depend on.
  package var reach: Int { (neighbors + (boxes + 1) / 2) * side }

  /// The weights of a cell, of each of the cells beside it, and so on outward. With both sides, they sum to 1.
  ///
  /// For a frequency f in radians per cell, n boxes have the response sinc(f / 2)^n = exp(-n f² / 24 - n f⁴ / 2880 - ...). The
  /// first term is in the variance. The second term is undone by adding n / 2880 of the Gaussian's fourth derivative.
  package var weights: [Double] {
    let heights = (0...neighbors).map { i in
      let u = i == 0 ? 0 : Double(i * i) / variance
      let fourth = boxes == 0 ? 0 : (u * u - 6 * u + 3) * Double(boxes) / (2880 * variance * variance)
      // Our own exponential function, because C libraries' differ.
      return Exponentials.exponential(-u / 2) * (1 + fourth)
    }
    let sum = 2 * heights.reduce(0, +) - heights[0]
    return heights.map { $0 / sum }
  }
}
