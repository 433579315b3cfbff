import FrameThreads

/// Work that several threads do on a sequence of elements, and whose results are delivered one at a time, in order.
/// Only a few results per thread wait for delivery.
///
/// `Sendable` is unchecked because the compiler cannot see that `begin` is called by the one thread that has locked the
/// state, and `deliver` by the one that has set `isDelivering`.
final class OrderedWork<Input, Output: Sendable>: @unchecked Sendable {
  private struct State: Sendable {
    var next = 0
    var delivered = 0
    var waiting: [Int: Result<Output, any Error>] = [:]
    var isDelivering = false
    /// The error of the first element, in order, that could not be made or delivered.
    var error: (any Error)?
    /// Elements from this index on need not be made.
    var end: Int

    /// Takes the next result to deliver; nil if it is not ready or another thread is delivering.
    mutating func takeFinished() -> (index: Int, output: Result<Output, any Error>)? {
      guard !isDelivering, error == nil, let output = waiting.removeValue(forKey: delivered) else {
        return nil
      }
      isDelivering = true
      return (delivered, output)
    }
  }

  private let threads: Int
  private let begin: (Int) throws -> Input
  private let make: (Int, Input) throws -> Output
  private let deliver: (Int, Output) throws -> Void
  private let state: Monitor<State>

  /// - Parameters:
  ///   - begin: returns the input of an element. It is called in order, by one thread at a time.
  ///   - make: makes an element's output. It is called by several threads at a time.
  ///   - deliver: receives the outputs in order. It is called by one thread at a time, which can be any of them.
  init(
    _ count: Int, threads: Int, begin: @escaping (Int) throws -> Input,
    make: @escaping (Int, Input) throws -> Output, deliver: @escaping (Int, Output) throws -> Void
  ) {
    (self.threads, self.begin, self.make, self.deliver) = (threads, begin, make, deliver)
    state = Monitor(State(end: count))
  }

  /// Returns the largest number of elements that are begun and not delivered yet.
  static func maximumPending(threads: Int) -> Int { threads == 1 ? 1 : 2 * threads }

  /// Does all the work.
  ///
  /// - Throws: the error of the first element, in order, that has one.
  func run() throws {
    Workers.run(threads) { [self] in
      while let (index, input) = take() {
        finish(index, Result { try make(index, try input.get()) })
      }
    }
    if let error = state.change({ $0.error }) { throw error }
  }

  private func take() -> (index: Int, input: Result<Input, any Error>)? {
    state.wait { [threads, begin] state -> (index: Int, input: Result<Input, any Error>)?? in
      guard state.next < state.end, state.error == nil else { return .some(nil) }
      guard state.next - state.delivered < Self.maximumPending(threads: threads) else { return nil }
      let index = state.next
      state.next += 1
      return (index, Result { try begin(index) })
    }
  }

  private func finish(_ index: Int, _ output: Result<Output, any Error>) {
    state.change { state in
      if case .failure = output { state.end = min(state.end, index + 1) }
      state.waiting[index] = output
    }
    while let (index, output) = state.change({ $0.takeFinished() }) {
      let result = Result { try deliver(index, try output.get()) }
      state.change { state in
        state.isDelivering = false
        if case .failure(let error) = result { state.error = error }
        state.delivered += 1
      }
    }
  }
}
