import FrameCodec
import FrameKit
import FrameModel
import FrameThreads

/// One edit, from open files to a written one.
struct EditRun: Sendable {
  private(set) var session: EditSession
  let settings: OutputSettings
  let output: Output
  /// nil where nothing is written down.
  var journal: Journal?
  let resumption: ResumePolicy
  let wantsHash: Bool
  /// Stop before anything is decoded or written.
  let isDry: Bool
  let temporaries: TemporaryFiles
  /// Of the frames of the one edit that there is; nil where nobody asks.
  var progress: FrameProgress?
  /// What all edits that run at a time may hold together.
  var memory: MemoryBudget

  /// There are several results, each with a time of its own.
  mutating func timeEachResult() { session.timeEachResult() }

  /// Makes all results of a job: one, or one for each of `--sizes`. The first that fails is the last.
  ///
  /// - Parameters:
  ///   - threads: to work with.
  ///   - tell: is called for each result that there is.
  /// - Throws: `Failure`.
  func run(_ job: Job, threads: Int, _ tell: (EditOutcome) -> Void) throws(Failure) {
    guard let widths = settings.widths else { return tell(try result(job, threads: threads)) }
    let shared = DecodeCache()
    for width in widths { tell(try result(job, width: width, threads: threads, shared)) }
  }

  /// Makes one result of a job.
  ///
  /// - Parameters:
  ///   - width: of one of several; nil: as wide as its canvas.
  ///   - threads: to work with.
  ///   - shared: what is decoded once for several.
  /// - Throws: `Failure`; nothing is written then.
  func result(
    _ job: Job, width: Int? = nil, threads: Int, _ shared: DecodeCache? = nil
  ) throws(Failure) -> EditOutcome {
    try session.timed { session throws(Failure) in
      var run = self
      run.session = session
      run.session.limitScript(to: memory.scriptBytes)
      return try run.timedResult(job, width, threads, shared)
    }
  }

  private func timedResult(
    _ job: Job, _ width: Int?, _ threads: Int, _ shared: DecodeCache?
  ) throws(Failure) -> EditOutcome {
    let clock = ContinuousClock()
    let start = clock.now
    let host = session.host(for: job.inputs)
    let codec = try output.codec(for: job)
    let edit: PreparedEdit
    do throws(EditError) {
      edit = try session.editor.prepare(
        session.script, images: host, context: session.context(index: job.index, inputs: job.inputs),
        codec: codec, lossless: settings.policy, width: width,
        sequence: settings.rate.map {
          FrameSequenceRequest(rate: $0, isNumbered: output.isNumbered, jobs: threads)
        })
    } catch {
      guard memory.scriptBytes < session.editor.limits.memory, error.exceedsMemory(of: memory.scriptBytes)
      else { throw failure(error, job, nil) }
      // A script that needs more than its share runs again, while no other edit holds anything.
      return try memory.holdingAll(until: session.editor.limits.cancellation) { () throws(Failure) in
        var alone = self
        alone.memory = .unlimited
        alone.session.limitScript(to: .max)
        return try alone.timedResult(job, width, threads, shared)
      }
    }
    guard edit.failedExpectations.isEmpty else {
      throw Failure(edit.failedExpectations, in: session.script.files)
    }
    let place = output.place(
      job, format: edit.codec.format, size: edit.plan.window.size, isOneOfSeveral: width != nil,
      frames: edit.sequence?.frames ?? 1)
    var outcome = EditOutcome(job, edit, place, extra: qualityNotice(edit))
    do throws(Failure) {
      try finish(&outcome, edit, host, threads, shared)
    } catch {
      var failure = error
      failure.output = place.path
      throw failure
    }
    outcome.time = clock.now - start
    return outcome
  }

  /// Writes what is planned, if that is wanted and not done yet.
  private func finish(
    _ outcome: inout EditOutcome, _ edit: PreparedEdit, _ host: FileHost, _ threads: Int,
    _ shared: DecodeCache?
  ) throws(Failure) {
    outcome.key = try key(edit, host, outcome.job)
    let fileState = fileState(outcome)
    if resumption != .none, fileState == .same {
      outcome.status = .skipped
    } else {
      do throws(Failure) {
        try write(edit, host, &outcome, replaces: replaces(fileState), threads, shared)
      } catch {
        try check(error, of: &outcome)
      }
    }
  }

  /// - Throws: the failure, with what is known of the file that is in the way, if one is.
  private func check(_ failure: Failure, of outcome: inout EditOutcome) throws(Failure) {
    // Of frames the first that is there.
    let files = outcome.place.files
    guard failure.status == .output, let path = files.first(where: OutputFile.isThere) ?? files.first else {
      throw failure
    }
    let fileState = fileState(outcome)
    // Another run that was given the same may have been first.
    if resumption != .none, fileState == .same {
      outcome.status = .skipped
    } else {
      guard failure.isOccupied else { throw failure }
      throw Failure(occupied: path, fileState, resumption, elsewhere: output.elsewhere)
    }
  }

