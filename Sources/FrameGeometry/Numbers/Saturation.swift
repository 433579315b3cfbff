extension Int {
  /// Returns the product, or the largest integer on overflow.
  package func times(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  /// Returns the sum, or the largest integer on overflow.
  package func adding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Rounds to the nearest integer, clamped to the range of integers. NaN becomes 0.
  package init(bounded value: Double) {
    self = value < 0x1p62 ? (value > -0x1p62 ? Int(value.rounded()) : -(1 << 62)) : value.isNaN ? 0 : .max
  }
}
