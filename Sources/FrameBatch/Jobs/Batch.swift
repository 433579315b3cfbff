import FrameEngine
import FrameFiles
import FrameImage

/// One edit of a batch: the inputs that belong together, and their position.
package struct Job: Sendable {
  package var index: Int
  package var inputs: ArraySlice<Input>

  package var names: [String] { inputs.map(\.source.pathOrDash) }
}

/// All jobs of one call. No two of them have the same output.
package struct Batch: Sendable {
  /// The number of jobs in all shards.
  package let count: Int
  /// The indices of the jobs that this call runs.
  package private(set) var indices: [Int]
  /// The index of the job whose output goes to stdout, if this call runs it. There is at most one, unless all go there.
  package private(set) var stdoutJob: Int?
  /// True if other calls run the other shards.
  package let isShard: Bool
  /// The time limit of each output; nil if all outputs share the time limit of the session.
  package let timeLimit: TimeLimit?
  /// Notes about inputs that are given twice.
  package private(set) var notes: [BatchNote] = []
  private let inputsPerJob: Int
  private let inputs: [Input]

  /// Divides the inputs into jobs. If that fails, an error of the script can be the cause, and is thrown instead.
  ///
  /// - Parameters:
  ///   - session: The script and the inputs.
  ///   - settings: The settings of the outputs.
  ///   - naming: The destinations of the outputs.
  ///   - shard: The part of the batch that this call runs; nil for all jobs.
  ///   - startTime: Starts a time limit; nil for no limit.
  /// - Throws: `BatchError` if images are left over or two jobs have the same output.
  package init(
    _ session: EditSession, _ settings: OutputSettings, _ naming: OutputNaming, shard: Shard?,
    startTime: (@Sendable () -> Cancellation)?
  ) throws(BatchError) {
    do throws(BatchError) {
      try self.init(dividing: session, settings, naming, shard: shard, startTime: startTime)
    } catch {
      guard error.dependsOnJobs else { throw error }
      throw session.scriptError(in: session.inputs[...], opensImages: true) ?? error
    }
  }

  private init(
    dividing session: EditSession, _ settings: OutputSettings, _ naming: OutputNaming, shard: Shard?,
    startTime: (@Sendable () -> Cancellation)?
  ) throws(BatchError) {
    inputs = session.inputs
    inputsPerJob = session.editor.inputCount(
      of: session.script, given: inputs.count, context: session.context(index: 0, inputs: inputs[...]))
    // A single output shares the time limit of its script; each of several outputs gets its own.
    if inputs.count <= 1, session.editor.limits.cancellation?.isCancelled == true {
      throw BatchError(.limit(.cancelled), of: session.source.name)
    }
    guard inputs.count % inputsPerJob == 0 else {
      throw BatchError(.batch(.leftoverInputs(taken: inputsPerJob, given: inputs.count)))
    }
    if inputsPerJob > 1, let folder = inputs.first(where: \.isUnreadableFolder) {
      throw BatchError(.batch(.unreadableFolder(taken: inputsPerJob)), of: folder.source.name)
    }
    count = session.isEmptyBatch ? 0 : max(1, inputs.count / inputsPerJob)
    if let path = naming.singlePath, count > 1 {
      throw BatchError(.batch(.singleOutput(path: path, jobs: count)))
    }
    (indices, isShard) = ([], shard != nil)
    let isSingleOutput = count <= 1 && settings.sizes == nil
    timeLimit = isSingleOutput ? nil : startTime
    let (duplicates, stdoutJob) = try duplicates(session, naming)
    indices = (0..<count).filter { !duplicates.contains($0) && shard?.contains($0) ?? true }
    self.stdoutJob = stdoutJob.flatMap { indices.contains($0) ? $0 : nil }
    if let first = duplicates.min().map(job) {
      notes = [.givenTwice(first: first.names[0], count: duplicates.count)]
    }
  }

  /// Leaves out jobs of this call.
  package mutating func remove(where isRemoved: (Job) -> Bool) {
    indices = indices.filter { !isRemoved(job($0)) }
  }

  /// Returns the job at an index of all shards.
  package func job(_ index: Int) -> Job {
    Job(index: index, inputs: inputs.dropFirst(index * inputsPerJob).prefix(inputsPerJob))
  }

  /// Checks the formats that output names ask for, and looks for jobs with the same output.
  ///
  /// It opens images only where the names of the inputs do not decide that.
  ///
  /// - Returns: The jobs that another job repeats with the same files, and the job whose output goes to stdout.
  private func duplicates(_ session: EditSession, _ naming: OutputNaming) throws(BatchError) -> (
    Set<Int>, stdout: Int?
  ) {
    var stdoutJob: Int?
    var seen: [[UInt8]: Int] = [:]
    var candidates: [[UInt8]: [Int]] = [:]
    for index in 0..<count {
      let job = job(index)
      // Errors of names come before the first job.
      _ = try naming.codec(for: job)
      guard let key = try naming.key(of: job) else {
        if try naming.goesToStdout(job) { stdoutJob = index }
        continue
      }
      guard let other = seen.updateValue(index, forKey: key) else { continue }
      candidates[key, default: [other]].append(index)
    }
    var duplicates: Set<Int> = []
    for indices in candidates.values.sorted(by: { $0[0] < $1[0] }) {
      var jobByPath: [String: Int] = [:]
      for index in indices {
        let job = job(index)
        // An unreadable input has no output. Its job fails later, with its own name.
        let destination = try? session.destination(of: job, naming, timeLimit)
        guard let path = destination?.path else { continue }
        let real = FilePath.real(path) ?? path
        guard let other = jobByPath[real].map(self.job) else {
          jobByPath[real] = index
          continue
        }
        guard other.files != job.files else {
          duplicates.insert(index)
          continue
        }
        let (a, b) = (other.names.first ?? "", job.names.first ?? "")
        throw BatchError(.batch(.sameOutput(a, b, path: path, remedy: naming.collisionRemedy(a, b))))
      }
    }
    return (duplicates, stdoutJob)
  }

  // MARK: Running

  /// Runs all jobs concurrently, and delivers their reports in the order of their inputs.
  ///
  /// - Parameters:
  ///   - runner: Runs a job.
  ///   - describe: Returns the text of a job's error for the journal.
  ///   - deliver: Called for each job, in the order of their inputs, by one thread at a time.
  /// - Throws: `BatchError` if the journal cannot record a failed job. No further job was started then.
  package func run(
    with runner: JobRunner,
    describing describe: @escaping @Sendable (BatchError, Job) -> ErrorText,
    deliver: @escaping (Report) -> Void
  ) throws(BatchError) {
    var runner = runner
    // A watch syncs each output at once, because somebody waits for it.
    if indices.count > 1, runner.history == nil { runner.unsyncedFolders = UnsyncedFolders() }
    defer { runner.unsyncedFolders?.sync() }
    let (count, threads) = (indices.count, runner.threads)
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
      let report = runner.run(job, threads: threads)
      // Stop now, and not in the order of jobs: earlier jobs may take long.
      if let error = report.error, !report.isNotAnImage, runner.failsFast || error.endsBatch {
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
}

extension RunJournal {
  /// Adds a failed job.
  fileprivate func add(_ error: ErrorText, of job: Job) throws(BatchError) {
    try add(Journal.Line(status: "failed", inputs: job.names, code: error.code, errors: error.messages))
  }
}

/// A note about inputs that a call skips. The counts include the first one.
package enum BatchNote: Equatable, Sendable {
  case emptyList
  case inOutputFolder(first: String, count: Int)
  case givenTwice(first: String, count: Int)
}

extension Job {
  /// The resolved paths of the inputs; nil for an input that is not a file.
  fileprivate var files: [String?] { inputs.map(\.source.path).map { $0.flatMap(FilePath.real) ?? $0 } }
}

/// A problem of dividing inputs into jobs.
package enum BatchProblem: Equatable, Sendable {
  /// The number of inputs is not a multiple of the number that the script takes.
  case leftoverInputs(taken: Int, given: Int)
  /// A folder among the inputs cannot be read, so that it is unknown which inputs belong together.
  case unreadableFolder(taken: Int)
  /// Several jobs would have the same output.
  case singleOutput(path: String, jobs: Int)
  /// Two inputs would have the same output.
  case sameOutput(String, String, path: String, remedy: CollisionRemedy)
}

/// A change to a call that gives two inputs different outputs.
package enum CollisionRemedy: Equatable, Sendable {
  case outputFolder, baseFolder, index
}

/// The numbers of jobs of a batch, by their ends.
package struct BatchCounts: Sendable {
  package var done = 0
  package var skipped = 0
  package var failed = 0
  package var nonImages = 0
  /// The number of failed jobs whose output exists.
  package var existing = 0
  /// The number of failed jobs whose output is up to date.
  package var alreadyDone = 0
  package var reported: Int { done + skipped + failed + nonImages }

  package init() {}

  package mutating func add(_ report: Batch.Report) {
    if report.isNotAnImage {
      nonImages += 1
    } else if let error = report.error {
      failed += 1
      if error.existingOutput != nil { existing += 1 }
      if error.isAlreadyDone { alreadyDone += 1 }
    } else if report.outcomes.allSatisfy({ $0.status == .skipped }) {
      skipped += 1
    } else {
      done += 1
    }
  }
}
