/// The progress of an animation as a function of its time. A cubic Bézier curve from 0,0 to 1,1 with two control
/// points, as in CSS ("CSS Easing Functions Level 1", 2.3).
///
/// It uses only IEEE arithmetic, for the reason given at `Trigonometry`.
package struct Easing: Hashable, Sendable {
  /// The control points. Their x is 0 to 1, so time never goes back, and their y is in `heights`.
  package let first: Point
  package let second: Point

  /// The range of overshooting: further than anyone needs, and small enough that numbers stay finite.
  package static let heights = -1e6...1e6

  /// - Returns: nil if a control point's x is not 0 to 1, or its y is not in `heights`.
  package init?(_ first: Point, _ second: Point) {
    guard (0...1).contains(first.x), (0...1).contains(second.x), Self.heights.contains(first.y),
      Self.heights.contains(second.y)
    else { return nil }
    (self.first, self.second) = (first, second)
  }

  private init(_ name: Name) {
    switch name {
    case .linear: (first, second) = (Point(x: 0, y: 0), Point(x: 1, y: 1))
    case .in: (first, second) = (Point(x: 0.42, y: 0), Point(x: 1, y: 1))
    case .out: (first, second) = (Point(x: 0, y: 0), Point(x: 0.58, y: 1))
    case .inOut: (first, second) = (Point(x: 0.42, y: 0), Point(x: 0.58, y: 1))
    }
  }

  package static func named(_ name: Name) -> Easing { Easing(name) }

  /// The curves with names in UIKit and CSS.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    case linear, `in`, out
    case inOut = "in-out"
  }

  /// - Parameter time: clamped to 0 to 1.
  package func callAsFunction(_ time: Double) -> Double {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    if first.x == first.y, second.x == second.y { return time }
    return Self.curve(first.y, second.y, at: parameter(of: time))
  }

  /// Solves x = `time`: by Newton's method, and by bisection where the curve is too flat for that.
  private func parameter(of time: Double) -> Double {
    let exact = 1e-14
    var u = time
    for _ in 0..<8 {
      let error = Self.curve(first.x, second.x, at: u) - time
      if abs(error) < exact { return u }
      let slope = Self.slope(first.x, second.x, at: u)
      guard abs(slope) > 1e-6 else { break }
      u -= error / slope
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      u = (low + high) / 2
      if Self.curve(first.x, second.x, at: u) < time { low = u } else { high = u }
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
