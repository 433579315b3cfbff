import FrameKit
import FrameThreads

/// Reads jobs from a pipe, runs several concurrently, and writes the answers in the order of the jobs.
///
/// Threads take turns to read, and each reads the job that it runs next, so that no job waits inside the program. A
/// thread that would be too far ahead of the first unanswered job waits. So the writer of jobs is slowed down by the
/// edits, and the edits by the reader of answers.
final class ServeRun: Sendable {
  private struct Answer: Sendable {
    var line: [UInt8]
    var isFailure: Bool
  }

  private struct State: Sendable {
    /// The number of jobs that are read, or are about to be read.
    var started = 0
    var running = 0
    var reported = 0
    var failed = 0
    /// Answers that wait for the answers of earlier jobs.
    var waiting: [Int: Answer] = [:]
    /// True while a thread writes an answer. It does not hold the lock meanwhile, because the reader may be slow.
    var isWriting = false

    /// Returns the next answer if it is ready and no thread is writing.
    mutating func next() -> Answer? {
      guard !isWriting, let answer = waiting.removeValue(forKey: reported) else { return nil }
      isWriting = true
      return answer
    }
  }

  private let server: JobRunner
  private let reader: Monitor<LineReader>
  private let lineLimit: Int
  private let threads: Int
  private let state = Monitor(State())

  /// The number of jobs that may run ahead of the first unanswered one, for each thread.
  private static let lookaheadPerThread = 4

  /// - Parameters:
  ///   - server: Runs the jobs.
  ///   - descriptor: The source of the jobs.
  ///   - lineLimit: The maximum length of a line in bytes.
  ///   - threads: The number of concurrent jobs.
  init(_ server: JobRunner, from descriptor: Int32, lineLimit: Int, threads: Int) {
    self.server = server
    self.lineLimit = lineLimit
    self.threads = threads
    reader = Monitor(LineReader(descriptor, limit: lineLimit))
  }

  /// Runs all jobs until the end of the source.
  ///
  /// - Throws: `Failure` for a failed read, or `ExitRequest` after the last answer if jobs failed.
  func run() throws {
    Workers.run(threads) { [self] in
      while let (line, width) = take() {
        let answer = server.answer(line, threads: width, lineLimit: lineLimit)
        finish(line.index, Answer(line: Console.line(json: answer), isFailure: answer.isFailure))
      }
    }
    if let failure = reader.change({ $0.failure }) { throw failure }
    if state.change({ $0.failed }) > 0 { throw ExitRequest(status: .partialFailure) }
  }

  /// Waits for the next job.
  ///
  /// - Returns: The job and the number of threads it may use: several if few jobs are running. nil at the end.
  private func take() -> (line: LineReader.Line, threads: Int)? {
    state.wait { [threads] state -> Void? in
      guard state.started - state.reported < threads * Self.lookaheadPerThread else { return nil }
      state.started += 1
      return ()
    }
    let line = reader.change { $0.next() }
    return state.change { [threads] state in
      guard let line else {
        state.started -= 1
        return nil
      }
      state.running += 1
      return (line, max(1, threads / state.running))
    }
  }

  private func finish(_ position: Int, _ answer: Answer) {
    state.change { state in
      state.running -= 1
      state.waiting[position] = answer
    }
    while let next = state.change({ $0.next() }) {
      Console.out(next.line, beforeExit: server.temporaries.removeAll)
      state.change { state in
        state.isWriting = false
        state.reported += 1
        if next.isFailure { state.failed += 1 }
      }
    }
  }

  /// The summary that a signal handler prints when it stops the program.
  var interruptionSummary: String {
    let (reported, failed, started) = state.change { ($0.reported, $0.failed, $0.started) }
    return "stopped: \(reported) answered, \(failed) of them failed, \(started - reported) not finished"
  }
}
