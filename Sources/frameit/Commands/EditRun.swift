import FrameKit
import FrameModel

/// One edit, from open files to a written one.
struct EditRun {
  let job: Job
  let session: EditSession
  let options: OutputOptions
  let wantsHash: Bool
  /// Threads to work with.
  let threads: Int

  /// - Parameter dry: stop before anything is decoded or written.
  /// - Throws: `Failure`; nothing is written then.
  func run(dry: Bool) throws(Failure) -> EditOutcome {
    let clock = ContinuousClock()
    let start = clock.now
    let host = session.host(for: job.inputs)
    let edit = try editing { () throws(EditError) in
      try session.editor.prepare(
        session.script, pictures: host, context: session.context(index: job.index, inputs: job.inputs),
        codec: job.output.codec, lossless: options.encoding.policy)
    }
    guard edit.failedClaims.isEmpty else { throw Failure(edit.failedClaims, in: session.script.files) }
    let target = try job.output.open(for: edit, host, force: options.force, session)
    var outcome = EditOutcome(job, edit, extra: qualityNotice(edit))
    if !dry {
      let result = try editing { () throws(EditError) in
        try edit.render(into: target.output, options: rendering)
      }
      try target.commit()
      outcome.finish(result)
    }
    outcome.time = clock.now - start
    return outcome
  }

  private var rendering: PreparedEdit.Options {
    PreparedEdit.Options(
      quality: options.encoding.quality, onDamage: options.onDamage, hash: wantsHash, jobs: threads,
      kernels: session.kernels)
  }

  private func editing<R>(_ body: () throws(EditError) -> R) throws(Failure) -> R {
    do throws(EditError) {
      return try body()
    } catch {
      throw Failure(
        error, in: session.script, reading: job.inputs.first, writing: job.output.path ?? "stdout")
    }
  }

  private func qualityNotice(_ edit: PreparedEdit) -> [EditNotice] {
    guard let quality = options.encoding.quality, edit.plan.move == nil else { return [] }
    let format = edit.codec.format
    if !format.holds.isLossy { return [.qualityWithoutEffect(format.title)] }
    return quality == .keep && edit.model == nil ? [.qualityNotKept(format.title)] : []
  }
}
