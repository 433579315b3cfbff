import FrameImage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct OrderedMapTests {
  private struct Stop: Error, Equatable {
    var index: Int
  }

  /// Returns what `mapInOrder` delivers for the numbers below `count`.
  private func map(
    _ count: Int, threads: Int = 4, ahead: Workers.Lookahead = Workers.Lookahead(elements: 8),
    take: (Int) throws(Stop) -> Void = { _ in }, make: @escaping (Int) throws(Stop) -> Int = { $0 },
    deliver: (Int) throws(Stop) -> Void = { _ in }
  ) -> (delivered: [Int], stop: Stop?) {
    withoutActuallyEscaping(take) { take in
      withoutActuallyEscaping(deliver) { deliver in
        var (next, delivered) = (0, [Int]())
        do throws(Stop) {
          try Workers.mapInOrder(threads: threads, ahead: ahead) { () throws(Stop) -> Int? in
            guard next < count else { return nil }
            defer { next += 1 }
            try take(next)
            return next
          } make: { number throws(Stop) in
            try make(number)
          } bytes: { _ in
            1
          } deliver: { number throws(Stop) in
            try deliver(number)
            delivered.append(number)
          }
          return (delivered, nil)
        } catch {
          return (delivered, error)
        }
      }
    }
  }

  @Test("Outputs are delivered in the order of their elements", arguments: [1, 2, 4], [0, 1, 3, 500])
  func order(threads: Int, count: Int) {
    // Even elements take longer, so later ones overtake them.
    let made = map(
      count, threads: threads,
      make: { number in
        var value = number
        if number % 2 == 0 { for step in 0..<10_000 { value ^= step } }
        return value == -1 ? 0 : number
      })
    expectTrue(made.delivered == Array(0..<count) && made.stop == nil)
  }

  @Test("No more elements are taken than the lookahead allows", arguments: [1, 2, 5])
  func lookahead(elements: Int) {
    var (taken, delivered, most) = (0, 0, 0)
    let lock = Monitor(())
    _ = map(200, ahead: Workers.Lookahead(elements: elements)) { _ in
      lock.change { _ in
        taken += 1
        most = max(most, taken - delivered)
      }
    } deliver: { _ in
      lock.change { _ in delivered += 1 }
    }
    expectTrue(most <= elements && delivered == 200)
  }

  @Test("While too many bytes wait, no element is taken")
  func waitingBytes() {
    // The first element is made only after all others that may be taken.
    let made = Monitor(0)
    let result = map(
      100, threads: 2, ahead: Workers.Lookahead(elements: 100, bytes: 5),
      make: { number in
        if number == 0 { made.wait { $0 >= 6 ? () : nil } } else { made.change { $0 += 1 } }
        return number
      })
    expectEqual(result.delivered, Array(0..<100))
  }

  @Test(
    "The error of the first element is thrown, after the outputs of earlier ones", arguments: [1, 2, 4])
  func firstError(threads: Int) {
    func stop(_ number: Int) throws(Stop) { if [20, 21, 30].contains(number) { throw Stop(index: number) } }
    let taking = map(100, threads: threads, take: stop)
    let making = map(
      100, threads: threads,
      make: { number throws(Stop) in
        try stop(number)
        return number
      })
    let delivering = map(100, threads: threads, deliver: stop)
    for result in [taking, making, delivering] {
      expectTrue(result.delivered == Array(0..<20) && result.stop == Stop(index: 20))
    }
  }

  @Test("After an error, elements that are not taken yet are left alone")
  func noFurtherElements() {
    var last = 0
    _ = map(10_000, threads: 1) {
      last = $0
    } make: { number throws(Stop) in
      if number == 7 { throw Stop(index: 7) }
      return number
    }
    expectEqual(last, 7)
  }
}
