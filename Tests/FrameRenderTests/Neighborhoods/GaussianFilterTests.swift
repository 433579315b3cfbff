import Foundation
import FrameGeometry
import TestSupport
import Testing

@testable import FramePlan
@testable import FrameRender

/// The weights and cells of Gaussian blurs.
@Suite struct GaussianFilterTests {
  static let deviations = [0.05, 0.3, 1, 2.5, 3.99, 4, 5, 7.99, 8, 12, 16, 20, 31, 32, 100, 1000, 65535]

  @Test("Weights sum to 1", arguments: deviations)
  func weights(deviation: Double) {
    let filter = GaussianFilter(deviation: deviation, anchor: .zero)
    let both = 2 * filter.weights.reduce(0) { $0 + Double($1) } - Double(filter.weights[0])
    expectTrue(abs(both - 1) < 1e-6)
    for weights in filter.splines { expectTrue(abs(weights.sum() - 1) < 1e-6) }
    let averages = filter.averages.reduce(0) { $0 + Double($1.sum()) }
    expectTrue(abs(averages - 1) < 1e-6)
    expectTrue(filter.weights.count <= 17)
  }

  @Test("The response to a point is the Gaussian, wherever the point is in a cell", arguments: deviations)
  func response(deviation: Double) {
    guard deviation <= 100, deviation > 0.1 else { return }
    let filter = GaussianFilter(deviation: deviation, anchor: Point(x: 3.2, y: 0))
    let axis = filter.x
    let sum = (-2000...2000).reduce(0) { $0 + exp(-Double($1 * $1) / (2 * deviation * deviation)) }
    for point in stride(from: 0, to: 2 * filter.cell, by: max(1, filter.cell / 8)) {
      // The cells to which the point contributes, blurred.
      var cells: [Int: Double] = [:]
      func spread(_ cell: Int, _ value: Double) {
        for i in -filter.neighbors...filter.neighbors {
          cells[cell + i, default: 0] += value * Double(filter.weights[abs(i)])
        }
      }
      let (cell, place) = axis.place(of: point)
      if filter.cell == 1 {
        spread(point, 1)
      } else {
        for i in 0..<4 { spread(cell - 1 + i, Double(filter.averages[place][i])) }
      }
      var difference = 0.0
      for x in point - filter.reach - 2...point + filter.reach + 2 {
        let distance = Double(x - point)
        let wanted = exp(-distance * distance / (2 * deviation * deviation)) / sum
        var value = 0.0
        if filter.cell == 1 {
          value = cells[x] ?? 0
        } else {
          let (cell, place) = axis.place(of: x)
          for i in 0..<4 { value += (cells[cell - 1 + i] ?? 0) * Double(filter.splines[place][i]) }
        }
        difference += abs(value - wanted)
        if abs(x - point) > filter.reach { expectEqual(value, 0) }
      }
      expectTrue(difference < 4e-4, "\(deviation) from \(point)")
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
