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
