import FrameGeometry
import FrameImage

/// A function of one channel: steps that are applied one after the other.
package struct ToneFunction: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case affine(scale: Double, offset: Double)
    /// Limits a sample to 0...1.
    case clamp
    /// From light to encoded samples by the tone curve, and back. Outside of 0...1, the curve continues; it is mirrored at 0.
    case encode, decode
    /// Of samples from 0 on.
    case power(Double)
    case cubeRoot, cubed
    case spline(ToneSpline)
    /// Splits 0...1 into this many equal parts, and gives each one of as many evenly spaced levels.
    case levels(Int)
    /// 1 from this sample on, and 0 below.
    case threshold(Double)
    case lookup(LookupCurve)
  }

  package private(set) var steps: [Step] = []

  package init(_ steps: Step...) { for step in steps { append(step) } }

  /// Appends a step, which may cancel the last one or become one with it.
  package mutating func append(_ step: Step) {
    switch (steps.last, step) {
    case (_, .affine(scale: 1, offset: 0)): break
    case (.affine(let scale, let offset)?, .affine(let next, let nextOffset)):
      steps.removeLast()
      append(.affine(scale: scale * next, offset: offset * next + nextOffset))
    case (.encode?, .decode), (.decode?, .encode), (.cubeRoot?, .cubed), (.cubed?, .cubeRoot):
      steps.removeLast()
    case (.clamp?, .clamp): break
    default: steps.append(step)
    }
  }

  /// Returns this function and then another one.
  func then(_ other: ToneFunction) -> ToneFunction {
    var function = self
    for step in other.steps { function.append(step) }
    return function
  }

  /// The scale and the offset of a function that has no other step; nil for others.
  var affine: (scale: Double, offset: Double)? {
    if steps.isEmpty { return (1, 0) }
    guard steps.count == 1, case .affine(let scale, let offset) = steps[0] else { return nil }
    return (scale, offset)
  }

  /// False if a scale or an offset is larger than any edit needs.
  var isBounded: Bool {
    steps.allSatisfy { step in
      guard case .affine(let scale, let offset) = step else { return true }
      return abs(scale) <= ColorFunction.largest && abs(offset) <= ColorFunction.largest
    }
  }

  /// Returns whether it may rise infinitely fast at 0.
  package func isSteep(_ curve: ToneCurve) -> Bool {
    steps.contains { step in
      switch step {
      case .cubeRoot: true
      case .encode: curve != .sRGB
      case .power(let exponent): exponent < 1
      default: false
      }
    }
  }

  /// Returns the value at a sample.
  ///
  /// - Parameter curve: the tone curve of the output.
  package func callAsFunction(_ x: Double, _ curve: ToneCurve) -> Double {
    steps.reduce(x) { $1($0, curve) }
  }
}

extension ToneFunction.Step {
  fileprivate func callAsFunction(_ x: Double, _ curve: ToneCurve) -> Double {
    switch self {
    case .affine(let scale, let offset): scale * x + offset
    case .clamp: min(max(x, 0), 1)
    case .encode: x < 0 ? -curve.encoded(-x) : curve.encoded(x)
    case .decode: x < 0 ? -curve.working(-x) : curve.working(x)
    case .power(let exponent): Exponentials.power(max(x, 0), exponent)
    case .cubeRoot: x < 0 ? -Exponentials.cubeRoot(-x) : Exponentials.cubeRoot(x)
    case .cubed: x * x * x
    case .spline(let spline): spline(x)
    case .levels(let count): min((x * Double(count)).rounded(.down), Double(count - 1)) / Double(count - 1)
    case .threshold(let level): x >= level ? 1 : 0
    case .lookup(let curve): curve(x)
    }
  }

  /// True if its value jumps, so that it is computed and not taken from a table.
  package var jumps: Bool {
    switch self {
    case .levels, .threshold: true
    default: false
    }
  }
}

