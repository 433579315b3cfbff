import FrameCodec
import FrameGeometry
import FrameImage
import FrameKit

/// The settings and resources that run the jobs of a call, from opening the inputs to writing the outputs.
struct EditRun: Sendable {
  private(set) var session: EditSession
  let settings: OutputSettings
  let output: Output
  /// The journal; nil if the run keeps none.
  var journal: Journal?
  let resumption: ResumePolicy
  /// True if the outputs' pixels are hashed.
  let wantsHash: Bool
  /// True for a dry run, which stops before anything is decoded or written.
  let isDry: Bool
  let temporaries: TemporaryFiles
  /// The progress line of the frames; nil unless the run is a single frame sequence.
  var progress: FrameProgress?
  /// The memory that concurrent edits share.
  var memory: MemoryBudget

  /// Gives each job its own time limit, for a run with several jobs.
  mutating func timeEachJob() { session.timeEachJob() }

  /// Writes all outputs of a job: one, or one for each of `--sizes`. Stops at the first failure.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - threads: The number of threads.
  ///   - report: Called for each output.
  /// - Throws: `Failure`.
  func run(_ job: Job, threads: Int, _ report: (EditOutcome) -> Void) throws(Failure) {
    guard let widths = settings.widths else { return report(try result(job, threads: threads)) }
    let decodeCache = DecodeCache()
    for width in widths { report(try result(job, width: width, threads: threads, decodeCache)) }
  }

  /// Writes one output of a job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - width: The width of this output if there are several sizes; nil for the width of the canvas.
  ///   - threads: The number of threads.
  ///   - decodeCache: The decoded images that several sizes share.
  /// - Throws: `Failure` if the output was not written.
  func result(
    _ job: Job, width: Int? = nil, threads: Int, _ decodeCache: DecodeCache? = nil
  ) throws(Failure) -> EditOutcome {
    try session.withTimeLimit { session throws(Failure) in
      var run = self
      run.session = session
      return try run.resultWithinTime(job, width, threads, decodeCache, scriptBytes: memory.scriptBytes)
    }
  }

