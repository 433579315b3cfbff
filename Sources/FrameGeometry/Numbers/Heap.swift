/// A priority queue with the least element first: a binary heap (Williams, "Algorithm 232: Heapsort", 1964).
///
/// Inlinable, because generic code of another module is several times slower.
@usableFromInline package struct Heap<Element: Comparable & Sendable>: Sendable {
  @usableFromInline var elements: [Element] = []

  @inlinable package init() {}

  @inlinable package var first: Element? { elements.isEmpty ? nil : elements[0] }

  @inlinable package mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard elements[child] < elements[parent] else { return }
      elements.swapAt(child, parent)
      child = parent
    }
  }

  @inlinable package mutating func popFirst() -> Element? {
    guard let first, let last = elements.popLast() else { return nil }
    guard !elements.isEmpty else { return first }
    elements[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < elements.count {
        if elements[child] < elements[least] { least = child }
      }
      guard least != parent else { return first }
      elements.swapAt(parent, least)
      parent = least
    }
  }

  @inlinable package mutating func removeAll() { elements.removeAll() }
}
