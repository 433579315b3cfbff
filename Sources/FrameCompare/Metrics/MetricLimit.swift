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

extension ComparisonMetric {
  /// True if more similar images have a larger value.
  public var growsWithSimilarity: Bool {
    switch self {
    case .psnr, .ssim, .msssim, .ssimulacra2: true
    case .count, .max, .odiff, .mae, .rmse, .dssim, .ciede2000, .flip: false
    }
  }
}
