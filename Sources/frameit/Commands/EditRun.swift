import FrameCodec
import FrameKit
import FrameModel

/// One edit, from open files to a written one.
struct EditRun: Sendable {
  let session: EditSession
  let settings: EditSettings
  let output: Output
  /// nil where nothing is written down.
  var journal: Journal?
  let resumption: Resumption
  let wantsHash: Bool
  /// Stop before anything is decoded or written.
  let isDry: Bool
  let temporaries: Temporaries
  /// What all edits that run at a time may hold together.
  let memory: MemoryBudget

  /// Makes all results of a job: one, or one for each of `--sizes`. The first that fails is the last.
  ///
  /// - Parameters:
  ///   - threads: to work with.
  ///   - tell: is called for each result that there is.
  /// - Throws: `Failure`.
  func run(_ job: Job, threads: Int, _ tell: (EditOutcome) -> Void) throws(Failure) {
    guard let widths = settings.widths else { return tell(try result(job, threads: threads)) }
    let shared = SharedDecodes()
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
    _ job: Job, width: Int? = nil, threads: Int, _ shared: SharedDecodes? = nil
  ) throws(Failure) -> EditOutcome {
    let clock = ContinuousClock()
    let start = clock.now
    let host = session.host(for: job.inputs)
    let edit = try editing(job, nil) { () throws(EditError) in
      try session.editor.prepare(
        session.script, pictures: host, context: session.context(index: job.index, inputs: job.inputs),
        codec: output.codec, lossless: settings.policy, width: width)
    }
    guard edit.failedClaims.isEmpty else { throw Failure(edit.failedClaims, in: session.script.files) }
    let place = output.place(
      job, format: edit.codec.format, size: edit.plan.window.size, isOneOfSeveral: width != nil)
    var outcome = EditOutcome(job, edit, place, extra: qualityNotice(edit))
    outcome.key = try key(edit, host)
    if isDone(outcome) {
      outcome.status = .skipped
    } else if isDry {
      try place.check(for: edit, host, replaces: replaces(place), in: output.folder, session)
    } else {
      do throws(Failure) {
        try write(edit, host, &outcome, threads, shared)
        outcome.status = .done
      } catch {
        // Another run that was given the same may have been first.
        guard error.status == .output, isDone(outcome) else { throw error }
        outcome.status = .skipped
      }
    }
    outcome.time = clock.now - start
    return outcome
  }

  private func write(
    _ edit: PreparedEdit, _ host: FileHost, _ outcome: inout EditOutcome, _ threads: Int,
    _ shared: SharedDecodes?
  ) throws(Failure) {
    let place = outcome.place
    let target = try place.open(
      for: edit, host, replaces: replaces(place), in: output.folder, session, temporaries)
    let job = outcome.job
    let result = try memory.holding(edit.heldBytes) { () throws(Failure) in
      try editing(job, place) { () throws(EditError) in
        try edit.render(into: target.output, options: rendering(threads, shared))
      }
    }
    outcome.finish(result)
    try target.commit { [outcome] mark throws(Failure) in try note(outcome, mark) }
    if place == .answer { outcome.bytes = target.output.bytes }
  }

  /// Whether the result is there, by a run that was given the same.
  private func isDone(_ outcome: EditOutcome) -> Bool {
    guard resumption != .none, let path = outcome.place.path, let key = outcome.key else { return false }
    return journal?.isDone(path, key: key) ?? false
  }

  private func replaces(_ place: Output.Place) -> Bool {
    if settings.force { return true }
    guard resumption == .batch, let path = place.path else { return false }
    return journal?.wrote(path) ?? false
  }

  private func note(_ outcome: EditOutcome, _ mark: FileMark) throws(Failure) {
    try journal?.add(
      Journal.Line(
        status: "done", inputs: outcome.job.names, output: outcome.place.path, key: outcome.key, mark: mark))
  }

  /// What the result follows from; nil where nobody asks.
  private func key(_ edit: PreparedEdit, _ host: FileHost) throws(Failure) -> String? {
    guard journal != nil, !isDry else { return nil }
    let key = ContentKey()
    key.add(Version.number)
    key.add(([edit.codec] + edit.pictures.map(\.codec)).map(\.library).joined(separator: ";"))
    let metadata = session.editor.metadata
    key.add(
      "\(settings.quality.map { "\($0)" } ?? "") \(settings.policy) \(settings.frames) \(settings.onDamage)")
    key.add(
      "\(settings.to.map { "\($0)" } ?? "") \(metadata.keeps.map { "\($0.map(\.rawValue).sorted())" } ?? "")")
    key.add("\(metadata.drops.map(\.rawValue).sorted())")
    // Script, seed and parameters are in it, and where what they say goes.
    key.add("\(edit.plan)")
    for file in host.opened {
      do throws(CodecError) {
        try key.add(file.bytes)
      } catch {
        throw Failure(.input, error.wording, of: file.name)
      }
    }
    return key.end()
  }

  private func rendering(_ threads: Int, _ shared: SharedDecodes?) -> PreparedEdit.Options {
    var rendering = PreparedEdit.Options(
      quality: settings.quality, onDamage: settings.onDamage, hash: wantsHash, jobs: threads,
      kernels: session.kernels)
    rendering.shared = shared
    return rendering
  }

  private func editing<R>(
    _ job: Job, _ place: Output.Place?, _ body: () throws(EditError) -> R
  ) throws(Failure) -> R {
    do throws(EditError) {
      return try body()
    } catch {
      throw Failure(
        error, in: session.script, reading: job.names.first,
        writing: place?.name, canSalvage: settings.onDamage != .salvage)
    }
  }

  private func qualityNotice(_ edit: PreparedEdit) -> [EditNotice] {
    guard let quality = settings.quality, edit.plan.move == nil else { return [] }
    let format = edit.codec.format
    if !format.holds.isLossy { return [.qualityWithoutEffect(format.title)] }
    return quality == .keep && edit.model == nil ? [.qualityNotKept(format.title)] : []
  }
}
