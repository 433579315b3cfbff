/// The crossings of neighboring edges, the highest first: a binary heap (Cormen and others, "Introduction to
/// algorithms", priority queues).
struct CrossingQueue {
  struct Crossing {
    /// The height of the crossing, as a share of the strip from its top.
    var share: Double
    /// The index of the right edge.
    var index: Int

    /// From left to right at the same height, so that the order is unique.
    static func < (a: Crossing, b: Crossing) -> Bool { (a.share, a.index) < (b.share, b.index) }
  }

  private var heap: [Crossing] = []

  mutating func insert(_ share: Double, _ index: Int) {
    var hole = heap.count
    let new = Crossing(share: share, index: index)
    heap.append(new)
    while hole > 0, new < heap[(hole - 1) / 2] {
      heap[hole] = heap[(hole - 1) / 2]
      hole = (hole - 1) / 2
    }
    heap[hole] = new
  }

  mutating func popFirst() -> Crossing? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < last else { break }
      heap[hole] = heap[child]
      hole = child
    }
    heap[hole] = last
    return first
  }

  mutating func removeAll() {
    heap.removeAll(keepingCapacity: true)
  }
}
