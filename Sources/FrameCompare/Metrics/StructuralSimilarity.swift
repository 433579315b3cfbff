import FrameGeometry

extension ComparisonMetric {
  /// The structural similarity of the luma over the background; 1 for equal images.
  public static let ssim = ComparisonMetric("ssim", perfect: 1, example: (1, "=0.95")) {
    (similarity: MultiscaleSimilarity, _) in similarity.ssim
  }
  /// The structural similarity over five scales, each half the size of the previous one.
  public static let msssim = ComparisonMetric("ms-ssim", perfect: 1, example: (2, "=0.9")) {
    (similarity: MultiscaleSimilarity, _) in similarity.multiscale
  }
  /// The structural dissimilarity, (1 - ssim) / 2; 0 for equal images.
  public static let dssim = ComparisonMetric("dssim", example: (4, "")) {
    (similarity: MultiscaleSimilarity, _) in (1 - similarity.ssim) / 2
  }
}

/// Computes the mean structural similarity of two single-channel images, 0 to 1, from rows.
///
/// Z. Wang, A. Bovik, H. Sheikh and E. Simoncelli, "Image quality assessment: from error visibility to
/// structural similarity", IEEE Transactions on Image Processing 13, 2004: a Gaussian window of 11 x 11 with
/// sigma 1.5, K1 0.01, K2 0.03, and the mean over all windows that lie fully inside. An image with a side
/// below 11 is one window with equal weights.
final class StructuralSimilarity {
  static let side = 11

  /// exp(-k² / 4.5) for k of -5 to 0, divided by the sum of all eleven.
  private static let weights = [
    0.00102838008447911, 0.007598758135239185, 0.03600077212843083, 0.10936068950970002,
    0.2130055377112537, 0.26601172486179436,
  ]

  /// The number of maps per window: the means of l, of r, of l² + r² and of l r. The formula needs only the
  /// sum of both variances, so one map of squares is enough.
  private static let maps = 4
  private typealias Vector = SIMD4<Double>

  private let width: Int
  private let hasWindows: Bool
  /// The length of a row in memory. Rows are longer than the image is wide, so that vectors may extend past
  /// the end.
  private let rowStride: Int
  private let memory: UnsafeMutablePointer<Double>
  private var rows = 0
  private var windows = 0.0
  private var similarities = 0.0
  private var contrasts = 0.0
  private var sums = (l: 0.0, r: 0.0, squares: 0.0, product: 0.0)

  init(width: Int, height: Int) {
    self.width = width
    hasWindows = min(width, height) >= Self.side
    rowStride = width + Self.side + 4
    // A ring of eleven rows per map, and one row per map before and after weighting.
    let count = hasWindows ? rowStride * Self.maps * (Self.side + 2) : 0
    memory = .allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
  }

  deinit { memory.deallocate() }

  /// The mean similarity over the windows, and the mean of its part without luminance. Both are 1 for equal
  /// images.
  var means: (similarity: Double, contrast: Double) {
    guard !hasWindows else { return (similarities / windows, contrasts / windows) }
    let count = Double(rows * width)
    let window = Self.compare(
      sums.l / count, sums.r / count, sums.squares / count, sums.product / count)
    return (window.similarity, window.contrast)
  }

  func add(_ l: UnsafePointer<Double>, _ r: UnsafePointer<Double>) {
    rows += 1
    guard hasWindows else {
      for x in 0..<width {
        sums.l += l[x]
        sums.r += r[x]
        sums.squares += l[x] * l[x] + r[x] * r[x]
        sums.product += l[x] * r[x]
      }
      return
    }
    let raw = memory + rowStride * Self.maps * Self.side
    for x in 0..<width {
      raw[x] = l[x]
      raw[rowStride + x] = r[x]
      raw[2 * rowStride + x] = l[x] * l[x] + r[x] * r[x]
      raw[3 * rowStride + x] = l[x] * r[x]
    }
    let slot = rows % Self.side
    for map in 0..<Self.maps {
      let taps = (0..<Self.side).map { UnsafePointer(raw + map * rowStride + $0) }
      applyWeights(taps, into: memory + (map * Self.side + slot) * rowStride)
    }
    if rows >= Self.side { addWindows() }
  }

