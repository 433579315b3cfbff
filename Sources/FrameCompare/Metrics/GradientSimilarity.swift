import FrameGeometry

extension ComparisonMetric {
  /// The gradient magnitude similarity deviation of the luma over the background; 0 for equal images.
  public static let gmsd = ComparisonMetric("gmsd", example: (9, "")) { (similarity: GradientSimilarity, _) in
    similarity.deviation
  }
}

/// The standard deviation of the similarities of the gradients of two images: 0 for equal images, and below 1.
///
/// W. Xue, L. Zhang, X. Mou and A. Bovik, "Gradient Magnitude Similarity Deviation: A Highly Efficient Perceptual Image
/// Quality Index", IEEE Transactions on Image Processing 23(2), 2014. As in the authors' program, the images are halved
/// first, and pixels beyond their edges are 0. As in the paper, the variance is divided by the number of pixels.
private struct GradientSimilarity: RowMetric {
  static let input = MetricInput.luma

  private var halving: RowHalving
  /// For each image the luma, its mean of three pixels across, and its difference across.
  private let rows: FilterRows
  private var (sum, squares) = (0.0, 0.0)

  /// The filters of Prewitt are a mean along one axis and a difference along the other one.
  private static let mean = FilterKernel(weights: [1.0 / 3, 1.0 / 3, 1.0 / 3])
  private static let difference = FilterKernel(weights: [-1, 0, 1])
  /// The paper's constant for samples of 0 to 255, for luma of 0 to 1.
  private static let constant = 170.0 / (255 * 255)

  init(width: Int, height: Int, metrics: Set<ComparisonMetric>) {
    halving = RowHalving(width: width, height: height, border: .zero)
    rows = FilterRows(
      width: halving.half.width, height: halving.half.height, radius: 1, planes: 6, results: 4)
  }

  var deviation: Double {
    let count = Double(rows.width * rows.height)
    return max(0, (squares - sum * sum / count) / count).squareRoot()
  }

  mutating func add(_ row: MetricRow) {
    guard let half = halving.add((row.luma.expected, row.luma.actual, row.differs)) else { return }
    for (plane, luma) in [(0, half.expected), (3, half.actual)] {
      let row = rows.row(rows.count, plane)
      for x in 0..<rows.width { row[x] = luma[x] }
    }
    let centers = rows.add(differs: half.differs) { y in
      for plane in [0, 3] {
        rows.pad(y, plane, .zero)
        rows.filterRow(y, plane, by: Self.mean, into: plane + 1)
        rows.filterRow(y, plane, by: Self.difference, into: plane + 2)
      }
    }
    for y in centers { addDeviations(y) }
  }

  /// Adds the dissimilarities of a row, each 1 minus the similarity. They have the same deviation, and are exactly 0 where
  /// the images are equal.
  private mutating func addDeviations(_ y: Int) {
    for (index, plane) in [0, 3].enumerated() {
      rows.filterColumns(around: y, plane + 1, by: Self.difference, .zero, into: 2 * index)
      rows.filterColumns(around: y, plane + 2, by: Self.mean, .zero, into: 2 * index + 1)
    }
    let (down, across) = ((rows.result(0), rows.result(2)), (rows.result(1), rows.result(3)))
    for x in 0..<rows.width {
      let expected = down.0[x] * down.0[x] + across.0[x] * across.0[x]
      let actual = down.1[x] * down.1[x] + across.1[x] * across.1[x]
      let distance = expected.squareRoot() - actual.squareRoot()
      let dissimilarity = distance * distance / (expected + actual + Self.constant)
      sum += dissimilarity
      squares += dissimilarity * dissimilarity
    }
  }
}
