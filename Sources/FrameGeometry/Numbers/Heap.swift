/// A priority queue with the least element first: a binary heap (Williams, "Algorithm 232: Heapsort", 1964).
package struct Heap<Element: Comparable & Sendable>: Sendable {
  private var elements: [Element] = []

  package init() {}

  package var first: Element? { elements.first }

  package mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard elements[child] < elements[parent] else { return }
      elements.swapAt(child, parent)
      child = parent
    }
  }

  package mutating func popFirst() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
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

  package mutating func removeAll() { elements.removeAll() }
}
