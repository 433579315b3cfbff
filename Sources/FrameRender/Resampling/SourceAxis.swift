/// One axis of the source: the positions of output pixels on it, and their taps.
///
/// Positions are computed in `Double` and stored in fixed point, in units of 2⁻²⁴ source pixels.
struct SourceAxis {
  /// The position of an output pixel's center is stepX · x + stepY · y + offset, in those units, divided by its weight. A power
  /// of two scales a `Double` without rounding.
  let stepX: Double
  let stepY: Double
  let offset: Double
  /// The weights of pixels; nil if all are 1.
  let horizon: Horizon?
  /// The distance from a position to half a pixel before the start of its footprint.
  let reach: Int
  /// 1 / the factor by which the filter is widened along this axis.
  let inverse: Float
  /// The number of taps of a footprint.
  let taps: Int
  /// The image's size in pixels.
  let size: Int
  let curve: FilterCurve

  static let unit = 16_777_216.0

  /// The weight of an output pixel is x · its column + y · its row + one. It is positive ahead of the horizon.
  struct Horizon {
    let x: Double
    let y: Double
    let one: Double
  }

  init(
    stepX: Double, stepY: Double, offset: Double, horizon: Horizon? = nil, reach: Double, inverse: Float,
    taps: Int, size: Int, curve: FilterCurve
  ) {
    self.stepX = stepX * Self.unit
    self.stepY = stepY * Self.unit
    self.offset = offset * Self.unit
    self.horizon = horizon
    self.reach = Int(((reach + 0.5) * Self.unit).rounded())
    self.inverse = inverse
    self.taps = taps
    self.size = size
    self.curve = curve
  }

  /// The number of image indices with weights of a footprint.
  var kept: Int { min(taps, size) }

  /// True for four taps, those of the cubic filter without widening.
  var isPlainCubic: Bool { curve.filter == .cubic && inverse == 1 && kept == 4 && taps == 4 }

  /// True if the taps' weights sum to one without normalization, at any position.
  var sumsToOne: Bool { inverse == 1 && curve.filter != .lanczos3 }

  /// Returns the first tap's index, which may be before the image, and the distance from the output pixel's position
  /// to its center, in pixels. Further taps are a pixel apart: all are in (position - reach, position + reach].
  ///
  /// - Parameters: the output pixel's column and row.
  @inline(__always)
  func firstTap(_ column: Int, _ row: Int) -> (index: Int, distance: Float) {
    let start = place(column, row) - reach
    // The first index whose center is after the footprint's start.
    let index = (start >> 24) + 1
    let distance = (3 << 23) - reach - (start & 0xFF_FFFF)
    return (index, Float(distance) * Float(1 / Self.unit))
  }

  @inline(__always)
  private func place(_ column: Int, _ row: Int) -> Int {
    var exact = (stepX * (Double(column) + 0.5) + stepY * (Double(row) + 0.5)) + offset
    if let horizon {
      exact /= (horizon.x * (Double(column) + 0.5) + horizon.y * (Double(row) + 0.5)) + horizon.one
    }
    // A position 2²⁶ pixels away is outside every image; only its edge pixel is visible.
    let bound = 67_108_864 * Self.unit
    // Ties are rounded to even, as in the sum of two doubles.
    return Int(min(max(exact, -bound), bound).rounded(.toNearestOrEven))
  }

  /// Returns the image index of a tap: outside the image it repeats the edge.
  @inline(__always)
  func index(_ tap: Int) -> Int { min(max(tap, 0), size - 1) }

  /// Returns the start of the image indices, `kept` of them, with weights of a footprint.
  @inline(__always)
  func window(from first: Int) -> Int { min(max(first, 0), size - kept) }

  /// Computes the normalized weights of an output pixel along this axis, by source index from the window on. Taps
  /// outside the image repeat its edge: their weights are added, from the first on, to the edge's.
  ///
  /// - Parameter weights: `taps` numbers; the first `kept` are valid afterwards.
  /// - Returns: the window's first index.
  @inline(__always)
  func weigh(_ column: Int, _ row: Int, into weights: UnsafeMutablePointer<Float>) -> Int {
    let (first, distance) = firstTap(column, row)
    var sum: Float = 0
    for k in 0..<taps {
      weights[k] = curve.weight(abs((distance + Float(k)) * inverse))
      sum += weights[k]
    }
    if !sumsToOne {
      let scale = 1 / sum
      for k in 0..<taps { weights[k] *= scale }
    }
    let start = window(from: first)
    guard first < 0 || first > size - taps else { return start }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: kept) { folded in
      folded.initialize(repeating: 0)
      for k in 0..<taps { folded[min(max(first + k, 0), size - 1) - start] += weights[k] }
      for k in 0..<kept { weights[k] = folded[k] }
    }
    return start
  }

  /// Returns the image indices that a rectangle of output pixels ahead of the horizon depends on.
  func needed(for x: Range<Int>, _ y: Range<Int>) -> Range<Int> {
    let firsts = [x.lowerBound, x.upperBound - 1].flatMap { column in
      [y.lowerBound, y.upperBound - 1].map { firstTap(column, $0).index }
    }
    return window(from: firsts.min()!)..<window(from: firsts.max()!) + kept
  }

  /// Returns the most indices that a square of output pixels needs at any position, without a horizon.
  func needed(forSide side: Int) -> Double {
    let extent = (abs(stepX) + abs(stepY)) / Self.unit * Double(side - 1)
    return min(extent + Double(taps + 1), Double(size))
  }
}
