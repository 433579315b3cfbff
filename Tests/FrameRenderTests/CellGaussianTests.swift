import Foundation
import FrameGeometry
import TestSupport
import Testing

@testable import FramePlan
@testable import FrameRender

/// The weights and cells of Gaussian blurs, as neighborhoods and shadows use them.
@Suite struct CellGaussianTests {
  /// The way of a pixel to the cells and back: the weights with which it counts in cells, and cells count in it.
  private struct Blur {
    let cell: Int
    /// The weights of a cell and of those beside it, outward.
    let weights: [Double]
    let averages, interpolation: (_ pixel: Int) -> [(cell: Int, weight: Double)]

    init(_ interpolation: CellGaussian.Interpolation, deviation: Double) {
      switch interpolation {
      case .linear:
        let blur = GaussianBlur(deviation: deviation)
        let axis = CellAxis(cell: blur.cell, anchor: 3.2)
        cell = blur.cell
        weights = blur.weights.map { Double($0) / 65536 }
        averages = { [(Int(axis.toCells(Double($0)).rounded(.down)), 1 / Double(axis.cell))] }
        self.interpolation = {
          let (cell, share) = axis.share(of: $0)
          let next = Double(share) / Double(2 * axis.cell)
          return [(cell, 1 - next), (cell + 1, next)]
        }
      case .cubic:
        let filter = GaussianFilter(deviation: deviation, anchor: Point(x: 3.2, y: 0))
        cell = filter.cell
        weights = filter.weights.map { Double($0) }
        func cells(_ pixel: Int, _ weights: [SIMD4<Float>]) -> [(cell: Int, weight: Double)] {
          let (cell, place) = filter.x.place(of: pixel)
          guard filter.cell > 1 else { return [(pixel, 1)] }
          return (0..<4).map { (cell - 1 + $0, Double(weights[place][$0])) }
        }
        averages = { cells($0, filter.averages) }
        self.interpolation = { cells($0, filter.splines) }
      }
    }

    /// Returns how much a pixel contributes to the blurred value of another one.
    func weight(of pixel: Int, at other: Int) -> Double {
      var sum = 0.0
      for (from, share) in averages(pixel) {
        for (to, part) in interpolation(other) where abs(to - from) < weights.count {
          sum += share * part * weights[abs(to - from)]
        }
      }
      return sum
    }
  }

  static let deviations = [0, 0.05, 0.3, 1, 2.5, 3.99, 4, 5, 7.99, 8, 12, 16, 20, 31, 32, 100, 1000, 65535]

  @Test("Weights sum to 1", arguments: deviations, CellGaussian.Interpolation.allCases)
  func weights(deviation: Double, interpolation: CellGaussian.Interpolation) {
    let blur = Blur(interpolation, deviation: deviation)
    expectTrue(abs(2 * blur.weights.reduce(0, +) - blur.weights[0] - 1) < 1e-6)
    expectTrue(blur.weights.count <= (interpolation == .linear ? 33 : 17))
    guard blur.cell <= 256 else { return }
    for pixel in 0..<blur.cell {
      expectTrue(abs(blur.interpolation(pixel).reduce(0) { $0 + $1.weight } - 1) < 1e-6)
      expectTrue(abs(blur.averages(pixel).reduce(0) { $0 + $1.weight } * Double(blur.cell) - 1) < 1e-6)
    }
  }

  @Test(
    "Points and edges are blurred by the Gaussian, wherever they are in a cell",
    arguments: deviations.filter { $0 > 0.1 && $0 <= 100 }, CellGaussian.Interpolation.allCases)
  func response(deviation: Double, interpolation: CellGaussian.Interpolation) {
    let blur = Blur(interpolation, deviation: deviation)
    let reach = CellGaussian(deviation: deviation, interpolation).reach
    let sum = (-2000...2000).reduce(0) { $0 + exp(-Double($1 * $1) / (2 * deviation * deviation)) }
    for x in stride(from: 0, to: 2 * blur.cell, by: max(1, blur.cell / 8)) {
      // The differences of points' weights, and of the value at the place from that beside an edge.
      var (points, edge, worstEdge) = (0.0, 0.0, 0.0)
      for point in x - reach - 2...x + reach + 2 {
        let distance = Double(x - point)
        let value = blur.weight(of: point, at: x)
        let difference = value - exp(-distance * distance / (2 * deviation * deviation)) / sum
        points += abs(difference)
        edge += difference
        worstEdge = max(worstEdge, abs(edge))
        if abs(x - point) > reach { expectEqual(value, 0) }
      }
      switch interpolation {
      case .linear: expectTrue(worstEdge < 0.0025, "\(deviation) at \(x): \(worstEdge)")
      case .cubic: expectTrue(points < 4e-4, "\(deviation) at \(x): \(points)")
      }
    }
  }

  @Test("Cells and pixels that contribute to each other", arguments: [1, 2, 4, 16], [0.0, 3.4, -7.9])
  func places(cell: Int, anchor: Double) {
    let axis = CellAxis(cell: cell, anchor: anchor)
    for low in -20...20 {
      let pixels = low..<low + 7
      let cells = axis.cells(around: pixels)
      for pixel in pixels {
        let own = axis.place(of: pixel).cell
        expectTrue(cell == 1 ? cells.contains(pixel) : cells.contains(own - 1) && cells.contains(own + 2))
      }
      // Every pixel that has one of the cells among its four is in the range, and no other.
      let contributing = axis.pixels(in: cells)
      for pixel in contributing.lowerBound - 3..<contributing.upperBound + 3 {
        let own = axis.place(of: pixel).cell
        let touches = cell == 1 ? cells.contains(pixel) : (own - 1...own + 2).contains(where: cells.contains)
        expectEqual(touches, contributing.contains(pixel), "\(pixel)")
      }
    }
  }
}
