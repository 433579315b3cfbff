import FrameKit
import FrameThreads

/// Takes jobs from a pipe, several at a time, and answers in the order in which they came.
///
/// Threads take turns to read, each the job that it does next, so that no job waits in here; the threads of those that
/// are ahead of the first without an answer wait where they are too many. So what feeds the pipe is held back by the
/// edits, and they are by whoever reads the answers.
final class ServeRun: Sendable {
  private struct Answer: Sendable {
    var line: [UInt8]
    var isFailure: Bool
  }

  private struct State: Sendable {
    /// Jobs that are read, or about to be.
    var taken = 0
    var running = 0
    var told = 0
    var failed = 0
    /// Answers that wait for those before them.
    var waiting: [Int: Answer] = [:]
    /// Whether a thread writes an answer. The state is free meanwhile, as nobody may read what it writes.
    var isTelling = false

    /// The next answer, if it is there and nobody writes another.
    mutating func next() -> Answer? {
      guard !isTelling, let answer = waiting.removeValue(forKey: told) else { return nil }
      isTelling = true
      return answer
    }
  }

  private let server: JobRunner
  private let reader: Monitor<LineReader>
  private let longest: Int
  private let threads: Int
  private let state = Monitor(State())

  /// How many jobs a thread may be ahead of the first that has no answer.
  private static let lead = 4

  /// - Parameters:
  ///   - descriptor: what the jobs come from.
  ///   - longest: how many bytes a line may have.
  init(_ server: JobRunner, from descriptor: Int32, longest: Int, threads: Int) {
    self.server = server
    self.longest = longest
    self.threads = threads
    reader = Monitor(LineReader(descriptor, limit: longest))
  }

  /// Until there are no more jobs.
  ///
  /// - Throws: `Failure` for a read that failed, or `Leave` where jobs did, when all are answered.
  func run() throws {
    Workers.run(threads) { [self] in
      while let (line, width) = take() {
        let answer = server.answer(line, threads: width, longest: longest)
        finish(line.place, Answer(line: Console.line(json: answer), isFailure: answer.isFailure))
      }
    }
    if let failure = reader.change({ $0.failure }) { throw failure }
    if state.change({ $0.failed }) > 0 { throw ExitRequest(status: .some) }
  }

  /// The next job, and how many threads it may have: where few jobs come, several.
  private func take() -> (line: LineReader.Line, threads: Int)? {
    state.wait { [threads] state -> Void? in
      guard state.taken - state.told < threads * Self.lead else { return nil }
      state.taken += 1
      return ()
    }
    let line = reader.change { $0.next() }
    return state.change { [threads] state in
      guard let line else {
        state.taken -= 1
        return nil
      }
      state.running += 1
      return (line, max(1, threads / state.running))
    }
  }

  private func finish(_ place: Int, _ answer: Answer) {
    state.change { state in
      state.running -= 1
      state.waiting[place] = answer
    }
    while let next = state.change({ $0.next() }) {
      Console.out(next.line, lastly: server.temporaries.removeAll)
      state.change { state in
        state.isTelling = false
        state.told += 1
        if next.isFailure { state.failed += 1 }
      }
    }
  }

  /// What is done, for who ends it before its end.
  var lastWords: String {
    let (told, failed, taken) = state.change { ($0.told, $0.failed, $0.taken) }
    return "stopped: \(told) answered, \(failed) of them failed, \(taken - told) not finished"
  }
}
