import FrameCodec
import FrameGeometry
import FrameImage
import FrameKit

/// The settings and resources that run the jobs of a call, from opening the inputs to writing the outputs.
package struct EditRun: Sendable {
  package private(set) var session: EditSession
  package let settings: OutputSettings
  package let output: Output
  /// The version of the program, on which outputs depend.
  package let version: String
  /// The memory that concurrent edits share.
  package var memory: MemoryBudget
  /// The journal; nil if the run keeps none.
  package var journal: Journal?
  package var resumption = ResumePolicy.none
  /// True if the outputs' pixels are hashed.
  package var wantsHash = false
  /// True if a job with more images than the script takes is an error. A batch divides its images by that number.
  package var refusesSpareInputs = false
  /// True for a dry run, which stops before anything is decoded or written.
  package var isDry = false
  package var temporaries = TemporaryFiles()
  /// The decoded images that the sizes of one job share.
  private(set) var decoded: DecodedImages?
  /// Makes the target of an output that goes to stdout.
  package var stdout: @Sendable () -> any OutputTarget = { AnswerBuffer() }
  /// Receives the number of rendered frames and the total, for a run with one job; nil to show no progress.
  package var showProgress: (@Sendable (Int, Int) -> Void)?

  package init(
    _ session: EditSession, _ settings: OutputSettings, _ output: Output, version: String,
    memory: MemoryBudget
  ) {
    (self.session, self.settings, self.output) = (session, settings, output)
    (self.version, self.memory) = (version, memory)
  }

  /// Gives each job its own time limit, for a run with several jobs.
  package mutating func timeEachJob() { session.timeEachJob() }

  /// Writes all outputs of a job: one, or one for each width in the settings. Stops at the first error.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - threads: The number of threads.
  ///   - report: Called for each output.
  /// - Throws: `BatchError`.
  package func run(_ job: Job, threads: Int, _ report: (EditOutcome) -> Void) throws(BatchError) {
    guard let widths = settings.widths else { return report(try result(job, threads: threads)) }
    var run = self
    run.decoded = DecodedImages(maximumBytes: session.editor.limits.memory / 2)
    for width in widths { report(try run.result(job, width: width, threads: threads)) }
  }

  /// Writes one output of a job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - width: The width of this output if there are several sizes; nil for the width of the canvas.
  ///   - threads: The number of threads.
  /// - Throws: `BatchError` if the output was not written.
  package func result(
    _ job: Job, width: Int? = nil, threads: Int
  ) throws(BatchError) -> EditOutcome {
    try session.withTimeLimit { session throws(BatchError) in
      var run = self
      run.session = session
      return try run.resultWithinTime(job, width, threads, scriptBytes: memory.scriptBytes)
    }
  }

  private func resultWithinTime(
    _ job: Job, _ width: Int?, _ threads: Int, scriptBytes: Int
  ) throws(BatchError) -> EditOutcome {
    let clock = ContinuousClock()
    let start = clock.now
    let host = session.host(for: job.inputs)
    let codec = try output.codec(for: job)
    var context = session.context(index: job.index, inputs: job.inputs)
    context.memory = scriptBytes
    let edit: PreparedEdit
    do throws(EditFailure) {
      edit = try session.editor.prepare(
        session.script, images: host, context: context,
        output: OutputRequest(
          codec: codec, lossless: settings.policy, width: width,
          frames: settings.rate.map {
            FrameSequenceRequest(rate: $0, isNumbered: output.isNumbered, jobs: threads)
          }))
    } catch {
      guard scriptBytes < session.editor.limits.memory, error.exceedsMemory(of: scriptBytes) else {
        throw batchError(error, job, nil)
      }
      // A script that needs more than its share runs again while no other edit holds memory.
      return try memory.reservingAll(until: session.editor.limits.cancellation) { () throws(BatchError) in
        var alone = self
        alone.memory = .unlimited
        return try alone.resultWithinTime(job, width, threads, scriptBytes: .max)
      }
    }
    if refusesSpareInputs, job.inputs.count > edit.inputsUsed {
      throw BatchError(.serveJob(.tooManyInputs(taken: edit.inputsUsed, given: job.inputs.count)))
    }
    let destination = output.destination(
      job, format: edit.codec.format, size: edit.plan.window.size, isOneOfSeveral: width != nil,
      frames: edit.sequence?.frames ?? 1)
    var outcome = EditOutcome(job, edit, destination, extra: qualityNotice(edit))
    try finish(&outcome, edit, host, threads)
    outcome.time = clock.now - start
    return outcome
  }

  /// Writes a planned output, unless it is up to date.
  private func finish(
    _ outcome: inout EditOutcome, _ edit: PreparedEdit, _ host: FileHost, _ threads: Int
  ) throws(BatchError) {
    do throws(BatchError) {
      outcome.fingerprint = try fingerprint(edit, host, outcome.job)
      let fileState = fileState(outcome)
      if resumption != .none, fileState == .upToDate {
        outcome.status = .skipped
      } else {
        try write(edit, host, &outcome, replaces: replaces(fileState), threads)
      }
    } catch {
      if let failure = failure(error, of: outcome) { throw failure }
      outcome.status = .skipped
    }
  }

  /// Returns the error of an output that was not written, with the state of the file if one is in the way; nil if
  /// another run has written the same output meanwhile.
  private func failure(_ error: BatchError, of outcome: EditOutcome) -> BatchError? {
    var error = error
    // For a frame sequence, the first frame that exists.
    let files = outcome.destination.files
    if error.isOfOutput, let path = files.first(where: OutputFile.exists) ?? files.first {
      let fileState = fileState(outcome)
      if resumption != .none, fileState == .upToDate { return nil }
      if error.existingOutput != nil {
        let existing = ExistingOutput(state: fileState, resumption: resumption, isNamed: output.isNamed)
        error = BatchError(.output(.exists(existing)), of: path)
      }
    }
    error.output = outcome.destination.path
    return error
  }

  /// Returns the common state of the existing files of an output; nil without a journal or without files.
  private func fileState(_ outcome: EditOutcome) -> FileState? {
    guard let journal, let fingerprint = outcome.fingerprint else { return nil }
    let all = outcome.destination.files.map { journal.fileState(of: $0, fingerprint: fingerprint) }
    guard let first = all.first else { return nil }
    if all.allSatisfy({ $0 == first }) { return first }
    // Some frames are missing or outdated: all are written again, unless one of them was modified.
    return all.first { $0 == .unknown || $0 == .modified } ?? .outdated
  }

  /// Returns true if an existing file in this state may be replaced.
  private func replaces(_ fileState: FileState?) -> Bool {
    settings.force || resumption == .batch && (fileState == .outdated || fileState == .upToDate)
  }

  func convertingErrors<R>(
    _ job: Job, _ destination: Output.Destination?, _ body: () throws(EditFailure) -> R
  ) throws(BatchError) -> R {
    do throws(EditFailure) {
      return try body()
    } catch {
      throw batchError(error, job, destination)
    }
  }

  /// Converts an error of the library.
  ///
  /// - Parameter destination: The destination; nil before there is a plan. The name of the output is known then only if
  ///   the call has a single output.
  private func batchError(
    _ error: EditFailure, _ job: Job, _ destination: Output.Destination?
  ) -> BatchError {
    var name = destination?.name
    if case .input(let error, _) = error, case .unreadable(let reason) = error.problem, reason.isOfOutput {
      name = name ?? output.singlePath
    }
    return BatchError(error, in: session.script.files, reading: job.names.first, writing: name)
  }

  private func qualityNotice(_ edit: PreparedEdit) -> [EditNotice] {
    guard let quality = settings.quality, edit.plan.move == nil else { return [] }
    let format = edit.codec.format
    if !format.capabilities.isLossy { return [.qualityWithoutEffect(format.title)] }
    return quality == .keep && edit.qualitySource == nil ? [.qualityNotKept(format.title)] : []
  }
}

extension EditFailure {
  /// Returns true if the edit exceeded this memory limit for scripts.
  fileprivate func exceedsMemory(of allowed: Int) -> Bool {
    let exceeded: LimitExceeded
    switch self {
    case .limit(let error): exceeded = error
    case .script(let error):
      guard case .limit(let inner) = error.problem else { return false }
      exceeded = inner
    default: return false
    }
    return exceeded.kind == .scriptMemory && exceeded.allowed == allowed
  }
}
