import FrameGeometry
import TestSupport
import Testing

/// A priority queue with the least element first.
@Suite struct HeapTests {
  @Test("A heap returns its elements in order, including duplicates")
  func order() {
    var numbers = SplitMix64(seed: 7)
    let elements = (0..<1000).map { _ in Int(numbers.next() % 300) }
    var heap = Heap<Int>()
    for element in elements { heap.insert(element) }
    expectEqual(heap.first, elements.min())
    var taken: [Int] = []
    while let element = heap.popFirst() { taken.append(element) }
    expectEqual(taken, elements.sorted())
    expectTrue(heap.first == nil)
  }

  @Test("Elements inserted between removals are returned in order")
  func mixed() {
    var heap = Heap<Int>()
    for element in [5, 9, 7] { heap.insert(element) }
    expectEqual(heap.popFirst(), 5)
    heap.insert(8)
    heap.insert(1)
    expectEqual((0..<4).map { _ in heap.popFirst() }, [1, 7, 8, 9])
    heap.insert(3)
    heap.removeAll()
    expectTrue(heap.popFirst() == nil)
  }
}