/// A curve through points that rises and falls only as they do: Fritsch and Carlson, "Monotone piecewise cubic
/// interpolation" (SIAM J. Numer. Anal. 17, 1980). It is constant before the first point and after the last one.
package struct ToneSpline: Hashable, Sendable {
  package let points: [Point]
  /// The slope at each point.
  private let slopes: [Double]

  /// - Parameter points: two or more; x increases.
  package init(_ points: [Point]) {
    self.points = points
    let secants = zip(points, points.dropFirst()).map { ($1.y - $0.y) / ($1.x - $0.x) }
    var slopes = [secants[0]]
    for (before, after) in zip(secants, secants.dropFirst()) {
      slopes.append(before * after <= 0 ? 0 : (before + after) / 2)
    }
    slopes.append(secants[secants.count - 1])
    for (i, secant) in secants.enumerated() {
      guard secant != 0 else {
        (slopes[i], slopes[i + 1]) = (0, 0)
        continue
      }
      let (a, b) = (slopes[i] / secant, slopes[i + 1] / secant)
      let length = (a * a + b * b).squareRoot()
      guard length > 3 else { continue }
      (slopes[i], slopes[i + 1]) = (3 / length * a * secant, 3 / length * b * secant)
    }
    self.slopes = slopes
  }

  func callAsFunction(_ x: Double) -> Double {
    guard let next = points.firstIndex(where: { $0.x > x }) else { return points[points.count - 1].y }
    guard next > 0 else { return points[0].y }
    let (p, q) = (points[next - 1], points[next])
    let width = q.x - p.x
    let t = (x - p.x) / width
    // Hermite's basis.
    let (t2, t3) = (t * t, t * t * t)
    return (2 * t3 - 3 * t2 + 1) * p.y + (t3 - 2 * t2 + t) * width * slopes[next - 1]
      + (3 * t2 - 2 * t3) * q.y + (t3 - t2) * width * slopes[next]
  }
}

/// The darkest and the lightest sample of each channel, from 0 to 1.
package struct ToneRanges: Hashable, Sendable {
  package let red, green, blue: ClosedRange<Double>

  package init(red: ClosedRange<Double>, green: ClosedRange<Double>, blue: ClosedRange<Double>) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  package init(all range: ClosedRange<Double>) { self.init(red: range, green: range, blue: range) }

  package var channels: [ClosedRange<Double>] { [red, green, blue] }

  /// True if no channel has two different samples, so that nothing can be stretched.
  package var areFlat: Bool { channels.allSatisfy { $0.lowerBound == $0.upperBound } }

  /// The smallest range with the ranges of all channels, for each of them.
  package var joined: ToneRanges {
    ToneRanges(
      all: min(
        red.lowerBound, green.lowerBound, blue.lowerBound)...max(
          red.upperBound, green.upperBound, blue.upperBound))
  }
}

extension ToneCurve {
  /// Light that is 0 for black and 1 for white, whatever the profile says.
  package func working(_ encoded: Double) -> Double {
    if self == .sRGB { return light(encoded) }
    let (black, white) = (light(0), light(1))
    let working = (light(min(encoded, 1)) - black) / (white - black)
    guard encoded > 1 else { return working }
    // Beyond white, the curve continues as it ends.
    let slope = (white - light(1 - 0x1p-10)) / (white - black) * 0x1p10
    return working + (encoded - 1) * slope
  }

  /// Returns the encoded sample for a working sample of light.
  package func encoded(_ working: Double) -> Double {
    if self == .sRGB {
      return working > 0.04045 / 12.92
        ? 1.055 * Exponentials.power(working, 1 / 2.4) - 0.055 : working * 12.92
    }
    var (low, high) = (0.0, 1.0)
    while self.working(high) < working, high < ColorFunction.largest { high *= 2 }
    // The curve rises, so halving the range finds it; 60 times for all bits that matter.
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if self.working(middle) < working { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Returns the working sample of an encoded value.
  package func working(_ encoded: Double, in light: Light) -> Double {
    light == .linear ? working(encoded) : encoded
  }
}
