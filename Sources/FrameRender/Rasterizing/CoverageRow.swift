/// How much of each pixel of a row, from some column on, lies inside of edges: a sum of what each adds.
///
/// Shares are counted in whole 2⁻³² of a pixel. Whole numbers add up to the same in any order, and to exactly
/// nothing behind an area: no pixel beside a shape is touched by the rounding of another.
struct CoverageRow {
  private static let whole: Int64 = 1 << 32

  /// A share of the row's height in the units of `add`.
  @inline(__always)
  static func units(_ height: Double) -> Int64 { Int64((height * Double(whole)).rounded()) }

  /// Of each column, how much more is covered than of the one before it.
  private var steps: [Int64]
  private let left: Double
  private let count: Int

  init(columns: Range<Int>) {
    steps = Array(repeating: 0, count: columns.count)
    left = Double(columns.lowerBound)
    count = columns.count
  }

  /// Adds all that lies to the right of an edge.
  ///
  /// - Parameters:
  ///   - x0, x1: where the edge begins and ends.
  ///   - height: of the edge, in `units`.
  ///   - sign: 1 where the area begins at the edge, -1 where it ends there.
  @inline(__always)
  mutating func add(from x0: Double, to x1: Double, height all: Int64, sign: Int64) {
    // The area to the right is the same whichever way the edge leans.
    let low = min(x0, x1) - left
    let high = max(x0, x1) - left
    guard low < Double(count) else { return }
    guard high > 0 else {
      steps[0] += sign * all
      return
    }
    let first = low > 0 ? Int(low) : 0
    let last = high < Double(count) ? Int(high) : count - 1
    var before: Int64 = 0
    for column in first...last {
      let share = Self.right(of: low, high, within: Double(column))
      let covered = min(all, Int64((share * Double(all)).rounded()))
      steps[column] += sign * (covered - before)
      before = covered
    }
    if last + 1 < count { steps[last + 1] += sign * (all - before) }
  }

  /// The mean width, in the column from x on, of what lies to the right of an edge.
  @inline(__always)
  private static func right(of low: Double, _ high: Double, within x: Double) -> Double {
    let far = x + 1 - low
    let near = x + 1 - high
    // Upright, as far as can be told.
    guard high - low > 1e-9 else { return min(max((far + near) / 2, 0), 1) }
    return (integral(far) - integral(near)) / (high - low)
  }

  /// Of `min(max(t, 0), 1)`.
  @inline(__always)
  private static func integral(_ t: Double) -> Double {
    t <= 0 ? 0 : t < 1 ? t * t / 2 : t - 0.5
  }

  /// Begins anew.
  mutating func clear() {
    for column in 0..<count { steps[column] = 0 }
  }

  /// Hands out each column's share, from 0 to 1, and begins anew.
  @inline(__always)
  mutating func take(_ body: (_ column: Int, _ share: Float) -> Void) {
    var sum: Int64 = 0
    for column in 0..<count {
      sum += steps[column]
      steps[column] = 0
      if sum > 0 { body(column, Float(min(sum, Self.whole)) * 0x1p-32) }
    }
  }
}
