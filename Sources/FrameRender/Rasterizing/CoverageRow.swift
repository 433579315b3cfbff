/// The coverage of each pixel of a row, from some column on, as a sum over edges.
///
/// Coverage is counted in integral units of 2⁻³² pixels. Integers have the same sum in any order, and exactly zero
/// after an area ends, so no pixel beside a shape is affected by rounding.
struct CoverageRow {
  private static let whole: Int64 = 1 << 32

  /// Returns a share of the row's height in the units of `add`.
  @inline(__always)
  static func units(_ height: Double) -> Int64 { nearest(height * Double(whole)) }

  /// Rounds a number that is not negative, half away from zero. `rounded()` would be a call.
  @inline(__always)
  static func nearest(_ number: Double) -> Int64 {
    let whole = Int64(number)
    return number - Double(whole) >= 0.5 ? whole + 1 : whole
  }

  /// For each column, the coverage minus that of the previous column.
  private var steps: [Int64]
  private let left: Double
  private let count: Int

  init(columns: Range<Int>) {
    steps = Array(repeating: 0, count: columns.count)
    left = Double(columns.lowerBound)
    count = columns.count
  }

  /// Adds the area to the right of the row's left end.
  mutating func addAll(height: Int64) { steps[0] += height }

  /// Adds the area to the right of an edge.
  ///
  /// - Parameters:
  ///   - x0, x1: the start and end of the edge.
  ///   - height: of the edge, in `units`.
  ///   - sign: 1 if the area begins at the edge, -1 if it ends there.
  @inline(__always)
  mutating func add(from x0: Double, to x1: Double, height all: Int64, sign: Int64) {
    // The area to the right does not depend on the direction in which the edge leans.
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
      let covered = min(all, Self.nearest(share * Double(all)))
      steps[column] += sign * (covered - before)
      before = covered
    }
    if last + 1 < count { steps[last + 1] += sign * (all - before) }
  }

  /// Returns the mean width, in the column from x on, of the area to the right of an edge.
  @inline(__always)
  private static func right(of low: Double, _ high: Double, within x: Double) -> Double {
    let far = x + 1 - low
    let near = x + 1 - high
    // Vertical, within the precision.
    guard high - low > 1e-9 else { return min(max((far + near) / 2, 0), 1) }
    return (integral(far) - integral(near)) / (high - low)
  }

  /// The integral of `min(max(t, 0), 1)`.
  @inline(__always)
  private static func integral(_ t: Double) -> Double {
    t <= 0 ? 0 : t < 1 ? t * t / 2 : t - 0.5
  }

  /// Resets the row.
  mutating func clear() {
    for column in 0..<count { steps[column] = 0 }
  }

  /// Passes on each column's coverage, from 0 to 1, and resets the row.
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
