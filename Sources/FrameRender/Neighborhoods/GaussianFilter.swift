import FrameGeometry
import FramePlan

/// A Gaussian blur of pixels, whose cells are averaged and interpolated with cubic B-splines.
struct GaussianFilter: Sendable {
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
  /// The number of neighboring pixels on each side that a pixel may depend on.
  let reach: Int

  let x, y: CellAxis

  /// - Parameters:
  ///   - deviation: in pixels, more than 0, and finite.
  ///   - anchor: a place that moves with what is blurred.
  init(deviation: Double, anchor: Point) {
    let gaussian = CellGaussian(deviation: deviation, .cubic)
    let cell = gaussian.side
    self.cell = cell
    x = CellAxis(cell: cell, anchor: anchor.x)
    y = CellAxis(cell: cell, anchor: anchor.y)
    weights = gaussian.weights.map { Float($0) }
    reach = gaussian.reach
    splines = (0..<cell).map { Self.spline((Double($0) + 0.5) / Double(cell)) }
    averages = splines.map { $0 / Float(cell) }
    spread = (0..<4).flatMap { [splines] i in splines.flatMap { [Float](repeating: $0[i], count: 4) } }
  }

  /// The number of neighboring cells on each side.
  var neighbors: Int { weights.count - 1 }

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
