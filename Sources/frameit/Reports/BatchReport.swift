import FrameBatch
import FrameEngine
import FrameGeometry
import FrameImage
import FrameScene

/// Reports the jobs of a batch, shows its progress, and summarizes it.
final class BatchReport: Sendable {
  private typealias State = (failures: FailureList, notices: NoticeList, progress: BatchProgress)

  private let batch: Batch
  private let runner: JobRunner
  private let reporter: EditReporter
  private let state: Monitor<State>
  /// The counts have their own lock. A thread holds `state` while it writes a report, and a signal must not wait for
  /// the reader of that report.
  private let counts = Monitor(BatchCounts())
  private let start = ContinuousClock.now

  init(_ batch: Batch, _ runner: JobRunner, _ reporter: EditReporter) {
    (self.batch, self.runner, self.reporter) = (batch, runner, reporter)
    state = Monitor(
      (
        FailureList(), NoticeList(printsAll: reporter.isVerbose),
        BatchProgress(total: reporter.isQuiet ? 0 : batch.indices.count)
      ))
  }

  /// Returns the text of a job's error for the journal.
  @Sendable func describe(_ error: BatchError, _ job: Job) -> ErrorText { failure(error, of: job).record }

  /// Returns the failure of a job. That of one of several jobs names its inputs.
  private func failure(_ error: BatchError, of job: Job) -> Failure {
    let failure = Failure(error, onDamage: runner.settings.onDamage)
    return batch.count > 1 ? failure.naming(job.names) : failure
  }

  /// Reports a job.
  func add(_ report: Batch.Report) {
    state.change { add(report, &$0) }
  }

  private func add(_ report: Batch.Report, _ state: inout State) {
    // A job that a signal interrupted has not failed.
    if report.error != nil { Deadlines.waitIfInterrupted() }
    state.progress.clear()
    let counts = counts.change { counts in
      counts.add(report)
      return counts
    }
    defer { state.progress.show(done: counts.reported, failed: counts.failed) }
    guard !report.isNotAnImage else { return reporter.reportNonImage(report.job) }
    let notices = state.notices.add(
      report.outcomes.map { $0.notices.filter { reporter.isVerbose || !$0.isDetail } },
      of: batch.count > 1 ? report.job.names.first : nil)
    for (outcome, notices) in zip(report.outcomes, notices) {
      reporter.report(outcome, notices, isOneOfSeveral: batch.count > 1)
    }
    guard let error = report.error else { return }
    let failure = failure(error, of: report.job)
    let text = state.failures.add(failure, cause: FailureList.Cause(error))
    reporter.report(failure, as: text, of: report.job, output: error.output)
  }

  // MARK: The end of a batch

  /// Reports the failures and the summary.
  ///
  /// - Throws: a reported `Failure` if some jobs failed.
  func conclude() throws {
    let (counts, failures) = (counts.read { $0 }, state.read { $0.failures })
    if !reporter.isJSON { state.read { $0.notices.others }.forEach { Console.warn($0) } }
    if counts.nonImages > 0, counts.nonImages == batch.indices.count, !batch.isShard {
      let failure = Failure.onlyNonImages(among: counts.nonImages, hint: "use -v to list the skipped files")
      reporter.report(failure, of: nil)
      throw Failure(reported: failure.status)
    }
    if batch.indices.isEmpty, batch.count > 0, !reporter.isQuiet {
      Console.note("this shard of the batch is empty")
    }
    guard batch.indices.count > 1 || counts.skipped > 0 else {
      if let failure = failures.first { throw Failure(reported: failure.status) }
      return
    }
    Console.error(failures.text)
    let isWhole = counts.reported == batch.indices.count
    let hint =
      counts.alreadyDone > 0
      ? "; --resume skips what is done" : counts.existing > 0 ? "; --force replaces existing files" : ""
    if !(reporter.isQuiet && isWhole) {
      Console.error("frameit: \(isWhole ? summary(counts) + hint : interruptionSummary)\n")
    }
    if counts.failed > 0 { throw Failure(reported: .partialFailure) }
  }

  /// The summary that a signal handler prints when it stops the batch.
  var interruptionSummary: String {
    "stopped: " + summary(counts.read { $0 }) + (runner.journal?.isKept == true ? "; --resume continues" : "")
  }

  private func summary(_ counts: BatchCounts) -> String {
    let total = batch.indices.count
    let left = total - counts.reported
    let seconds = (ContinuousClock.now - start).seconds
    var parts: [String] = []
    if counts.failed > 0 { parts.append("\(counts.failed) of \(total) failed") }
    parts.append("\(counts.done) of \(total) \(runner.isDry ? "would be done" : "done")")
    if counts.skipped > 0 { parts.append("\(counts.skipped) done before") }
    if counts.nonImages > 0 { parts.append("\(counts.nonImages) not images") }
    if left > 0 { parts.append("\(left) not finished") }
    let rate = seconds > 0 ? " (\((Double(counts.done) / seconds).fixed(1)) a second)" : ""
    return parts.joined(separator: ", ") + ", \(seconds.fixed(1)) s" + (counts.done > 1 ? rate : "")
  }
}