  /// Adds the windows that end in the last row.
  private func addWindows() {
    let weighed = memory + rowStride * (Self.maps * Self.side + Self.maps)
    for map in 0..<Self.maps {
      let taps = (1...Self.side).map {
        UnsafePointer(memory + (map * Self.side + (rows + $0) % Self.side) * rowStride)
      }
      applyWeights(taps, into: weighed + map * rowStride)
    }
    let count = width - Self.side + 1
    for x in 0..<count {
      let window = Self.compare(
        weighed[x], weighed[rowStride + x], weighed[2 * rowStride + x], weighed[3 * rowStride + x])
      similarities += window.similarity
      contrasts += window.contrast
    }
    windows += Double(count)
  }

  /// Computes the weighted sum of eleven rows, or of one row at eleven offsets.
  private func applyWeights(_ taps: [UnsafePointer<Double>], into sums: UnsafeMutablePointer<Double>) {
    taps.withUnsafeBufferPointer { taps in
      Self.weights.withUnsafeBufferPointer { weights in
        for x in stride(from: 0, to: width - Self.side + 1, by: Vector.scalarCount) {
          func samples(_ tap: Int) -> Vector {
            UnsafeRawPointer(taps[tap] + x).loadUnaligned(as: Vector.self)
          }
          var sum = samples(5) * weights[5]
          for k in 0..<5 { sum += (samples(k) + samples(10 - k)) * weights[k] }
          UnsafeMutableRawPointer(sums + x).storeBytes(of: sum, as: Vector.self)
        }
      }
    }
  }

  /// Compares one window. Written so that equal images give exactly 1.
  @inline(__always)
  private static func compare(
    _ l: Double, _ r: Double, _ squares: Double, _ product: Double
  ) -> (similarity: Double, contrast: Double) {
    let c1 = 0.01 * 0.01
    let c2 = 0.03 * 0.03
    let meanSquares = l * l + r * r
    let contrast = (2 * (product - l * r) + c2) / ((squares - meanSquares) + c2)
    return (contrast * ((2 * (l * r) + c1) / (meanSquares + c1)), contrast)
  }
}

/// The structural similarity on one scale, or on several, each half the size of the previous one.
///
/// Z. Wang, E. Simoncelli and A. Bovik, "Multiscale structural similarity for image quality assessment",
/// Asilomar 2003: contrast and structure on every scale, luminance on the coarsest only. If an image is too
/// small for five scales, the weights of its scales are normalized to a sum of 1.
struct MultiscaleSimilarity: RowMetric {
  static let input = MetricInput.luma
  private static let weights = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333]

  private var scales: [StructuralSimilarity] = []
  /// The halvings between the scales.
  private var halvings: [RowHalving] = []

  init(width: Int, height: Int, metrics: Set<ComparisonMetric>) {
    var (width, height) = (width, height)
    let count = metrics.contains(.msssim) ? Self.weights.count : 1
    repeat {
      scales.append(StructuralSimilarity(width: width, height: height))
      halvings.append(RowHalving(width: width, height: height, border: nil))
      (width, height) = halvings.last!.half
    } while scales.count < count && min(width, height) >= StructuralSimilarity.side
  }

  var ssim: Double { scales[0].means.similarity }

  var multiscale: Double {
    let total = Self.weights.prefix(scales.count).reduce(0, +)
    var product = 1.0
    for (index, scale) in scales.enumerated() {
      let means = scale.means
      let value = index == scales.count - 1 ? means.similarity : means.contrast
      product *= value == 1 ? 1 : Exponentials.power(max(0, value), Self.weights[index] / total)
    }
    return product
  }

  mutating func add(_ row: MetricRow) {
    var rows = (expected: row.luma.expected, actual: row.luma.actual, differs: row.differs)
    for index in scales.indices {
      scales[index].add(rows.expected, rows.actual)
      guard index + 1 < scales.count, let half = halvings[index].add(rows) else { return }
      rows = half
    }
  }
}
