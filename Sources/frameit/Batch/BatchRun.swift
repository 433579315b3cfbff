import FrameCodec
import FrameGeometry
import FrameImage
import FrameKit

/// Runs the jobs of a batch concurrently and reports them in the order of their inputs.
final class BatchRun: Sendable {
  /// The outcome of one job.
  struct Report: Sendable {
    /// The outputs, also those that were written before a failure.
    var outcomes: [EditOutcome] = []
    var failure: Failure?
    /// True if a file that was found in a folder is not an image.
    var isNotAnImage = false

    /// The approximate size of all texts in bytes.
    var bytes: Int {
      let texts = outcomes.reduce(failure?.bytes ?? 0) { sum, outcome in
        (outcome.notices + outcome.dialogs).reduce(sum) { $0 + $1.text.utf8.count + 128 }
      }
      return texts + 1024
    }
  }

  struct Counts: Sendable {
    var done = 0
    var skipped = 0
    var failed = 0
    var nonImages = 0
    /// The number of failed jobs whose output is up to date.
    var alreadyDone = 0
    var reported: Int { done + skipped + failed + nonImages }

    mutating func add(_ report: Report) {
      if report.isNotAnImage {
        nonImages += 1
      } else if let failure = report.failure {
        failed += 1
        if failure.isAlreadyDone { alreadyDone += 1 }
      } else if report.outcomes.allSatisfy({ $0.status == .skipped }) {
        skipped += 1
      } else {
        done += 1
      }
    }
  }

  private struct State: Sendable {
    var failures = FailureList()
    var notices = NoticeList()
    var progress: BatchProgress
  }

  private let batch: Batch
  private let edit: EditRun
  private let reporter: EditReporter
  private let failsFast: Bool
  private let threads: Int
  private let state: Monitor<State>
  /// The counts have their own lock. A thread holds `state` while it writes a report, and a signal must not wait for
  /// the reader of that report.
  private let counts = Monitor(Counts())
  /// True if no further job may start.
  private let isStopped = Monitor(false)
  private let start = ContinuousClock.now

  init(_ batch: Batch, _ edit: EditRun, _ reporter: EditReporter, failsFast: Bool, threads: Int) {
    self.batch = batch
    self.edit = edit
    self.reporter = reporter
    self.failsFast = failsFast
    self.threads = threads
    state = Monitor(State(progress: BatchProgress(total: reporter.isQuiet ? 0 : batch.indices.count)))
  }

  /// Runs all jobs.
  func run() {
    let count = batch.indices.count
    var started = 0
    Workers.mapInOrder(
      threads: min(threads, count), ahead: Workers.Lookahead(elements: 4096, bytes: 16 << 20)
    ) { [batch, threads, isStopped] () -> (job: Job, threads: Int)? in
      guard started < count, !isStopped.read({ $0 }) else { return nil }
      let left = count - started
      started += 1
      // The last jobs share the threads that have no job.
      return (batch.job(batch.indices[started - 1]), max(1, threads / min(threads, left)))
    } make: { [self] job, threads in
      (job, report(job, threads))
    } bytes: { _, report in
      report.bytes
    } deliver: { [self] job, report in
      state.change { deliver(report, of: job, &$0) }
    }
    state.change { $0.progress.clear() }
  }

  private func report(_ job: Job, _ threads: Int) -> Report {
    var report = Report()
    do throws(Failure) {
      try edit.run(job, threads: threads) { report.outcomes.append($0) }
    } catch {
      report.isNotAnImage = error.isNotAnImage && edit.session.mightNotBeImage(job)
      report.failure = batch.count > 1 ? error.naming(job.names) : error
      // Stop now, and not in the order of jobs: earlier jobs may take long.
      if !report.isNotAnImage, failsFast || error.endsBatch { isStopped.change { $0 = true } }
    }
    return report
  }

  private func deliver(_ report: Report, of job: Job, _ state: inout State) {
    state.progress.clear()
    let counts = counts.change { counts in
      counts.add(report)
      return counts
    }
    defer { state.progress.show(done: counts.reported, failed: counts.failed) }
    guard !report.isNotAnImage else { return reporter.reportNonImage(job) }
    for outcome in report.outcomes { reporter.report(outcome, warning: state.notices.add(outcome.notices)) }
    guard let failure = report.failure else { return }
    reporter.report(failure, of: job, isNew: state.failures.add(failure))
    guard !edit.isDry else { return }
    do throws(Failure) {
      try edit.journal?.add(
        Journal.Line(
          status: "failed", inputs: job.names, code: failure.status.rawValue, errors: failure.messages))
    } catch {
      let wasStopped = isStopped.change { isStopped in
        defer { isStopped = true }
        return isStopped
      }
      if !wasStopped { error.report() }
    }
  }

