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
struct StructuralSimilarity {
  static let side = 11
  private static let kernel = FilterKernel.gaussian(radius: side / 2, deviation: 1.5)
  /// The number of maps: l, r, l² + r² and l r. The formula needs only the sum of both variances, so one map of squares is
  /// enough.
  private static let maps = 4

  /// The maps, and the same filtered along the rows.
  private let rows: FilterRows
  private let hasWindows: Bool
  /// The sums of 1 minus the similarity of each window, and of 1 minus its contrast. Both are exactly 0 for equal images.
  private var (dissimilarities, losses) = (0.0, 0.0)
  /// The sums of the maps, for an image without windows.
  private var sums = SIMD4<Double>.zero

  init(width: Int, height: Int) {
    hasWindows = min(width, height) >= Self.side
    rows = FilterRows(
      width: width, height: height, radius: Self.kernel.radius, planes: 2 * Self.maps, results: Self.maps)
  }

  /// The mean similarity over the windows, and the mean of its part without luminance. Both are 1 for equal
  /// images.
  var means: (similarity: Double, contrast: Double) {
    guard !hasWindows else {
      let windows = Double((rows.width - Self.side + 1) * (rows.height - Self.side + 1))
      return (1 - dissimilarities / windows, 1 - losses / windows)
    }
    let means = sums / Double(rows.height * rows.width)
    return Self.compare(means[0], means[1], means[2], means[3])
  }

  mutating func add(_ l: [Double], _ r: [Double], differs: Bool) {
    guard hasWindows else {
      for x in 0..<rows.width { sums += SIMD4(l[x], r[x], l[x] * l[x] + r[x] * r[x], l[x] * r[x]) }
      return
    }
    let maps = (0..<Self.maps).map { rows.row(rows.count, $0) }
    for x in 0..<rows.width {
      (maps[0][x], maps[1][x]) = (l[x], r[x])
      (maps[2][x], maps[3][x]) = (l[x] * l[x] + r[x] * r[x], l[x] * r[x])
    }
    let centers = rows.add(differs: differs) { y in
      for map in 0..<Self.maps { rows.filterRow(y, map, by: Self.kernel, into: Self.maps + map) }
    }
    let radius = Self.kernel.radius
    for y in centers where (radius..<rows.height - radius).contains(y) { addWindows(around: y) }
  }

  private mutating func addWindows(around y: Int) {
    for map in 0..<Self.maps {
      rows.filterColumns(around: y, Self.maps + map, by: Self.kernel, .zero, into: map)
    }
    let maps = (0..<Self.maps).map(rows.result)
    let (l, r, squares, products) = (maps[0], maps[1], maps[2], maps[3])
    let radius = Self.kernel.radius
    for x in radius..<rows.width - radius {
      let window = Self.compare(l[x], r[x], squares[x], products[x])
      dissimilarities += 1 - window.similarity
      losses += 1 - window.contrast
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

  private var pyramid: ScalePyramid<StructuralSimilarity>

  init(width: Int, height: Int, metrics: Set<ComparisonMetric>) {
    let most = metrics.contains(.msssim) ? Self.weights.count : 1
    pyramid = ScalePyramid(width, height, most: most, least: StructuralSimilarity.side, border: nil) {
      StructuralSimilarity(width: $0, height: $1)
    }
  }

  var ssim: Double { pyramid.scales[0].means.similarity }

  var multiscale: Double {
    let scales = pyramid.scales
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
    pyramid.add((row.luma.expected, row.luma.actual, row.differs)) { scale, rows in
      scale.add(rows.expected, rows.actual, differs: rows.differs)
    }
  }
}