  /// But for a dry run.
  private func write(
    _ edit: PreparedEdit, _ host: FileHost, _ outcome: inout EditOutcome, replaces: Bool, _ threads: Int,
    _ shared: DecodeCache?
  ) throws(Failure) {
    let place = outcome.place
    guard !isDry else {
      return try place.check(for: edit, host, replaces: replaces, in: output.folder, session)
    }
    if case .frames = place {
      return try writeFrames(edit, host, &outcome, replaces: replaces, threads, shared)
    }
    let target = try place.open(
      for: edit, host, replaces: replaces, in: output.folder, session, temporaries)
    let job = outcome.job
    let result = try memory.holding(edit.heldBytes, until: session.editor.limits.cancellation) {
      () throws(Failure) in
      try editing(job, place) { () throws(EditError) in
        defer { progress?.end() }
        return try edit.render(into: target.output, options: rendering(threads, shared))
      }
    }
    outcome.finish(result)
    try target.commit { [outcome] mark, bytes throws(Failure) in
      try note(outcome, outcome.place.path, mark, bytes)
    }
    outcome.status = .done
    if place == .answer { outcome.bytes = target.output.bytes }
  }

  /// A file for each frame; those before a failure are there.
  private func writeFrames(
    _ edit: PreparedEdit, _ host: FileHost, _ outcome: inout EditOutcome, replaces: Bool, _ threads: Int,
    _ shared: DecodeCache?
  ) throws(Failure) {
    let place = outcome.place
    try place.check(for: edit, host, replaces: replaces, in: output.folder, session)
    let files = place.files
    let written = Monitor(0)
    do throws(Failure) {
      let result = try memory.holding(edit.heldBytes, until: session.editor.limits.cancellation) {
        () throws(Failure) in
        try editing(outcome.job, place) { () throws(EditError) in
          defer { progress?.end() }
          return try edit.renderFrames(rendering(threads, shared)) { [outcome] frame, bytes in
            let path = files[frame]
            try output.folder?.make(below: FilePath.folder(path))
            let file = try OutputFile(path, replaces: replaces, temporaries: temporaries)
            do throws(CodecError) {
              try file.output.write(bytes)
            } catch {
              throw Failure(writing: path, error)
            }
            try file.commit { mark, bytes throws(Failure) in try note(outcome, path, mark, bytes) }
            written.change { $0 = frame + 1 }
          }
        }
      }
      outcome.finish(result)
      outcome.status = .done
    } catch {
      let count = written.change { $0 }
      guard count > 0 else { throw error }
      throw error.noting("\(files[0].quoted) to \(files[count - 1].quoted) are there")
    }
  }

  /// What is known of the files that are there already; nil where there is no journal, or no file to be.
  private func fileState(_ outcome: EditOutcome) -> FileState? {
    guard let journal, let key = outcome.key else { return nil }
    let all = outcome.place.files.map { journal.fileState(of: $0, key: key) }
    guard let first = all.first else { return nil }
    if all.allSatisfy({ $0 == first }) { return first }
    // Of frames some are missing, or of another run: all are made anew, if nobody has changed any.
    return all.first { $0 == .strange || $0 == .changed } ?? .other
  }

  private func replaces(_ fileState: FileState?) -> Bool {
    settings.force || resumption == .batch && (fileState == .other || fileState == .same)
  }

  private func note(
    _ outcome: EditOutcome, _ path: String?, _ mark: FileStamp, _ bytes: ByteInput
  ) throws(Failure) {
    guard let journal else { return }
    let content: String
    do throws(CodecError) {
      content = try Fingerprint.sum(of: bytes)
    } catch {
      throw Failure(.output, error.message, of: path)
    }
    try journal.add(
      Journal.Line(
        status: "done", inputs: outcome.job.names, output: path, key: outcome.key, mark: mark,
        content: content))
  }

  private func rendering(_ threads: Int, _ shared: DecodeCache?) -> PreparedEdit.Options {
    var rendering = PreparedEdit.Options(
      quality: settings.quality, onDamage: settings.onDamage, hash: wantsHash, jobs: threads)
    rendering.shared = shared
    if let progress { rendering.progress = { progress.show($0, of: $1) } }
    return rendering
  }

  private func editing<R>(
    _ job: Job, _ place: Output.Place?, _ body: () throws(EditError) -> R
  ) throws(Failure) -> R {
    do throws(EditError) {
      return try body()
    } catch {
      throw failure(error, job, place)
    }
  }

  /// - Parameter place: nil before there is a plan: the output's name is known then if it is the only one.
  private func failure(_ error: EditError, _ job: Job, _ place: Output.Place?) -> Failure {
    var name = place?.name
    if case .image(let failure, _) = error, failure.error.status == .output {
      name = name ?? output.onlyPath
    }
    return Failure(
      error, in: session.script, reading: job.names.first,
      writing: name, canSalvage: settings.onDamage != .salvage)
  }

  private func qualityNotice(_ edit: PreparedEdit) -> [EditNotice] {
    guard let quality = settings.quality, edit.plan.move == nil else { return [] }
    let format = edit.codec.format
    if !format.capabilities.isLossy { return [.qualityWithoutEffect(format.title)] }
    return quality == .keep && edit.model == nil ? [.qualityNotKept(format.title)] : []
  }
}

extension EditError {
  /// True if the edit would use more memory than so many bytes, which were allowed.
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
