import FrameGeometry
import TestSupport
import Testing

/// Easing curves of animations.
@Suite struct EasingTests {
  static let curves: [Easing] =
    Easing.Name.allCases.map(Easing.named)
    + [
      Easing(Point(x: 0.25, y: 0), Point(x: 0.75, y: 1))!, Easing(Point(x: 1, y: 0), Point(x: 0, y: 1))!,
      Easing(Point(x: 0, y: 1), Point(x: 1, y: 0))!, Easing(Point(x: 0, y: 0), Point(x: 0, y: 1))!,
      Easing(Point(x: 1, y: 0), Point(x: 1, y: 1))!,
    ]

  /// Values of Core Animation's timing functions easeIn, easeOut and easeInEaseOut at 0.1, 0.25, 0.5, 0.75 and 0.9.
  /// They are Floats, solved to 1/200 of a duration of one second.
  @Test(
    "The range of the progress is that of its values",
    arguments: [(0.2, 0.1, 0.9, 0.8), (0.3, 3, 0.6, 3), (0.3, -2, 0.6, 0.5), (0.9, -2, 0.1, 4), (0, 0, 1, 1)])
  func shares(numbers: (Double, Double, Double, Double)) throws {
    let easing = try #require(
      Easing(Point(x: numbers.0, y: numbers.1), Point(x: numbers.2, y: numbers.3)))
    let values = (0...10_000).map { easing(Double($0) / 10_000) }
    expectTrue(abs(easing.shares.lowerBound - values.min()!) < 1e-6)
    expectTrue(abs(easing.shares.upperBound - values.max()!) < 1e-6)
    expectTrue(easing.shares.contains(values.min()!) && easing.shares.contains(values.max()!))
  }

  @Test(
    "Named easings match the timing functions of Core Animation",
    arguments: [
      (Easing.Name.in, [0.017026613, 0.09346466, 0.31535682, 0.6218605, 0.83942777]),
      (.out, [0.16057223, 0.37813953, 0.6846432, 0.9065353, 0.9829734]),
      (.inOut, [0.019722449, 0.12916191, 0.5, 0.8708381, 0.98027754]),
      (.linear, [0.1, 0.25, 0.5, 0.75, 0.9]),
    ])
  func coreAnimation(name: Easing.Name, values: [Double]) {
    for (time, value) in zip([0.1, 0.25, 0.5, 0.75, 0.9], values) {
      expectTrue(abs(Easing.named(name)(time) - value) < 5e-6, "\(name) at \(time)")
    }
  }

  /// The table of Chromium's `CubicBezierTest.Basic`, which allows an error of 1.5e-4.
  @Test("A cubic Bézier easing matches the reference table of Chromium") func chromium() {
    let table = [
      (0.05, 0.01136), (0.1, 0.03978), (0.15, 0.07978), (0.2, 0.12803), (0.25, 0.18235), (0.3, 0.24115),
      (0.35, 0.30323), (0.4, 0.36761), (0.45, 0.43345), (0.5, 0.5), (0.6, 0.63238), (0.65, 0.69676),
      (0.7, 0.75884), (0.75, 0.81764), (0.8, 0.87196), (0.85, 0.92021), (0.9, 0.96021), (0.95, 0.98863),
    ]
    for (time, value) in table { expectTrue(abs(Self.curves[4](time) - value) < 1.5e-4, "\(time)") }
  }

  @Test(
    "An easing is exactly 0 up to its start and exactly 1 from its end on", arguments: curves)
  func ends(easing: Easing) {
    for time in [0, -1e-300, -3] { expectEqual(easing(time), 0) }
    for time in [1, 1 + 1e-15, 7] { expectEqual(easing(time), 1) }
  }

  @Test(
    "An easing whose control points have y between 0 and 1 never decreases", arguments: curves)
  func monotonic(easing: Easing) {
    var last = 0.0
    for step in 0...2000 {
      let share = easing(Double(step) / 2000)
      expectTrue(share >= last - 1e-13, "\(step)")
      last = share
    }
  }

  @Test("The easing inOut is symmetric, in mirrors out, and linear is the identity") func symmetry() {
    for step in 0...1000 {
      let time = Double(step) / 1000
      expectTrue(abs(Easing.named(.inOut)(time) + Easing.named(.inOut)(1 - time) - 1) < 1e-12)
      expectTrue(abs(Easing.named(.in)(time) + Easing.named(.out)(1 - time) - 1) < 1e-12)
      expectEqual(Easing.named(.linear)(time), time)
    }
  }

  @Test("Control points may overshoot in y within a limit, but not in x") func overshoot() {
    let back = Easing(Point(x: 0.5, y: -0.5), Point(x: 0.5, y: 1.5))!
    expectTrue(back(0.1) < 0 && back(0.9) > 1)
    expectTrue(Easing(Point(x: -0.1, y: 0), Point(x: 1, y: 1)) == nil)
    expectTrue(Easing(Point(x: 0, y: 0), Point(x: 1.1, y: 1)) == nil)
    expectTrue(Easing(Point(x: 0, y: .infinity), Point(x: 1, y: 1)) == nil)
    expectTrue(Easing(Point(x: 0, y: 0), Point(x: 1, y: -2e6)) == nil)
    expectTrue(Easing(Point(x: 0, y: .nan), Point(x: 1, y: 1)) == nil)
  }

  @Test(
    "An easing matches the parametric definition of its Bézier curve",
    arguments: [
      (0.42, 0.0, 0.58, 1.0), (0.25, 0, 0.75, 1), (1, 0, 0, 1), (0, 1, 1, 0), (0, 0, 0, 1), (1, 0, 1, 1),
    ])
  func definition(numbers: (Double, Double, Double, Double)) throws {
    let (first, second) = (Point(x: numbers.0, y: numbers.1), Point(x: numbers.2, y: numbers.3))
    let easing = try #require(Easing(first, second))
    // Points of the curve by its definition, where x increases.
    for step in 1..<100 {
      let u = Double(step) / 100
      let v = 1 - u
      func at(_ p: Double, _ q: Double) -> Double { 3 * p * u * v * v + 3 * q * u * u * v + u * u * u }
      // At vertical parts of the curve, x does not determine y.
      let slope =
        3 * first.x * v * v + 6 * (second.x - first.x) * u * v
        + 3 * (1 - second.x) * u * u
      guard slope > 0.05 else { continue }
      expectTrue(abs(easing(at(first.x, second.x)) - at(first.y, second.y)) < 1e-9)
    }
  }

  @Test("A decay covers the sum of what remains of its speed, and ends when half a pixel is left")
  func decay() {
    expectTrue(abs(Decay.distance(of: 1000, rate: 0.998) - 499) < 1e-9)
    var sum = 0.0
    var speed = 1.0
    for _ in 0..<20_000 {
      speed *= 0.998
      sum += speed
    }
    expectTrue(abs(Decay.distance(of: 1000, rate: 0.998) - sum) < 1e-6)
    let decay = Decay(rate: 0.998, distance: 499)
    var (left, count) = (499.0, 0)
    while left > 0.5 { (left, count) = (left * 0.998, count + 1) }
    expectEqual(decay.milliseconds, count)
    let easing = Easing(decay)
    expectEqual(easing(0), 0)
    expectEqual(easing(1), 1)
    let shares = (0...100).map { easing(Double($0) / 100) }
    expectEqual(shares, shares.sorted())
    // Half of the time covers far more than half of the way.
    expectTrue(shares[50] > 0.9)
  }

  @Test("A decay of hardly any distance, or at nearly full speed, ends")
  func extremeDecay() {
    expectEqual(Decay(rate: 0.998, distance: 0).milliseconds, 1)
    expectTrue(Decay(rate: 0.9999, distance: 1e15).milliseconds < 1 << 22)
    expectTrue(Decay(rate: 1e-9, distance: -1e300).milliseconds >= 1)
  }
}
