/// Estimates of the bytes that allocations take.
package enum AllocatedBytes {
  /// The header of an allocation, with the allocator's overhead and rounding.
  package static let header = 48

  /// Returns the bytes of an array that grows by doubling: half of it may be empty, or its old storage not yet freed.
  package static func growing<Element>(_ count: Int, of type: Element.Type) -> Int {
    count.times(2 * MemoryLayout<Element>.stride)
  }
}

extension String {
  /// The bytes that it holds beside its inline storage; none for a small string.
  package var heldBytes: Int { utf8.count <= 15 ? 0 : AllocatedBytes.header + utf8.count }
}

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
