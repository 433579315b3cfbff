import FrameGeometry
import FrameImage

/// A timeline of animations without an end: one period, after which all of them show the same again.
///
/// The period is the least common multiple of the durations. It starts when all animations have begun. If it is no whole
/// number of frames, it is stretched to one, by less than half a frame.
struct TimelineLoop: Sendable {
  /// In seconds.
  let start: Double
  private let period: Double
  let frames: Int

  /// - Throws: `LimitExceeded` if the period has more frames than the limit.
  init(of animations: [LayerAnimation], rate: FrameRate, limit: Int) throws(LimitExceeded) {
    start = animations.map(\.start).max() ?? 0
    var common: Rational?
    for animation in animations {
      guard let duration = Rational(animation.duration) else { throw Self.tooLong(limit) }
      guard let multiple = common.map({ $0.leastCommonMultiple(with: duration) }) ?? duration else {
        throw Self.tooLong(limit)
      }
      common = multiple
    }
    guard let common, let frames = rate.frames(in: common) else { throw Self.tooLong(limit) }
    guard frames <= limit else { throw LimitExceeded(.frames, needed: frames, allowed: limit) }
    (period, self.frames) = (common.value, max(1, frames))
  }

  private static func tooLong(_ limit: Int) -> LimitExceeded {
    LimitExceeded(.frames, needed: 1_000_000_000_000, allowed: limit)
  }

  /// Returns the time that a frame shows, in seconds.
  func time(of frame: Int) -> Double { start + period * Double(frame) / Double(frames) }
}

/// A positive rational number in lowest terms.
struct Rational: Equatable, Sendable {
  let numerator: Int
  let denominator: Int

  private static let largestDenominator = 1_000_000
  /// Decimals and thirds are closer to their rational numbers, by far.
  private static let tolerance = 1e-12

  init?(_ numerator: Int, over denominator: Int) {
    guard numerator > 0, denominator > 0 else { return nil }
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    (self.numerator, self.denominator) = (numerator / divisor, denominator / divisor)
  }

  /// The simplest rational number for a floating-point number, by its continued fraction.
  ///
  /// - Returns: nil for a number that is not positive, too large, or not close to a fraction with a denominator of up
  ///   to a million.
  init?(_ value: Double) {
    guard value > 0, value < 1e9 else { return nil }
    var (before, last) = ((1, 0), (Int(value.rounded(.down)), 1))
    var rest = value - value.rounded(.down)
    while abs(Double(last.0) / Double(last.1) - value) > Self.tolerance * max(1, value) {
      guard rest > 1e-15 else { return nil }
      let inverse = 1 / rest
      guard inverse < 1e9 else { return nil }
      let part = Int(inverse.rounded(.down))
      rest = inverse - inverse.rounded(.down)
      let next = (part * last.0 + before.0, part * last.1 + before.1)
      guard next.1 <= Self.largestDenominator, next.0 < 1 << 50 else { return nil }
      (before, last) = (last, next)
    }
    self.init(last.0, over: last.1)
  }

  var value: Double { Double(numerator) / Double(denominator) }

  /// - Returns: nil if it is too large.
  func leastCommonMultiple(with other: Rational) -> Rational? {
    let divisor = Self.greatestCommonDivisor(numerator, other.numerator)
    let (product, overflow) = (numerator / divisor).multipliedReportingOverflow(by: other.numerator)
    guard !overflow else { return nil }
    return Rational(product, over: Self.greatestCommonDivisor(denominator, other.denominator))
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}

extension FrameRate {
  /// Returns the number of frames that is closest to a time; nil if it is too large.
  fileprivate func frames(in time: Rational) -> Int? {
    let (product, overflow) = time.numerator.multipliedReportingOverflow(by: thousandths)
    guard !overflow, product < Int.max / 4, time.denominator < Int.max / 4000 else { return nil }
    return (2 * product + 1000 * time.denominator) / (2000 * time.denominator)
  }
}
