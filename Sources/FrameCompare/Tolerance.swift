import FrameGeometry
import FrameImage

/// The differences that a comparison allows: its options, a limit for the differing pixels, and limits for metrics. A
/// difference must be within all of the limits.
///
///     Tolerance(threshold: 0.1, ignoresAntialiasing: true, limit: .percent(0.05))
public struct Tolerance: Hashable, Sendable {
  /// The rules that decide whether two pixels differ.
  public var options: ComparisonOptions
  /// The number of differing pixels that is allowed. If nil, no pixel may differ. Limits of metrics replace this default:
  /// pixels may differ then, but no row or column may be added or removed, because metrics do not measure those.
  public var limit: DifferenceLimit?
  /// The limits of metrics, which are computed for them.
  public var metricLimits: [MetricLimit] = []
  /// How the images are aligned before they are compared.
  public var alignment: Alignment
  /// True to compare the HDR gain maps of the images, too: their numbers exactly, and their pixels as those of images.
  public var comparesGainMaps = false

  /// What is done before pixels are compared.
  public enum Alignment: Hashable, Sendable {
    /// Pixels at the same place are compared.
    case off
    /// The actual image is shifted by at most this many pixels along each axis to where it fits best.
    case shift(upTo: Int)
    /// Rows or columns may be added or removed, if that explains the difference better. The others are compared with each
    /// other.
    case lines(AlignedLines)

    /// Returns whether images of two sizes can be compared as a whole.
    package func canAlign(_ expected: PixelSize, _ actual: PixelSize) -> Bool {
      switch self {
      case .off, .shift: expected == actual
      case .lines(let lines): lines.canAlign(expected, actual)
      }
    }
  }

  public init(
    _ options: ComparisonOptions, limit: DifferenceLimit? = nil, alignment: Alignment = .off
  ) {
    self.options = options
    self.limit = limit
    self.alignment = alignment
  }

  /// Creates a tolerance from the properties of `ComparisonOptions` and a limit.
  public init(
    threshold: Double? = nil, ignoresAntialiasing: Bool = false, hardThreshold: Double? = nil,
    ignored: [PixelRect] = [], limit: DifferenceLimit? = nil
  ) {
    var options = ComparisonOptions()
    options.threshold = threshold
    options.ignoresAntialiasing = ignoresAntialiasing
    options.hardThreshold = hardThreshold
    options.ignored = ignored
    self.init(options, limit: limit)
  }

  /// The tolerance that allows no difference of any sample.
  public static let exact = Tolerance()

  /// The options, with the metrics that have limits.
  package var measuredOptions: ComparisonOptions {
    var options = options
    options.metrics.formUnion(metricLimits.map(\.metric))
    return options
  }

  package func allows(_ difference: ImageDifference) -> Bool {
    difference.overHardThreshold == 0 && isWithinLimit(difference) && exceededLimits(by: difference).isEmpty
  }

  private func isWithinLimit(_ difference: ImageDifference) -> Bool {
    if let limit { return limit.allows(difference.differing, of: difference.comparedPixels) }
    return metricLimits.isEmpty ? difference.differing == 0 : difference.gapPixels == 0
  }

  /// Returns the limits of metrics that a difference exceeds.
  func exceededLimits(by difference: ImageDifference) -> [MetricLimit] {
    metricLimits.filter { limit in difference.metrics[limit.metric].map { !limit.allows($0) } ?? false }
  }
}

/// A limit for the number of differing pixels.
public enum DifferenceLimit: Hashable, Sendable {
  case pixels(Int)
  /// A percentage of the compared pixels, 0 to 100.
  case percent(Double)

  /// Returns whether a number of differing pixels is within the limit.
  ///
  /// - Parameter pixels: The number of compared pixels.
  public func allows(_ differing: Int, of pixels: Int) -> Bool {
    switch self {
    case .pixels(let most): differing <= most
    // The binary value of 0.29 is slightly too small. The factor makes 29 of 10000 count as 0.29%.
    case .percent(let share): Double(differing) * 100 <= share * Double(pixels) * (1 + 0x1p-50)
    }
  }
}
