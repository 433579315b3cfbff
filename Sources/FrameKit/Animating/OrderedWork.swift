import FrameThreads

/// Things that are made by several threads, and handed on one at a time, in their order. No more of them wait than a
/// few for each thread.
///
/// Unchecked, as the compiler cannot see that `begin` is called by the one thread that has the state, and `deliver` by
/// the one that has set `isDelivering`.
final class OrderedWork<Begun, Made: Sendable>: @unchecked Sendable {
  private struct State: Sendable {
    var next = 0
    var delivered = 0
    var waiting: [Int: Result<Made, any Error>] = [:]
    var isDelivering = false
    /// Of the first, in their order, that could not be made or handed on.
    var error: (any Error)?
    /// None behind this one need be made.
    var end: Int

    mutating func takeFinished() -> (index: Int, made: Result<Made, any Error>)? {
      guard !isDelivering, error == nil, let made = waiting.removeValue(forKey: delivered) else { return nil }
      isDelivering = true
      return (delivered, made)
    }
  }

  private let threads: Int
  private let begin: (Int) throws -> Begun
  private let make: (Int, Begun) throws -> Made
  private let deliver: (Int, Made) throws -> Void
  private let state: Monitor<State>

  /// - Parameters:
  ///   - begin: is called in their order, one at a time.
  ///   - make: is called by several threads at a time.
  ///   - deliver: is called in their order, one at a time, by any thread.
  init(
    _ count: Int, threads: Int, begin: @escaping (Int) throws -> Begun,
    make: @escaping (Int, Begun) throws -> Made, deliver: @escaping (Int, Made) throws -> Void
  ) {
    (self.threads, self.begin, self.make, self.deliver) = (threads, begin, make, deliver)
    state = Monitor(State(end: count))
  }

  /// How many may be made and not handed on.
  static func most(threads: Int) -> Int { threads == 1 ? 1 : 2 * threads }

  /// - Throws: what was thrown of the first, in their order, of which anything was.
  func run() throws {
    Workers.run(threads) { [self] in
      while let (index, begun) = take() {
        finish(index, Result { try make(index, try begun.get()) })
      }
    }
    if let error = state.change({ $0.error }) { throw error }
  }

  private func take() -> (index: Int, begun: Result<Begun, any Error>)? {
    state.wait { [threads, begin] state -> (index: Int, begun: Result<Begun, any Error>)?? in
      guard state.next < state.end, state.error == nil else { return .some(nil) }
      guard state.next - state.delivered < Self.most(threads: threads) else { return nil }
      let index = state.next
      state.next += 1
      return (index, Result { try begin(index) })
    }
  }

  private func finish(_ index: Int, _ made: Result<Made, any Error>) {
    state.change { state in
      if case .failure = made { state.end = min(state.end, index + 1) }
      state.waiting[index] = made
    }
    while let (index, made) = state.change({ $0.takeFinished() }) {
      let result = Result { try deliver(index, try made.get()) }
      state.change { state in
        state.isDelivering = false
        if case .failure(let error) = result { state.error = error }
        state.delivered += 1
      }
    }
  }
}
