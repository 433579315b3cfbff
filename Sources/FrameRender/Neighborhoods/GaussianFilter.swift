import FrameGeometry
import FramePlan

/// A Gaussian blur of pixels.
///
/// A small deviation has a weight for each neighboring pixel. With a large one, the result has no detail that is finer, so it is
/// computed for cells of several pixels: the pixels are averaged in cells, the cells are blurred, and their values are
/// interpolated. Averages and interpolation are weighted by cubic B-splines, which blur the cells once more; the weights of cells
/// make up for that. Cells are as large as possible with at least two of them per deviation: then the differences from the
/// Gaussian's weights add up to less than 0.0004 of their sum.
struct GaussianFilter: Sendable {
  private let cells: GaussianCells
  /// The side of a cell in pixels: a power of two.
  let cell: Int
  /// The weights of a cell, of each of the cells beside it, and so on outward. With both sides, they sum to 1.
  let weights: [Float]
  /// For each place of a pixel in a cell, the weights of the cell before its own, of its own, and of the next two. A pixel's own
  /// cell is that whose center is at or before the pixel's center. They sum to 1.
  let splines: [SIMD4<Float>]
  /// The same as weights of the pixel in the cells' averages.
  let averages: [SIMD4<Float>]
  /// The splines for kernels: for each of the four cells, its weight at each place, four times.
  let spread: [Float]

  let x, y: CellAxis

  /// - Parameters:
  ///   - deviation: in pixels, more than 0, and finite.
  ///   - anchor: a place that moves with what is blurred.
  init(deviation: Double, anchor: Point) {
    cells = GaussianCells(deviation: deviation)
    let cell = cells.side
    self.cell = cell
    x = CellAxis(cell: cell, anchor: anchor.x)
    y = CellAxis(cell: cell, anchor: anchor.y)
    weights = Self.weights(cells)
    splines = (0..<cell).map { Self.spline((Double($0) + 0.5) / Double(cell)) }
    averages = splines.map { $0 / Float(cell) }
    spread = (0..<4).flatMap { [splines] i in splines.flatMap { [Float](repeating: $0[i], count: 4) } }
  }

  /// The number of neighboring pixels on each side that a pixel may depend on.
  var reach: Int { cells.reach }

  /// The number of neighboring cells on each side.
  var neighbors: Int { weights.count - 1 }

  /// The weights of large cells make up for two cubic B-splines. For a frequency f in radians per cell, two of them have the
  /// response sinc(f / 2)^8 = exp(-f^2 / 3 - f^4 / 360 - ...). The first term is in the variance. The second term is undone by
  /// adding a 360th of the Gaussian's fourth derivative.
  private static func weights(_ cells: GaussianCells) -> [Float] {
    let square = cells.variance
    let heights = (0...cells.neighbors).map { i in
      let u = Double(i * i) / square
      let fourth = cells.side > 1 ? (u * u - 6 * u + 3) / (360 * square * square) : 0
      // Our own exponential function, because C libraries' differ.
      return Exponentials.exponential(-u / 2) * (1 + fourth)
    }
    let sum = 2 * heights.reduce(0, +) - heights[0]
    return heights.map { Float($0 / sum) }
  }

  /// The cubic B-splines of the four cells around a place, from 0 to 1 between the second and the third.
  private static func spline(_ t: Double) -> SIMD4<Float> {
    let rest = 1 - t
    return SIMD4(
      Float(rest * rest * rest / 6), Float(2.0 / 3 - t * t * (2 - t) / 2),
      Float(2.0 / 3 - rest * rest * (2 - rest) / 2), Float(t * t * t / 6))
  }
}

/// The cells of cubic B-splines: two on each side of a pixel's center.
extension CellAxis {
  /// Returns the cells that contribute to pixels.
  func cells(around pixels: Range<Int>) -> Range<Int> { cells(around: pixels, beside: 2) }

  /// Returns the pixels that contribute to cells.
  func pixels(in cells: Range<Int>) -> Range<Int> {
    guard cell > 1, !cells.isEmpty else { return cells }
    let middle = origin + cell / 2
    return (cells.lowerBound - 2) * cell + middle..<(cells.upperBound + 1) * cell + middle
  }
}
