import FrameImage

/// Reads jobs from a pipe, runs several concurrently, and writes the answers in the order of the jobs.
package final class ServeRun: Sendable {
  private let server: JobServer
  private let reader: Monitor<LineReader>
  private let lineLimit: Int
  private let threads: Int
  /// The numbers of jobs.
  private let counts = Monitor((read: 0, running: 0, answered: 0, failed: 0))

  /// - Parameters:
  ///   - server: Runs the jobs.
  ///   - descriptor: The source of the jobs.
  ///   - lineLimit: The maximum length of a line in bytes.
  ///   - threads: The number of concurrent jobs.
  ///   - rest: What an earlier program has left.
  package init(
    _ server: JobServer, from descriptor: Int32, lineLimit: Int, threads: Int,
    continuing rest: LineReader.Rest? = nil
  ) {
    self.server = server
    self.lineLimit = lineLimit
    self.threads = threads
    reader = Monitor(LineReader(descriptor, limit: lineLimit, continuing: rest))
  }

  /// Runs all jobs until the end of the source.
  ///
  /// - Parameters:
  ///   - encode: Returns the line for an answer. Several threads call it at the same time.
  ///   - write: Writes a line. One thread at a time calls it, in the order of the jobs.
  /// - Returns: The number of failed jobs.
  /// - Throws: `BatchError` for a failed read.
  package func run(
    encode: @escaping @Sendable (JobAnswer) -> [UInt8], write: @escaping @Sendable ([UInt8]) -> Void
  ) throws(BatchError) -> Int {
    Workers.mapInOrder(threads: threads, ahead: Workers.Lookahead(elements: 4 * threads)) { [self] in
      // A program with a job that does not stop takes no further jobs: see `rest`.
      server.hasLostJobs ? nil : reader.change { $0.next() }
    } make: { [self] line in
      answer(line, encode)
    } deliver: { [self] line, isFailure in
      // The reader of answers may be slow, so no lock is held.
      write(line)
      counts.change {
        $0.answered += 1
        if isFailure { $0.failed += 1 }
      }
    }
    if let error = reader.read({ $0.failure }) { throw error }
    return counts.read { $0.failed }
  }

  /// What a new program has to go on with, because a job did not stop; nil if all jobs were read.
  package var rest: LineReader.Rest? { server.hasLostJobs ? reader.read(\.rest) : nil }

  /// Runs a job. It may use several threads if few jobs are running.
  private func answer(
    _ line: LineReader.Line, _ encode: (JobAnswer) -> [UInt8]
  ) -> (line: [UInt8], isFailure: Bool) {
    let running = counts.change { counts in
      counts.read += 1
      counts.running += 1
      return counts.running
    }
    let answer = server.answer(line, threads: max(1, threads / running), lineLimit: lineLimit)
    counts.change { $0.running -= 1 }
    let isFailure = if case .failure = answer.result { true } else { false }
    return (encode(answer), isFailure)
  }

  /// The summary that a signal handler prints when it stops the program.
  package var interruptionSummary: String {
    let counts = counts.read { $0 }
    return
      "stopped: \(counts.answered) answered, \(counts.failed) of them failed, \(counts.read - counts.answered) not finished"
  }
}
