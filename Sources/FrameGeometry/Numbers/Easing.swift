/// The progress of an animation as a function of its time: a cubic Bézier curve from 0,0 to 1,1 with two control
/// points, as in CSS ("CSS Easing Functions Level 1", 2.3), or a movement that loses speed.
///
/// It uses only IEEE arithmetic, for the reason given at `Trigonometry`.
package struct Easing: Hashable, Sendable {
  private enum Shape: Hashable, Sendable {
    /// The control points. Their x is 0 to 1, so time never goes back, and their y is in `heights`.
    case curve(Point, Point)
    case decay(Decay)
  }

  private let shape: Shape

  /// The range of overshooting: further than anyone needs, and small enough that numbers stay finite.
  package static let heights = -1e6...1e6

  /// - Returns: nil if a control point's x is not 0 to 1, or its y is not in `heights`.
  package init?(_ first: Point, _ second: Point) {
    guard (0...1).contains(first.x), (0...1).contains(second.x), Self.heights.contains(first.y),
      Self.heights.contains(second.y)
    else { return nil }
    shape = .curve(first, second)
  }

  /// A movement that loses speed. At time 1 it is at its end, although half a pixel would remain.
  package init(_ decay: Decay) { shape = .decay(decay) }

  package static func named(_ name: Name) -> Easing {
    switch name {
    case .linear: Easing(Point(x: 0, y: 0), Point(x: 1, y: 1))!
    case .in: Easing(Point(x: 0.42, y: 0), Point(x: 1, y: 1))!
    case .out: Easing(Point(x: 0, y: 0), Point(x: 0.58, y: 1))!
    case .inOut: Easing(Point(x: 0.42, y: 0), Point(x: 0.58, y: 1))!
    }
  }

  /// The curves with names in UIKit and CSS.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    case linear, `in`, out
    case inOut = "in-out"
  }

  /// - Parameter time: clamped to 0 to 1.
  package func callAsFunction(_ time: Double) -> Double {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    switch shape {
    case .curve(let first, let second):
      if first.x == first.y, second.x == second.y { return time }
      return Self.curve(first.y, second.y, at: Self.parameter(of: time, first.x, second.x))
    case .decay(let decay): return decay.share(at: time)
    }
  }

  /// The least and the greatest progress, which is beyond 0 or 1 for a curve that overshoots.
  package var shares: ClosedRange<Double> {
    guard case .curve(let first, let second) = shape else { return 0...1 }
    let turns = Parabola(first.y, second.y - first.y, 1 - second.y).zeros
    let heights = turns.map { Self.curve(first.y, second.y, at: $0) }
    return min(0, heights.min() ?? 0)...max(1, heights.max() ?? 1)
  }

  /// Solves x = `time`: by Newton's method, and by bisection where the curve is too flat for that.
  private static func parameter(of time: Double, _ x1: Double, _ x2: Double) -> Double {
    let exact = 1e-14
    var u = time
    for _ in 0..<8 {
      let error = curve(x1, x2, at: u) - time
      if abs(error) < exact { return u }
      let slope = slope(x1, x2, at: u)
      guard abs(slope) > 1e-6 else { break }
      u -= error / slope
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      u = (low + high) / 2
      if curve(x1, x2, at: u) < time { low = u } else { high = u }
    }
    return u
  }

  /// Returns a coordinate of the curve, which goes from 0 to 1.
  private static func curve(_ p: Double, _ q: Double, at u: Double) -> Double {
    let v = 1 - u
    return 3 * p * u * v * v + 3 * q * u * u * v + u * u * u
  }

  private static func slope(_ p: Double, _ q: Double, at u: Double) -> Double {
    let v = 1 - u
    return 3 * p * v * v + 6 * (q - p) * u * v + 3 * (1 - q) * u * u
  }
}

/// A movement whose speed is multiplied by a rate in each millisecond, as that of UIScrollView after a drag.
package struct Decay: Hashable, Sendable {
  /// More than 0 and less than 1.
  package let rate: Double
  /// The duration.
  package let milliseconds: Int

  /// The movement ends when less than this remains, in pixels.
  private static let rest = 0.5

  /// - Parameter distance: the whole movement in pixels.
  package init(rate: Double, distance: Double) {
    self.rate = rate
    var high = 1
    func remains(after count: Int) -> Double { abs(distance) * Self.power(rate, count) }
    while remains(after: high) > Self.rest, high < 1 << 22 { high *= 2 }
    milliseconds = max(1, (0..<high).partitioningIndex { remains(after: $0) <= Self.rest })
  }

  /// Returns the distance that a speed covers, in the speed's unit and seconds: the sum of what remains of the speed in
  /// each millisecond.
  package static func distance(of speed: Double, rate: Double) -> Double {
    speed * rate / (1 - rate) / 1000
  }

  /// - Parameter time: 0 to 1.
  fileprivate func share(at time: Double) -> Double {
    let count = time * Double(milliseconds)
    let whole = Int(count)
    let part = count - Double(whole)
    let remains = Self.power(rate, whole) * (1 + part * (rate - 1))
    return (1 - remains) / (1 - Self.power(rate, milliseconds))
  }

  /// Powers by squaring, because the system's are not the same everywhere.
  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var (result, square, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }
}
