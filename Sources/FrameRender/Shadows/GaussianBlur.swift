import FrameModel

/// A Gaussian of a deviation, as weights of neighbors: of pixels, or for a large one of cells of several.
///
/// What is blurred widely has nothing finer than its blur: so it is drawn coarsely, as means of cells, blurred
/// there, and between the cells' middles mixed evenly. Both, the mean and the mixing, blur too: by a quarter of
/// a square cell together, (1 - 1/n²)/12 and (2 + 1/n²)/12 for cells of n pixels, which the weights leave out.
/// Cells are as large as leaves at least four of them to a deviation: then no value is further than
/// 0.0015 from the true one, and the work is the same for all deviations.
struct GaussianBlur: Sendable {
  /// The side of a cell, in pixels: a power of two.
  let cell: Int
  /// Of the middle, and of those on both sides at each distance: in whole 65536ths, which all of them make up.
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

  /// How many neighbors count on each side: three deviations.
  var reach: Int { weights.count - 1 }

  /// - Parameter square: of the deviation, in cells.
  private static func weights(square: Double) -> [UInt32] {
    let reach = Int((3 * square.squareRoot()).rounded(.up))
    // By our own exponential: the C library's differ.
    let heights = (0...reach).map { i in
      i == 0 ? 1 : Exponentials.exponential(-Double(i * i) / (2 * square))
    }
    let sum = heights.dropFirst().reduce(1) { $0 + 2 * $1 }
    var weights = heights.map { UInt32(($0 / sum * Double(whole)).rounded()) }
    // What rounding leaves over is the middle's, which is the largest.
    weights[0] = whole - 2 * weights.dropFirst().reduce(0, +)
    return weights
  }
}

extension GaussianBlur {
  /// Blurs along a row.
  ///
  /// - Parameters:
  ///   - line: `count + 2 · reach` values.
  ///   - sums: room for `count`.
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

  /// Blurs across rows, into one.
  ///
  /// - Parameter row: gives `count` values of a neighbor's, by its distance; nil for a row of zeros.
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

  /// With a half, so that what is cut off at the end is rounded. 65535 times 65536 and that are less than 2³².
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
