import FrameModel

/// One axis of the source: where output pixels lie on it, and the taps they are made of.
///
/// Places are computed in `Double` and kept in fixed point, in units of 2⁻²⁴ source pixels.
struct SourceAxis {
  /// A place is stepX · x + stepY · y + offset, of an output pixel's center; in those units. A power of
  /// two scales a `Double` without rounding it.
  let stepX: Double
  let stepY: Double
  let offset: Double
  /// From a place to half a pixel before where its footprint begins.
  let reach: Int
  /// 1 / how much the filter is widened along this axis.
  let inverse: Float
  /// How many taps a footprint has.
  let taps: Int
  /// The image's, in pixels.
  let size: Int
  let curve: FilterCurve

  static let unit = 16_777_216.0

  init(
    stepX: Double, stepY: Double, offset: Double, reach: Double, inverse: Float, taps: Int, size: Int,
    curve: FilterCurve
  ) {
    self.stepX = stepX * Self.unit
    self.stepY = stepY * Self.unit
    self.offset = offset * Self.unit
    self.reach = Int(((reach + 0.5) * Self.unit).rounded())
    self.inverse = inverse
    self.taps = taps
    self.size = size
    self.curve = curve
  }

  /// How many indices of the image a footprint's weights lie on.
  var kept: Int { min(taps, size) }

  /// True where the taps' weights sum to one by themselves, wherever the footprint stands.
  var sumsToOne: Bool { inverse == 1 && curve.filter != .lanczos3 }

  /// The first tap's index, which may lie before the image, and from the output pixel's place to its
  /// middle, in pixels. Each further tap lies a pixel on: all lie in (place - reach, place + reach].
  ///
  /// - Parameters: the output pixel's column and row.
  @inline(__always)
  func firstTap(_ column: Int, _ row: Int) -> (index: Int, distance: Float) {
    let start = place(column, row) - reach
    // The first index whose middle lies beyond the footprint's start.
    let index = (start >> 24) + 1
    let distance = (3 << 23) - reach - (start & 0xFF_FFFF)
    return (index, Float(distance) * Float(1 / Self.unit))
  }

  @inline(__always)
  private func place(_ column: Int, _ row: Int) -> Int {
    let exact = (stepX * (Double(column) + 0.5) + stepY * (Double(row) + 0.5)) + offset
    // What is 2²⁶ pixels away is beyond every image; its edge pixel is all that can be seen of it.
    let bound = 67_108_864 * Self.unit
    // Halves go to the even number, as the sum of two doubles has it.
    return Int(min(max(exact, -bound), bound).rounded(.toNearestOrEven))
  }

  /// The index of the image that a tap stands for: beyond the image it repeats the edge.
  @inline(__always)
  func index(_ tap: Int) -> Int { min(max(tap, 0), size - 1) }

  /// The range of the image's indices, `kept` long, on which a footprint's weights lie.
  @inline(__always)
  func window(from first: Int) -> Int { min(max(first, 0), size - kept) }

  /// The weights of an output pixel along this axis, normalized, by source index from the window on. Taps
  /// beyond the image repeat its edge: their weights are added, from the first on, to the edge's.
  ///
  /// - Parameter weights: `taps` numbers; the first `kept` count afterwards.
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

  /// The indices of the image that a rectangle of output pixels is made of.
  func needed(for x: Range<Int>, _ y: Range<Int>) -> Range<Int> {
    let firsts = [x.lowerBound, x.upperBound - 1].flatMap { column in
      [y.lowerBound, y.upperBound - 1].map { firstTap(column, $0).index }
    }
    return window(from: firsts.min()!)..<window(from: firsts.max()!) + kept
  }

  /// How many indices a square of output pixels needs at the most, wherever it lies.
  func needed(forSide side: Int) -> Double {
    let extent = (abs(stepX) + abs(stepY)) / Self.unit * Double(side - 1)
    return min(extent + Double(taps + 1), Double(size))
  }
}
