import FrameImage

/// A measure of the difference between two images. Means exclude ignored pixels.
///
/// Each metric is declared in the file that computes it. Options, help, limits and records follow from its declaration.
public struct ComparisonMetric: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// All metrics, in the order in which messages and schemas list them.
  public static let allCases: [ComparisonMetric] = [
    .count, .max, .odiff, .mae, .rmse, .psnr, .ssim, .msssim, .dssim, .ciede2000, .flip, .ssimulacra2,
    .gmsd,
  ]

  /// The name of the metric in options and records.
  public let rawValue: String
  /// The value of the metric for two equal images: 0 for distances, and more for similarities.
  public let valueForEqualImages: Double
  /// The place of the metric in the help of limits, where the most useful metrics come first, and the limit there, such as
  /// `=0.95`.
  package let example: (place: Int, limit: String)
  /// Adds the accumulator that the metric needs, if another metric has not added it.
  let start: @Sendable (inout [any RowMetric], PixelSize, Set<ComparisonMetric>) -> Void
  /// Returns the value of the metric from the accumulators, the number of compared pixels and the classified difference.
  let value: @Sendable ([any RowMetric], _ pixels: Double, ImageDifference) -> Double?

  /// Creates a metric that is computed from rows. Metrics with the same type of accumulator share one.
  ///
  /// - Parameter value: Returns the value from the accumulator and the number of compared pixels, at least 1.
  init<Accumulator: RowMetric>(
    _ name: String, perfect: Double = 0, example: (Int, String),
    value: @escaping @Sendable (Accumulator, _ pixels: Double) -> Double
  ) {
    (rawValue, valueForEqualImages, self.example) = (name, perfect, example)
    start = { accumulators, size, metrics in
      guard !accumulators.contains(where: { $0 is Accumulator }) else { return }
      accumulators.append(Accumulator(width: size.width, height: size.height, metrics: metrics))
    }
    self.value = { accumulators, pixels, _ in
      accumulators.lazy.compactMap { $0 as? Accumulator }.first.map { value($0, pixels) }
    }
  }

  /// Creates a distance that the classification of pixels provides.
  init(_ name: String, example: (Int, String), value: @escaping @Sendable (ImageDifference) -> Double) {
    (rawValue, valueForEqualImages, self.example) = (name, 0, example)
    start = { _, _, _ in }
    self.value = { value($2) }
  }

  public init?(rawValue: String) {
    guard let metric = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = metric
  }

  /// True if more similar images have a larger value.
  public var growsWithSimilarity: Bool { valueForEqualImages > 0 }
}

/// The worst value of a metric that a comparison allows.
///
///     var tolerance = Tolerance()
///     tolerance.metricLimits = [MetricLimit(.ssim, 0.95)]
public struct MetricLimit: Hashable, Sendable {
  /// The limited metric.
  public var metric: ComparisonMetric
  /// The smallest allowed value of a metric that grows with similarity, and the largest allowed value of another one.
  public var bound: Double

  public init(_ metric: ComparisonMetric, _ bound: Double) {
    self.metric = metric
    self.bound = bound
  }

  /// Returns whether a value of the metric is within the limit.
  public func allows(_ value: Double) -> Bool {
    metric.growsWithSimilarity ? value >= bound : value <= bound
  }
}
