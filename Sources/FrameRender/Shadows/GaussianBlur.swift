import FramePlan

/// A Gaussian blur of alpha, with weights of 16 bits.
///
/// `GaussianFilter` blurs four floating-point samples of each pixel; a shadow needs only one of 16 bits. A shadow's silhouette is
/// drawn as means of cells, so that its cost does not grow with the blur.
struct GaussianBlur: Sendable {
  /// The side of a cell in pixels: a power of two.
  let cell: Int
  /// The weights of the center and of both neighbors at each distance, in 65536ths. They sum to 65536.
  let weights: [UInt32]

  private static let whole: UInt32 = 1 << 16

  /// - Parameter deviation: in pixels, 0 or more, and finite.
  init(deviation: Double) {
    let gaussian = CellGaussian(deviation: deviation, .linear)
    cell = gaussian.side
    var weights = gaussian.weights.map { UInt32(($0 * Double(Self.whole)).rounded()) }
    // The rounding error goes to the center, which has the largest weight.
    weights[0] = Self.whole - 2 * weights.dropFirst().reduce(0, +)
    self.weights = weights
  }

  /// The number of neighbors on each side.
  var reach: Int { weights.count - 1 }

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
    add(line + reach, nil, count, weights[0], to: sums)
    for i in weights.indices.dropFirst() {
      add(line + reach - i, line + reach + i, count, weights[i], to: sums)
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
    add(row(0), nil, count, weights[0], to: sums)
    for i in weights.indices.dropFirst() { add(row(-i), row(i), count, weights[i], to: sums) }
    end(sums, count, into: result)
  }

  /// Starts with a half, so that truncating at the end rounds. 65535 · 65536 plus that is less than 2³².
  private func begin(_ sums: UnsafeMutablePointer<UInt32>, _ count: Int) {
    sums.update(repeating: Self.whole / 2, count: count)
  }

  /// Adds one or two lines. Two lines with the same weight are added before they are multiplied.
  @inline(__always)
  private func add(
    _ a: UnsafePointer<UInt16>?, _ b: UnsafePointer<UInt16>?, _ count: Int, _ weight: UInt32,
    to sums: UnsafeMutablePointer<UInt32>
  ) {
    guard let line = a ?? b else { return }
    if let a, let b {
      for i in 0..<count { sums[i] &+= weight &* (UInt32(a[i]) &+ UInt32(b[i])) }
    } else {
      for i in 0..<count { sums[i] &+= weight &* UInt32(line[i]) }
    }
  }

  private func end(
    _ sums: UnsafeMutablePointer<UInt32>, _ count: Int, into result: UnsafeMutablePointer<UInt16>
  ) {
    for i in 0..<count { result[i] = UInt16(truncatingIfNeeded: sums[i] >> 16) }
  }
}
