import FrameImage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MonitorTests {
  @Test("Concurrent changes are not lost")
  func changes() {
    let count = Monitor(0)
    Workers.run(8) {
      for _ in 0..<1000 { count.change { $0 += 1 } }
    }
    expectEqual(count.read { $0 }, 8000)
  }

  @Test("A waiting thread sees what others have changed")
  func waiting() {
    // Each thread waits until `next` is its number, and then increases it.
    let turns = Monitor((next: 0, order: [Int]()))
    let numbers = Monitor(Array(0..<6))
    Workers.run(6) {
      let number = numbers.change { $0.popLast() } ?? -1
      turns.wait { $0.next == number ? () : nil }
      turns.change {
        $0.order.append(number)
        $0.next += 1
      }
    }
    // The system might not start every thread, but this test needs all six.
    expectEqual(turns.read { $0.order }, Array(0..<6))
  }

  private struct Stop: Error {}

  @Test("A change that throws leaves the monitor usable")
  func failing() {
    let state = Monitor(1)
    #expect(throws: Stop.self) { try state.change { _ in throw Stop() } }
    expectEqual(state.read { $0 }, 1)
  }
}

@Suite(.timeLimit(.minutes(1))) struct WorkersTests {
  @Test("The body runs `count` times, at least once, before `run` returns", arguments: [-1, 0, 1, 2, 33])
  func counts(count: Int) {
    let runs = Monitor(0)
    Workers.run(count) { runs.change { $0 += 1 } }
    expectEqual(runs.read { $0 }, max(1, count))
  }

  @Test("A thread has enough stack for the buffers of drawing")
  func stack() {
    let sum = Monitor(0)
    Workers.run(2) {
      let part = withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { Self.deep(2000, $0[0] & 0) }
      sum.change { $0 += part }
    }
    expectEqual(sum.read { $0 }, 4000)
  }

  /// Recurses with about 500 bytes of stack per level.
  @inline(never)
  private static func deep(_ level: Int, _ seed: UInt8) -> Int {
    if level == 0 { return Int(seed) }
    return withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { bytes in
      bytes[level % 512] = seed
      return 1 + deep(level - 1, bytes[level % 512])
    }
  }
}
