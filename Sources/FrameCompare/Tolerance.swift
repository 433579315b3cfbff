import FrameModel

/// How near is near enough: what counts as a difference, and how much of that is allowed.
///
///     Tolerance(threshold: 0.1, ignoresAntialiasing: true, limit: .percent(0.05))
public struct Tolerance: Hashable, Sendable {
  public var options: ComparisonOptions
  public var limit: DifferenceLimit
  /// The best shift within so many pixels is looked for first; nil: none is.
  public var reach: Int?

  public init(
    _ options: ComparisonOptions, limit: DifferenceLimit = .pixels(0), reach: Int? = nil
  ) {
    self.options = options
    self.limit = limit
    self.reach = reach
  }

  /// - Parameters: those of `ComparisonOptions` and `DifferenceLimit`.
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

  /// Every sample counts.
  public static let exact = Tolerance()

  public func allows(_ difference: ImageDifference) -> Bool {
    difference.hard == 0 && limit.allows(difference.differing, of: difference.looked)
  }
}

/// How many pixels may differ.
public enum DifferenceLimit: Hashable, Sendable {
  case pixels(Int)
  /// Of those that were looked at, 0 to 100.
  case percent(Double)

  /// - Parameter pixels: how many were looked at.
  public func allows(_ differing: Int, of pixels: Int) -> Bool {
    switch self {
    case .pixels(let most): differing <= most
    // What is written 0.29 is a little less as a number: so much more is allowed that 29 of 10000 are 0.29%.
    case .percent(let share): Double(differing) * 100 <= share * Double(pixels) * (1 + 0x1p-50)
    }
  }
}
