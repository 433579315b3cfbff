import FrameGeometry
import FrameImage

/// The differences that a comparison allows: its options, a limit for the differing pixels, and limits for metrics. A
/// difference must be within all of the limits.
///
///     Tolerance(threshold: 0.1, ignoresAntialiasing: true, limit: .percent(0.05))
public struct Tolerance: Hashable, Sendable {
  /// The rules that decide whether two pixels differ.
  public var options: ComparisonOptions
  /// The number of differing pixels that is allowed.
  public var limit: DifferenceLimit
  /// The limits of metrics, which are computed for them.
  public var metricLimits: [MetricLimit] = []
  /// The largest shift to try when aligning the images first, in pixels; nil to compare them unshifted.
  public var maxShift: Int?

  public init(
    _ options: ComparisonOptions, limit: DifferenceLimit = .pixels(0), maxShift: Int? = nil
  ) {
    self.options = options
    self.limit = limit
    self.maxShift = maxShift
  }

  /// Creates a tolerance from the properties of `ComparisonOptions` and a limit.
  public init(
    threshold: Double? = nil, ignoresAntialiasing: Bool = false, hardThreshold: Double? = nil,
    ignored: [PixelRect] = [], limit: DifferenceLimit = .pixels(0)
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
    difference.overHardThreshold == 0 && limit.allows(difference.differing, of: difference.comparedPixels)
      && exceededLimits(by: difference).isEmpty
  }

  /// Returns the limits of metrics that a difference exceeds.
  package func exceededLimits(by difference: ImageDifference) -> [MetricLimit] {
    metricLimits.filter { limit in difference.metrics[limit.metric].map { !limit.allows($0) } ?? false }
  }

  /// Returns the result of a comparison on one line, such as "same (60,000 pixels compared)", "within the limit: 4585 of
  /// 1,024,000 pixels (0.45%) differ, largest difference 87.8%" or "differs: 153 of 60,000 pixels (0.26%) in 40 x 12 at
  /// 130,88, 2 regions, largest difference 61.6%".
  package func message(on difference: ImageDifference) -> String {
    if allows(difference) { return difference.message(isAllowed: true) }
    let exceeded = exceededLimits(by: difference).map { limit in
      let value = difference.metrics[limit.metric] ?? 0
      let side = limit.metric.growsWithSimilarity ? "below" : "above"
      return "; \(limit.metric.rawValue) \(value.trimmed(6)) is \(side) \(limit.bound.trimmed(6))"
    }
    return difference.message(isAllowed: false) + exceeded.joined()
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

extension Tolerance {
  /// Compares two images: finds the best shift if `maxShift` is set, compares, and draws a difference image.
  /// The caller opens the images.
  ///
  /// - Parameters:
  ///   - size: The size of the common area, from the corner at 0,0.
  ///   - drawing: Makes a difference image for a size. The image is finished only if pixels differ.
  ///   - onRow: Called with the size of the compared area and with each row, from the top down.
  ///   - reading: Opens the images and passes them to its body. Called once for each pass over the images.
  /// - Throws: `ComparisonError`, and the errors of `reading`, `drawing` and the encoder.
  package func compare<E: PixelSource, A: PixelSource, M: PixelSource>(
    _ size: PixelSize, drawing: ((PixelSize) throws -> DifferenceImage)? = nil,
    onRow: ((PixelSize, Span<PixelVerdict>, Span<UInt8>) -> Void)? = nil,
    reading: ((inout E, inout A, inout M?) throws -> Void) throws -> Void
  ) throws -> ImageDifference {
    var shift = PixelShift.none
    if let maxShift {
      let search = ShiftSearch(maxShift: maxShift)
      try reading { left, right, _ in shift = try search.shift(&left, &right) }
    }
    let comparison = ImageComparison(options: measuredOptions)
    let part = shift.commonSize(of: size)
    var image = try drawing?(part)
    var difference: ImageDifference!
    try reading { left, right, mask in
      difference = try comparison.run(
        &left, &right, mask: &mask, shift: shift,
        onRow: image == nil && onRow == nil
          ? nil
          : { y, verdicts, expected, actual in
            try image?.write(y, verdicts, expected, actual)
            onRow?(part, verdicts, expected)
          })
    }
    if difference.comparedPixels == 0 { throw ComparisonError.everythingIgnored }
    guard difference.differing > 0, image != nil else { return difference }
    if image?.form == .flicker {
      try reading { left, right, mask in
        _ = try comparison.run(&left, &right, mask: &mask, shift: shift) { y, _, _, row in
          try image?.writeSecondFrame(y, row)
        }
      }
    }
    try image?.finish()
    return difference
  }
}
