import FrameKit
import FrameThreads

/// Does the edits of a batch, several at a time, and tells of them in the order of their inputs.
final class BatchRun: Sendable {
  /// What became of an edit.
  struct Report: Sendable {
    /// Its results, with those before a failure: they are there.
    var outcomes: [EditOutcome] = []
    var failure: Failure?
    /// What was found in a folder is no image.
    var isNoImage = false

    /// The bytes of all texts, about.
    var bytes: Int {
      let texts = outcomes.reduce(failure?.bytes ?? 0) { sum, outcome in
        (outcome.notices + outcome.dialogs).reduce(sum) { $0 + $1.what.utf8.count + 128 }
      }
      return texts + 1024
    }
  }

  struct Counts: Sendable {
    var done = 0
    var skipped = 0
    var failed = 0
    var noImages = 0
    /// Of those that failed: whose result is there.
    var inTheWay = 0
    var told: Int { done + skipped + failed + noImages }

    mutating func add(_ report: Report) {
      if report.isNoImage {
        noImages += 1
      } else if let failure = report.failure {
        failed += 1
        if failure.isDone { inTheWay += 1 }
      } else if report.outcomes.allSatisfy({ $0.status == .skipped }) {
        skipped += 1
      } else {
        done += 1
      }
    }
  }

  private struct State: Sendable {
    /// The next edit to begin, and the next to be told of.
    var next = 0
    var told = 0
    /// Reports that wait for those before them.
    var waiting: [Int: Report] = [:]
    var waitingBytes = 0
    var failures = FailureList()
    var notices = NoticeList()
    /// No edit begins any more.
    var isStopped = false
    var progress: BatchProgress
  }

  private let batch: Batch
  private let edit: EditRun
  private let reporter: EditReporter
  private let failsFast: Bool
  private let threads: Int
  private let state: Monitor<State>
  /// Beside the rest, which a thread holds while it tells of a result: who ends the batch does not wait for a reader.
  private let counts = Monitor(Counts())
  private let start = ContinuousClock.now

  /// How far edits may be ahead of the first that is not told of, and how many bytes their reports may take.
  private static let lead = 4096
  private static let mostWaitingBytes = 16 << 20

  init(_ batch: Batch, _ edit: EditRun, _ reporter: EditReporter, failsFast: Bool, threads: Int) {
    self.batch = batch
    self.edit = edit
    self.reporter = reporter
    self.failsFast = failsFast
    self.threads = threads
    state = Monitor(State(progress: BatchProgress(total: reporter.isQuiet ? 0 : batch.indices.count)))
  }

  func run() {
    Workers.run(min(threads, batch.indices.count)) { [self] in
      while let (place, width) = take() { finish(place, report(batch.job(batch.indices[place]), width)) }
    }
    state.change { $0.progress.clear() }
  }

  /// The place of the next edit, and how many threads it may have: where there are few left, several.
  private func take() -> (place: Int, threads: Int)? {
    let count = batch.indices.count
    return state.wait { [threads] state -> (place: Int, threads: Int)?? in
      guard !state.isStopped, state.next < count else { return .some(nil) }
      guard state.next - state.told < Self.lead, state.waitingBytes <= Self.mostWaitingBytes else {
        return nil
      }
      let place = state.next
      state.next += 1
      return (place, max(1, threads / min(threads, count - place)))
    }
  }

  private func report(_ job: Job, _ threads: Int) -> Report {
    var report = Report()
    do throws(Failure) {
      try edit.run(job, threads: threads) { report.outcomes.append($0) }
    } catch {
      report.isNoImage = error.isNoImage && edit.session.mayBeNoImage(job)
      report.failure = batch.count > 1 ? error.of(job.names) : error
    }
    return report
  }

  private func finish(_ place: Int, _ report: Report) {
    state.change { state in
      // At once: those before it may take their time.
      if let failure = report.failure, !report.isNoImage, failsFast || failure.endsBatch {
        state.isStopped = true
      }
      state.waiting[place] = report
      state.waitingBytes += report.bytes
      while let next = state.waiting.removeValue(forKey: state.told) {
        state.waitingBytes -= next.bytes
        tell(next, of: batch.job(batch.indices[state.told]), &state)
        state.told += 1
      }
      let counts = counts.change { $0 }
      state.progress.show(done: counts.told, failed: counts.failed)
    }
  }

  private func tell(_ report: Report, of job: Job, _ state: inout State) {
    state.progress.clear()
    counts.change { $0.add(report) }
    guard !report.isNoImage else { return reporter.reportNoImage(job) }
    for outcome in report.outcomes { reporter.report(outcome, warning: state.notices.add(outcome.notices)) }
    guard let failure = report.failure else { return }
    reporter.report(failure, of: job, isNews: state.failures.add(failure))
    guard !edit.isDry else { return }
    do throws(Failure) {
      try edit.journal?.add(
        Journal.Line(
          status: "failed", inputs: job.names, code: failure.status.rawValue, errors: failure.sentences))
    } catch {
      if !state.isStopped { error.report() }
      state.isStopped = true
    }
  }

  // MARK: In the end

  /// - Throws: `Leave`, where not all is done.
  func conclude() throws {
    let (counts, failures) = (counts.change { $0 }, state.change { $0.failures })
    if counts.noImages > 0, counts.noImages == batch.indices.count, !batch.isPart {
      let failure = Failure.noImage(among: counts.noImages, note: "-v names what is passed over")
      reporter.report(failure, of: nil)
      throw ExitRequest(status: failure.status)
    }
    if batch.indices.isEmpty, batch.count > 0, !reporter.isQuiet {
      Console.note("this part of the batch has nothing in it")
    }
    guard batch.indices.count > 1 else {
      if let failure = failures.first { throw ExitRequest(status: failure.status) }
      return
    }
    Console.error(failures.text)
    let isWhole = counts.told == batch.indices.count
    let hint = counts.inTheWay > 0 ? "; --resume passes over what is done" : ""
    if !(reporter.isQuiet && isWhole) {
      Console.error("frameit: \(isWhole ? summary(counts) + hint : lastWords)\n")
    }
    if counts.failed > 0 { throw ExitRequest(status: .some) }
  }

  /// What is done, for who ends it before its end.
  var lastWords: String {
    "stopped: " + summary(counts.change { $0 }) + (edit.journal == nil ? "" : "; --resume goes on")
  }

  private func summary(_ counts: Counts) -> String {
    let total = batch.indices.count
    let left = total - counts.told
    let seconds = (ContinuousClock.now - start).seconds
    var parts: [String] = []
    if counts.failed > 0 { parts.append("\(counts.failed) of \(total) failed") }
    parts.append("\(counts.done) of \(total) \(edit.isDry ? "would be done" : "done")")
    if counts.skipped > 0 { parts.append("\(counts.skipped) done before") }
    if counts.noImages > 0 { parts.append("\(counts.noImages) no images") }
    if left > 0 { parts.append("\(left) not begun or not finished") }
    let rate = seconds > 0 ? " (\((Double(counts.done) / seconds).fixed(1)) a second)" : ""
    return parts.joined(separator: ", ") + ", \(seconds.fixed(1)) s" + (counts.done > 1 ? rate : "")
  }
}