  private func resultWithinTime(
    _ job: Job, _ width: Int?, _ threads: Int, _ decodeCache: DecodeCache?, scriptBytes: Int
  ) throws(Failure) -> EditOutcome {
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
        codec: codec, lossless: settings.policy, width: width,
        sequence: settings.rate.map {
          FrameSequenceRequest(rate: $0, isNumbered: output.isNumbered, jobs: threads)
        })
    } catch {
      guard scriptBytes < session.editor.limits.memory, error.exceedsMemory(of: scriptBytes) else {
        throw failure(error, job, nil)
      }
      // A script that needs more than its share runs again while no other edit holds memory.
      return try memory.reservingAll(until: session.editor.limits.cancellation) { () throws(Failure) in
        var alone = self
        alone.memory = .unlimited
        return try alone.resultWithinTime(job, width, threads, decodeCache, scriptBytes: .max)
      }
    }
    let destination = output.destination(
      job, format: edit.codec.format, size: edit.plan.window.size, isOneOfSeveral: width != nil,
      frames: edit.sequence?.frames ?? 1)
    var outcome = EditOutcome(job, edit, destination, extra: qualityNotice(edit))
    do throws(Failure) {
      try finish(&outcome, edit, host, threads, decodeCache)
    } catch {
      var failure = error
      failure.output = destination.path
      throw failure
    }
    outcome.time = clock.now - start
    return outcome
  }

  /// Writes a planned output, unless it is up to date.
  private func finish(
    _ outcome: inout EditOutcome, _ edit: PreparedEdit, _ host: FileHost, _ threads: Int,
    _ decodeCache: DecodeCache?
  ) throws(Failure) {
    outcome.fingerprint = try fingerprint(edit, host, outcome.job)
    let fileState = fileState(outcome)
    if resumption != .none, fileState == .upToDate {
      outcome.status = .skipped
    } else {
      do throws(Failure) {
        try write(edit, host, &outcome, replaces: replaces(fileState), threads, decodeCache)
      } catch {
        try recoverIfOccupied(error, of: &outcome)
      }
    }
  }

  /// Turns a failed write into a skipped one if another run wrote the same output meanwhile.
  ///
  /// - Throws: The failure, with the state of the existing file if a file is in the way.
  private func recoverIfOccupied(_ failure: Failure, of outcome: inout EditOutcome) throws(Failure) {
    // For a frame sequence, the first frame that exists.
    let files = outcome.destination.files
    guard failure.status == .output, let path = files.first(where: OutputFile.exists) ?? files.first else {
      throw failure
    }
    let fileState = fileState(outcome)
    // Another run with the same job may have been faster.
    if resumption != .none, fileState == .upToDate {
      outcome.status = .skipped
    } else {
      guard failure.isOccupied else { throw failure }
      throw Failure(occupied: path, fileState, resumption, alternativeOption: output.alternativeOption)
    }
  }

  /// Writes an output and records it, or only checks its destination in a dry run.
  private func write(
    _ edit: PreparedEdit, _ host: FileHost, _ outcome: inout EditOutcome, replaces: Bool, _ threads: Int,
    _ decodeCache: DecodeCache?
  ) throws(Failure) {
    let destination = outcome.destination
    guard !isDry else {
      return try destination.check(for: edit, host, replaces: replaces, in: output.folder, session)
    }
    if case .frames = destination {
      return try writeFrames(edit, host, &outcome, replaces: replaces, threads, decodeCache)
    }
    let target = try destination.open(
      for: edit, host, replaces: replaces, in: output.folder, session, temporaries)
    let job = outcome.job
    let result = try memory.reserving(edit.heldBytes, until: session.editor.limits.cancellation) {
      () throws(Failure) in
      try convertingErrors(job, destination) { () throws(EditFailure) in
        defer { progress?.end() }
        return try edit.render(into: target.output, options: rendering(threads, decodeCache))
      }
    }
    outcome.finish(result)
    try target.commit { [outcome] stamp, bytes throws(Failure) in
      try record(outcome, outcome.destination.path, stamp, bytes)
    }
    outcome.status = .done
    if destination == .answer { outcome.bytes = target.output.bytes }
  }

  /// Writes one file for each frame. The frames before a failure are kept.
  private func writeFrames(
    _ edit: PreparedEdit, _ host: FileHost, _ outcome: inout EditOutcome, replaces: Bool, _ threads: Int,
    _ decodeCache: DecodeCache?
  ) throws(Failure) {
    let destination = outcome.destination
    try destination.check(for: edit, host, replaces: replaces, in: output.folder, session)
    let files = destination.files
    let written = Monitor(0)
    do throws(Failure) {
      let result = try memory.reserving(edit.heldBytes, until: session.editor.limits.cancellation) {
        () throws(Failure) in
        try convertingErrors(outcome.job, destination) { () throws(EditFailure) in
          defer { progress?.end() }
          return try edit.renderFrames(rendering(threads, decodeCache)) { [outcome] frame, bytes in
            let path = files[frame]
            try output.folder?.create(below: FilePath.folder(path))
            let file = try OutputFile(path, replaces: replaces, temporaries: temporaries)
            do throws(CodecError) {
              try file.output.write(bytes)
            } catch {
              throw Failure(writing: path, error)
            }
            try file.commit { stamp, bytes throws(Failure) in try record(outcome, path, stamp, bytes) }
            written.change { $0 = frame + 1 }
          }
        }
      }
      outcome.finish(result)
      outcome.status = .done
    } catch {
      let count = written.read { $0 }
      guard count > 0 else { throw error }
      throw error.addingHint("the frames \(files[0].quoted) to \(files[count - 1].quoted) were written")
    }
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

  /// Adds an output to the journal.
  private func record(
    _ outcome: EditOutcome, _ path: String?, _ stamp: FileStamp, _ bytes: ByteInput
  ) throws(Failure) {
    guard let journal else { return }
    let content: String
    do throws(CodecError) {
      content = try Fingerprint.checksum(of: bytes)
    } catch {
      throw Failure(.output, error.hintedMessage, of: path)
    }
    try journal.add(
      Journal.Line(
        status: "done", inputs: outcome.job.names, output: path, key: outcome.fingerprint, mark: stamp,
        content: content))
  }

  private func rendering(_ threads: Int, _ decodeCache: DecodeCache?) -> PreparedEdit.Options {
    var rendering = PreparedEdit.Options(
      quality: settings.quality, onDamage: settings.onDamage, hash: wantsHash, jobs: threads)
    rendering.decodeCache = decodeCache
    if let progress { rendering.progress = { progress.show($0, of: $1) } }
    return rendering
  }

  private func convertingErrors<R>(
    _ job: Job, _ destination: Output.Destination?, _ body: () throws(EditFailure) -> R
  ) throws(Failure) -> R {
    do throws(EditFailure) {
      return try body()
    } catch {
      throw failure(error, job, destination)
    }
  }

  /// Converts an error of the library.
  ///
  /// - Parameter destination: The destination; nil before there is a plan. The name of the output is known then only if
  ///   the call has a single output.
  private func failure(_ error: EditFailure, _ job: Job, _ destination: Output.Destination?) -> Failure {
    var name = destination?.name
    if case .image(let failure, _) = error, failure.error.status == .output {
      name = name ?? output.singlePath
    }
    let failure = Failure(error, in: session.script, reading: job.names.first, writing: name)
    // The hint for a damaged image is to salvage it, which this run does already.
    return settings.onDamage == .salvage && error.isDamage ? failure.removingHints() : failure
  }

  private func qualityNotice(_ edit: PreparedEdit) -> [EditNotice] {
    guard let quality = settings.quality, edit.plan.move == nil else { return [] }
    let format = edit.codec.format
    if !format.capabilities.isLossy { return [.qualityWithoutEffect(format.title)] }
    return quality == .keep && edit.qualitySource == nil ? [.qualityNotKept(format.title)] : []
  }
}

extension EditFailure {
  /// True if the cause is a damaged or truncated image.
  fileprivate var isDamage: Bool {
    guard case .image(let failure, _) = self else { return false }
    return switch failure.error {
    case .damaged, .truncated: true
    default: false
    }
  }

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