  // MARK: The end of a batch

  /// Reports the failures and the summary.
  ///
  /// - Throws: `ExitRequest` if some jobs failed.
  func conclude() throws {
    let (counts, failures) = (counts.read { $0 }, state.read { $0.failures })
    if counts.nonImages > 0, counts.nonImages == batch.indices.count, !batch.isShard {
      let failure = Failure.onlyNonImages(among: counts.nonImages, hint: "use -v to list the skipped files")
      reporter.report(failure, of: nil)
      throw ExitRequest(status: failure.status)
    }
    if batch.indices.isEmpty, batch.count > 0, !reporter.isQuiet {
      Console.note("this shard of the batch is empty")
    }
    guard batch.indices.count > 1 else {
      if let failure = failures.first { throw ExitRequest(status: failure.status) }
      return
    }
    Console.error(failures.text)
    let isWhole = counts.reported == batch.indices.count
    let hint = counts.alreadyDone > 0 ? "; --resume skips what is done" : ""
    if !(reporter.isQuiet && isWhole) {
      Console.error("frameit: \(isWhole ? summary(counts) + hint : interruptionSummary)\n")
    }
    if counts.failed > 0 { throw ExitRequest(status: .partialFailure) }
  }

  /// The summary that a signal handler prints when it stops the batch.
  var interruptionSummary: String {
    "stopped: " + summary(counts.read { $0 }) + (edit.journal == nil ? "" : "; --resume continues")
  }

  private func summary(_ counts: Counts) -> String {
    let total = batch.indices.count
    let left = total - counts.reported
    let seconds = (ContinuousClock.now - start).seconds
    var parts: [String] = []
    if counts.failed > 0 { parts.append("\(counts.failed) of \(total) failed") }
    parts.append("\(counts.done) of \(total) \(edit.isDry ? "would be done" : "done")")
    if counts.skipped > 0 { parts.append("\(counts.skipped) done before") }
    if counts.nonImages > 0 { parts.append("\(counts.nonImages) not images") }
    if left > 0 { parts.append("\(left) not finished") }
    let rate = seconds > 0 ? " (\((Double(counts.done) / seconds).fixed(1)) a second)" : ""
    return parts.joined(separator: ", ") + ", \(seconds.fixed(1)) s" + (counts.done > 1 ? rate : "")
  }
}

/// The failures that the end of a batch lists again: the first ones, with one entry for all failures of one folder.
struct FailureList: Sendable {
  private struct Entry: Sendable {
    var failure: Failure
    var count = 1
  }

  private var entries: [Entry] = []
  private var folders: [String: Int] = [:]
  /// The number of failures that are not listed.
  private var others = 0

  /// The maximum number of entries.
  private static let capacity = 20

  var first: Failure? { entries.first?.failure }

  /// Adds a failure.
  ///
  /// - Returns: False if an earlier failure reported the same unwritable folder.
  mutating func add(_ failure: Failure) -> Bool {
    if let folder = failure.folder, let index = folders[folder] {
      if entries.indices.contains(index) { entries[index].count += 1 } else { others += 1 }
      return false
    }
    if let folder = failure.folder { folders[folder] = entries.count }
    if entries.count < Self.capacity { entries.append(Entry(failure: failure)) } else { others += 1 }
    return true
  }

  /// One line for each entry; empty for a single failure.
  var text: String {
    guard entries.count > 1 || others > 0 || entries.contains(where: { $0.count > 1 }) else { return "" }
    let lines = entries.map { entry in
      let images = entry.count > 1 ? " (\(entry.count) images)" : ""
      return "frameit: failed: \((entry.failure.messages.first ?? "").printable)\(images)\n"
    }
    return lines.joined() + (others > 0 ? "frameit: and \(others) more\n" : "")
  }
}

/// The notices of a batch. A notice that is the same for every image, such as a missing glyph, is printed once.
struct NoticeList: Sendable {
  private var known: Set<Message> = []

  /// The maximum number of remembered notices: notices about single images must not accumulate.
  private static let capacity = 100

  /// Adds notices.
  ///
  /// - Returns: The notices that are new.
  mutating func add(_ notices: [Message]) -> [Message] {
    notices.filter { notice in
      guard !known.contains(notice) else { return false }
      if known.count < Self.capacity { known.insert(notice) }
      return true
    }
  }
}
