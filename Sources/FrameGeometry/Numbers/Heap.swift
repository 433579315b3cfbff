/// A priority queue with the least element first: a binary heap (Williams, "Algorithm 232: Heapsort", 1964).
///
/// Inlinable, because generic code of another module is several times slower.
@usableFromInline package struct Heap<Element: Comparable & Sendable>: Sendable {
  @usableFromInline var elements: [Element] = []

  @inlinable package init() {}

  @inlinable package var first: Element? { elements.isEmpty ? nil : elements[0] }

  @inlinable package mutating func insert(_ element: Element) {
    var hole = elements.count
    elements.append(element)
    while hole > 0, element < elements[(hole - 1) / 2] {
      elements[hole] = elements[(hole - 1) / 2]
      hole = (hole - 1) / 2
    }
    elements[hole] = element
  }

  @inlinable package mutating func popFirst() -> Element? {
    guard let first, let last = elements.popLast() else { return nil }
    guard !elements.isEmpty else { return first }
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < elements.count else { break }
      if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
      guard elements[child] < last else { break }
      elements[hole] = elements[child]
      hole = child
    }
    elements[hole] = last
    return first
  }

  @inlinable package mutating func removeAll() { elements.removeAll(keepingCapacity: true) }
}
