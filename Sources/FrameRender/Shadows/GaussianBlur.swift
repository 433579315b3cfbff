import FrameGeometry
import FramePlan

/// A Gaussian blur, as weights of neighboring pixels, or for a large deviation of cells of several pixels.
///
/// `GaussianFilter` would give shadows other pixels: it reaches four deviations, and a shadow ends at three. It also blurs four
/// floating-point samples of each pixel, and a shadow needs only one of 16 bits.
///
/// A widely blurred image has no detail finer than its blur, so it is drawn coarsely: as means of cells that are
/// blurred and then interpolated linearly between the cells' centers. The means and the interpolation blur, too,
/// together by a quarter of a square cell, (1 - 1/n²)/12 and (2 + 1/n²)/12 for cells of n pixels; the weights omit
/// this part. Cells are as large as possible with at least four of them per deviation: then every value is within
/// 0.0015 of the exact one, and the work is the same for all deviations.
struct GaussianBlur: Sendable {
  /// The side of a cell in pixels: a power of two.
  let cell: Int
  /// The weights of the center and of both neighbors at each distance, in 65536ths. They sum to 65536.
  let weights: [UInt32]

  static let whole: UInt32 = 1 << 16
  private static let mostCells = 8.0

  /// - Parameter deviation: in pixels, 0 or more, and finite.
  init(deviation: Double) {
    var cell = 1
    while deviation >= Self.mostCells * Double(cell) { cell *= 2 }
    self.cell = cell
    let scaled = deviation / Double(cell)
    weights = Self.weights(square: cell == 1 ? scaled * scaled : scaled * scaled - 0.25)
  }

  /// The number of neighbors on each side.
  var reach: Int { weights.count - 1 }

  /// - Parameter square: the square of the deviation, in cells.
  private static func weights(square: Double) -> [UInt32] {
    let reach = Int((RenderPlan.Shadow.deviations * square.squareRoot()).rounded(.up))
    // Our own exponential function, because C libraries' differ.
    let heights = (0...reach).map { i in
      i == 0 ? 1 : Exponentials.exponential(-Double(i * i) / (2 * square))
    }
    let sum = heights.dropFirst().reduce(1) { $0 + 2 * $1 }
    var weights = heights.map { UInt32(($0 / sum * Double(whole)).rounded()) }
    // The rounding error goes to the center, which has the largest weight.
    weights[0] = whole - 2 * weights.dropFirst().reduce(0, +)
    return weights
  }
}

extension GaussianBlur {
  /// Blurs along a row.
  ///
  /// - Parameters:
  ///   - line: `count + 2 · reach` values.
  ///   - sums: memory for `count` values.
  ///   - result: `count` values.
  func blur(
    _ line: UnsafePointer<UInt16>, count: Int, _ sums: UnsafeMutablePointer<UInt32>,
    into result: UnsafeMutablePointer<UInt16>
  ) {
    begin(sums, count)
    add(line + reach, count, weights[0], to: sums)
    for i in weights.indices.dropFirst() {
      add(line + reach - i, count, weights[i], to: sums)
      add(line + reach + i, count, weights[i], to: sums)
    }
    end(sums, count, into: result)
  }

  /// Blurs across rows into one row.
  ///
  /// - Parameter row: returns `count` values of the row at a distance; nil for a row of zeros.
  func blur(
    count: Int, _ sums: UnsafeMutablePointer<UInt32>, into result: UnsafeMutablePointer<UInt16>,
    row: (Int) -> UnsafePointer<UInt16>?
  ) {
    begin(sums, count)
    for i in -reach...reach {
      if let row = row(i) { add(row, count, weights[abs(i)], to: sums) }
    }
    end(sums, count, into: result)
  }

  /// Starts with a half, so that truncating at the end rounds. 65535 · 65536 plus that is less than 2³².
  private func begin(_ sums: UnsafeMutablePointer<UInt32>, _ count: Int) {
    sums.update(repeating: Self.whole / 2, count: count)
  }

  @inline(__always)
  private func add(
    _ values: UnsafePointer<UInt16>, _ count: Int, _ weight: UInt32, to sums: UnsafeMutablePointer<UInt32>
  ) {
    for i in 0..<count { sums[i] &+= weight &* UInt32(values[i]) }
  }

  private func end(
    _ sums: UnsafeMutablePointer<UInt32>, _ count: Int, into result: UnsafeMutablePointer<UInt16>
  ) {
    for i in 0..<count { result[i] = UInt16(truncatingIfNeeded: sums[i] >> 16) }
  }
}
