import FrameFiles
import FrameImage

/// Runs the jobs of a batch concurrently and delivers their reports in the order of their inputs.
package final class BatchRun: Sendable {
  /// The outcome of one job.
  package struct Report: Sendable {
    package let job: Job
    /// The outputs, also those that were written before an error.
    package var outcomes: [EditOutcome] = []
    package var error: BatchError?
    /// True if a file that was found in a folder is not an image.
    package var isNotAnImage = false
    /// The files that the job used, also those that it could not open.
    package let used = UsedFiles()

    /// The approximate memory of the report in bytes.
    fileprivate var bytes: Int { outcomes.reduce(1024 + (error?.bytes ?? 0)) { $0 + $1.heldBytes } }
  }

  private let batch: Batch
  private let edit: EditRun
  private let failsFast: Bool
  private let threads: Int
  private let describe: @Sendable (BatchError, Job) -> ErrorText
  /// True if no further job may start.
  private let isStopped = Monitor(false)

  /// - Parameters:
  ///   - batch: The jobs.
  ///   - edit: Runs a job.
  ///   - failsFast: True if no further job starts after one fails.
  ///   - threads: The number of threads.
  ///   - describe: Returns the text of a job's error for the journal.
  package init(
    _ batch: Batch, _ edit: EditRun, failsFast: Bool, threads: Int,
    describe: @escaping @Sendable (BatchError, Job) -> ErrorText
  ) {
    var edit = edit
    // A watch syncs each output at once, because somebody waits for it.
    if batch.indices.count > 1, edit.history == nil { edit.unsyncedFolders = UnsyncedFolders() }
    (self.batch, self.edit, self.failsFast) = (batch, edit, failsFast)
    (self.threads, self.describe) = (threads, describe)
  }

  /// Runs all jobs.
  ///
  /// - Parameter deliver: Called for each job, in the order of their inputs, by one thread at a time.
  /// - Throws: `BatchError` if the journal cannot record a failed job. No further job was started then.
  package func run(deliver: @escaping (Report) -> Void) throws(BatchError) {
    defer { edit.unsyncedFolders?.sync() }
    let count = batch.indices.count
    var started = 0
    var journalError: BatchError?
    Workers.mapInOrder(
      threads: min(threads, count), ahead: Workers.Lookahead(elements: 4096, bytes: 16 << 20)
    ) { [batch, threads, isStopped] () -> (job: Job, threads: Int)? in
      guard started < count, !isStopped.read({ $0 }) else { return nil }
      let left = count - started
      started += 1
      // The last jobs share the threads that have no job.
      return (batch.job(batch.indices[started - 1]), max(1, threads / min(threads, left)))
    } make: { [self] job, threads in
      report(job, threads)
    } bytes: { report in
      report.bytes
    } deliver: { [self] report in
      deliver(report)
      guard let error = report.error, !report.isNotAnImage, !edit.isDry else { return }
      do throws(BatchError) {
        try record(error, of: report.job)
      } catch {
        let wasStopped = isStopped.change { isStopped in
          defer { isStopped = true }
          return isStopped
        }
        if !wasStopped { journalError = error }
      }
    }
    if let journalError { throw journalError }
  }

  private func report(_ job: Job, _ threads: Int) -> Report {
    var report = Report(job: job)
    do throws(BatchError) {
      try edit.run(job, threads: threads, using: report.used) { report.outcomes.append($0) }
    } catch {
      report.error = error
      report.isNotAnImage = error.isNotAnImage && edit.session.mightNotBeImage(job)
      // Stop now, and not in the order of jobs: earlier jobs may take long.
      if !report.isNotAnImage, failsFast || error.endsBatch { isStopped.change { $0 = true } }
    }
    return report
  }

  private func record(_ error: BatchError, of job: Job) throws(BatchError) {
    guard let journal = edit.journal else { return }
    let text = describe(error, job)
    try journal.add(
      Journal.Line(status: "failed", inputs: job.names, code: text.code, errors: text.messages))
  }
}