/// The failures of a batch: which of them are printed at once, and which ones its end lists again.
///
/// Of many failures with one cause, only the first ones are printed and listed; the others are counted.
struct FailureList: Sendable {
  /// A cause that many failures can have.
  enum Cause: Hashable {
    /// The output's folder cannot be written to.
    case folder(String)
    case existingOutput
    /// An error of the script, by its messages.
    case script([String])

    init?(_ error: BatchError) {
      if let folder = error.unwritableFolder {
        self = .folder(folder)
      } else if error.existingOutput != nil {
        self = .existingOutput
      } else if case .script = error.cause {
        self = .script(Failure(error).messages)
      } else {
        return nil
      }
    }

    /// The number of failures to list.
    fileprivate var capacity: Int { if case .folder = self { 1 } else { 3 } }

    /// Returns the text for failures that are not listed.
    fileprivate func text(of others: Int) -> String {
      switch self {
      case .folder(let folder): "\(folder.quoted): \(others) more images"
      case .existingOutput: "\(others) more outputs already exist"
      case .script(let messages): "\(messages.first ?? ""), with \(others) more"
      }
    }
  }

  /// The listed failures, each with the number of failures that it stands for.
  private var entries: [(failure: Failure, count: Int)] = []
  /// The causes, each with the numbers of failures that are listed and not listed, and the index of the first entry.
  private var groups: [(cause: Cause, listed: Int, others: Int, first: Int)] = []
  /// The number of failures that are not listed and are in no group.
  private var others = 0
  /// The hints that were printed.
  private var hints: Set<String> = []

  /// The maximum number of entries, of groups and of remembered hints.
  private static let capacity = 20

  var first: Failure? { entries.first?.failure }

  /// Adds a failure.
  ///
  /// - Returns: The text to print, in which no hint is repeated; empty if earlier failures say it.
  mutating func add(_ failure: Failure, cause: Cause?) -> String {
    if let cause, let index = group(of: cause) {
      guard groups[index].listed < cause.capacity else {
        groups[index].others += 1
        return ""
      }
      groups[index].listed += 1
    }
    if entries.count < Self.capacity { entries.append((failure, 1)) } else { others += 1 }
    let known = hints
    if hints.count < Self.capacity { hints.formUnion(failure.hints) }
    return failure.text(without: known)
  }

  /// Returns the index of the group of a cause; nil if there are too many groups.
  private mutating func group(of cause: Cause) -> Int? {
    if let index = groups.firstIndex(where: { $0.cause == cause }) { return index }
    guard groups.count < Self.capacity else { return nil }
    groups.append((cause, listed: 0, others: 0, first: entries.count))
    return groups.count - 1
  }

  /// One line for each entry; empty for a single failure.
  var text: String {
    var entries = entries
    var rest: [String] = []
    for group in groups where group.others > 0 {
      if group.cause.capacity == 1, entries.indices.contains(group.first) {
        entries[group.first].count += group.others
      } else {
        rest.append("frameit: failed: \(group.cause.text(of: group.others).printable)\n")
      }
    }
    guard entries.count > 1 || others > 0 || !rest.isEmpty || entries.contains(where: { $0.count > 1 }) else {
      return ""
    }
    let lines = entries.map { entry in
      let images = entry.count > 1 ? " (\(entry.count) images)" : ""
      return "frameit: failed: \((entry.failure.messages.first ?? "").printable)\(images)\n"
    }
    return (lines + rest).joined() + (others > 0 ? "frameit: and \(others) more\n" : "")
  }
}

/// The notices of a run over many images. The first image with a kind of notice prints it; the others are counted.
struct NoticeList: Sendable {
  let printsAll: Bool
  /// The kinds in the order of their first images, with the number of other images.
  private var kinds: [(kind: String, others: Int)] = []
  /// The printed notices that are the same for all images.
  private var general: Set<Message> = []

  init(printsAll: Bool) { self.printsAll = printsAll }

  /// Adds the notices of an image.
  ///
  /// - Parameters:
  ///   - notices: The notices of each output of the image.
  ///   - name: A name for notices that name no image; nil if there is only one image.
  /// - Returns: The messages to print for each output.
  mutating func add(_ notices: [[EditNotice]], of name: String?) -> [[Message]] {
    let earlier = kinds.count
    var printed: Set<Message> = []
    var counted: Set<Int> = []
    return notices.map { notices in
      notices.compactMap { notice -> Message? in
        var message = notice.message
        if let kind = notice.kind {
          let index = index(of: kind)
          if index < earlier, counted.insert(index).inserted { kinds[index].others += 1 }
          guard printsAll || index >= earlier else { return nil }
          if let name, notice.image == nil {
            message = Message("\(name.quoted): \(message.text)", hint: message.hint, message.advice)
          }
        } else {
          guard general.insert(message).inserted else { return nil }
        }
        return printed.insert(message).inserted ? message : nil
      }
    }
  }

  private mutating func index(of kind: String) -> Int {
    if let index = kinds.firstIndex(where: { $0.kind == kind }) { return index }
    kinds.append((kind, 0))
    return kinds.count - 1
  }

  /// A line for each kind of notices that were not printed.
  var others: [String] {
    if printsAll { return [] }
    return kinds.filter { $0.others > 0 }.map { kind, others in
      "\(others.grouped) more \(others == 1 ? "image" : "images"): \(kind)"
    }
  }
}
