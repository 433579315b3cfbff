extension Workers {
  /// How far threads may run ahead of the first output that is not delivered.
  package struct Lookahead: Sendable {
    /// The maximum number of elements that are taken and not delivered.
    package var elements: Int
    /// While more bytes of outputs than this wait for delivery, no element is taken.
    package var bytes: Int

    package init(elements: Int, bytes: Int = .max) {
      (self.elements, self.bytes) = (elements, bytes)
    }
  }

  /// Makes an output from each element on several threads, and delivers the outputs in the order of the elements.
  ///
  /// A thread makes the output of the element that it took, so no element waits. A thread that would be too far ahead
  /// waits. So a slow receiver slows down the threads, and they slow down the source.
  ///
  /// - Parameters:
  ///   - threads: the maximum number of threads, one of which is the caller's.
  ///   - take: returns the next element, or nil if there is none. One thread at a time calls it, and it may wait.
  ///   - make: makes the output of an element. Several threads call it at a time.
  ///   - bytes: returns the size of an output.
  ///   - deliver: receives the outputs in order. One thread at a time calls it, and it may wait.
  /// - Throws: the error of the first element, in order, that could not be taken, made or delivered. The outputs of
  ///   later elements are not delivered.
  package static func mapInOrder<Element, Output: Sendable, Failure: Error>(
    threads: Int, ahead: Lookahead,
    take: @escaping () throws(Failure) -> Element?,
    make: @escaping (Element) throws(Failure) -> Output,
    bytes: @escaping (Output) -> Int = { _ in 0 },
    deliver: @escaping (Output) throws(Failure) -> Void
  ) throws(Failure) {
    let map = OrderedMap(ahead: ahead, take: take, make: make, bytes: bytes, deliver: deliver)
    run(threads) { map.work() }
    if let failure = map.failure { throw failure }
  }

  /// Returns the outputs of elements, which several threads make, in the order of the elements.
  ///
  /// - Throws: The error of the first element, in order, whose output could not be made.
  package static func map<Element, Output: Sendable, Failure: Error>(
    _ elements: [Element], threads: Int, _ make: @escaping (Element) throws(Failure) -> Output
  ) throws(Failure) -> [Output] {
    var (rest, outputs) = (elements[...], [Output]())
    try mapInOrder(threads: max(1, min(threads, elements.count)), ahead: Lookahead(elements: .max)) {
      () throws(Failure) in
      rest.popFirst()
    } make: { element throws(Failure) in
      try make(element)
    } deliver: { output throws(Failure) in
      outputs.append(output)
    }
    return outputs
  }
}

/// The state of an ordered map that its threads share.
///
/// `Sendable` is unchecked because the compiler cannot see that `take` is called by the one thread that has set
/// `isTaking`, and `deliver` by the one that has set `isDelivering`.
private final class OrderedMap<Element, Output: Sendable, Failure: Error>: @unchecked Sendable {
  private struct State: Sendable {
    var taken = 0
    var delivered = 0
    /// Outputs that wait for the outputs of earlier elements, and their size.
    var waiting: [Int: Result<Output, Failure>] = [:]
    var waitingBytes = 0
    var isTaking = false
    var isDelivering = false
    /// True if no further element may be taken.
    var isAtEnd = false
    var failure: Failure?

    /// Returns the next output if it is ready and no thread is delivering.
    mutating func next() -> Result<Output, Failure>? {
      guard !isDelivering, failure == nil, let output = waiting.removeValue(forKey: delivered) else {
        return nil
      }
      isDelivering = true
      return output
    }
  }

  private let ahead: Workers.Lookahead
  private let take: () throws(Failure) -> Element?
  private let make: (Element) throws(Failure) -> Output
  private let bytes: (Output) -> Int
  private let deliver: (Output) throws(Failure) -> Void
  private let state = Monitor(State())

  init(
    ahead: Workers.Lookahead, take: @escaping () throws(Failure) -> Element?,
    make: @escaping (Element) throws(Failure) -> Output, bytes: @escaping (Output) -> Int,
    deliver: @escaping (Output) throws(Failure) -> Void
  ) {
    (self.ahead, self.take, self.make, self.bytes, self.deliver) = (ahead, take, make, bytes, deliver)
  }

  var failure: Failure? { state.read { $0.failure } }

  /// Takes and makes elements until there are no more.
  func work() {
    while let (index, element) = next() {
      let output = element.flatMap { element in Result { () throws(Failure) in try make(element) } }
      finish(index, output)
    }
  }

  private func next() -> (index: Int, element: Result<Element, Failure>)? {
    let mayTake = state.wait { [ahead] state -> Bool? in
      guard !state.isAtEnd else { return false }
      guard !state.isTaking, state.taken - state.delivered < ahead.elements, state.waitingBytes <= ahead.bytes
      else { return nil }
      state.isTaking = true
      return true
    }
    guard mayTake else { return nil }
    let element = Result { () throws(Failure) in try take() }
    return state.change { state in
      state.isTaking = false
      switch element {
      case .success(nil):
        state.isAtEnd = true
        return nil
      case .success(let element?):
        state.taken += 1
        return (state.taken - 1, .success(element))
      case .failure(let failure):
        state.taken += 1
        return (state.taken - 1, .failure(failure))
      }
    }
  }

  private func finish(_ index: Int, _ output: Result<Output, Failure>) {
    state.change { state in
      if case .failure = output { state.isAtEnd = true }
      state.waiting[index] = output
      state.waitingBytes += size(output)
    }
    while let output = state.change({ $0.next() }) {
      let result = output.flatMap { output in Result { () throws(Failure) in try deliver(output) } }
      state.change { state in
        state.isDelivering = false
        state.delivered += 1
        state.waitingBytes -= size(output)
        if case .failure(let failure) = result {
          state.failure = failure
          state.isAtEnd = true
        }
      }
    }
  }

  private func size(_ output: Result<Output, Failure>) -> Int {
    if case .success(let output) = output { bytes(output) } else { 0 }
  }
}
