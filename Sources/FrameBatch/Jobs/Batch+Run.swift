import FrameFiles
import FrameImage

// Runs the jobs of a batch concurrently, and delivers their reports in the order of their inputs.
extension Batch {
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

  /// Runs all jobs.
  ///
  /// - Parameters:
  ///   - runner: Runs a job.
  ///   - failsFast: True if no further job starts after one fails.
  ///   - threads: The number of threads.
  ///   - describe: Returns the text of a job's error for the journal.
  ///   - deliver: Called for each job, in the order of their inputs, by one thread at a time.
  /// - Throws: `BatchError` if the journal cannot record a failed job. No further job was started then.
  package func run(
    with runner: JobRunner, failsFast: Bool = false, threads: Int,
    describing describe: @escaping @Sendable (BatchError, Job) -> ErrorText,
    deliver: @escaping (Report) -> Void
  ) throws(BatchError) {
    var runner = runner
    // A watch syncs each output at once, because somebody waits for it.
    if indices.count > 1, runner.history == nil { runner.unsyncedFolders = UnsyncedFolders() }
    defer { runner.unsyncedFolders?.sync() }
    let count = indices.count
    var started = 0
    var journalError: BatchError?
    /// True if no further job may start.
    let isStopped = Monitor(false)
    Workers.mapInOrder(
      threads: min(threads, count), ahead: Workers.Lookahead(elements: 4096, bytes: 16 << 20)
    ) { () -> (job: Job, threads: Int)? in
      guard started < count, !isStopped.read({ $0 }) else { return nil }
      let left = count - started
      started += 1
      // The last jobs share the threads that have no job.
      return (job(indices[started - 1]), max(1, threads / min(threads, left)))
    } make: { [runner] job, threads in
      let report = runner.report(job, threads)
      // Stop now, and not in the order of jobs: earlier jobs may take long.
      if let error = report.error, !report.isNotAnImage, failsFast || error.endsBatch {
        isStopped.change { $0 = true }
      }
      return report
    } bytes: { report in
      report.bytes
    } deliver: { [runner] report in
      deliver(report)
      guard let error = report.error, !report.isNotAnImage, !runner.isDry else { return }
      do throws(BatchError) {
        try runner.journal?.add(describe(error, report.job), of: report.job)
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
}

extension JobRunner {
  fileprivate func report(_ job: Job, _ threads: Int) -> Batch.Report {
    var report = Batch.Report(job: job)
    do throws(BatchError) {
      try run(job, threads: threads, using: report.used) { report.outcomes.append($0) }
    } catch {
      report.error = error
      report.isNotAnImage = error.isNotAnImage && session.mightNotBeImage(job)
    }
    return report
  }
}

extension RunJournal {
  /// Adds a failed job.
  fileprivate func add(_ error: ErrorText, of job: Job) throws(BatchError) {
    try add(Journal.Line(status: "failed", inputs: job.names, code: error.code, errors: error.messages))
  }
}
