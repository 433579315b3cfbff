import FrameCodec
import FrameKit
import FrameModel

/// One edit, from open files to a written one.
struct EditRun {
  private let job: Job
  private let session: EditSession
  private let output: OutputOptions
  private let wantsHash: Bool

  init(_ job: Job, session: EditSession, output: OutputOptions, json: Bool) {
    self.job = job
    self.session = session
    self.output = output
    wantsHash = json
  }

  /// - Parameter dry: stop before anything is decoded or written.
  /// - Throws: `Failure`; nothing is written then.
  func run(dry: Bool) throws(Failure) -> EditOutcome {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let host = session.host(for: job.inputs)
      let edit = try session.editor.prepare(
        session.script, pictures: host, context: session.context(index: job.index, inputs: job.inputs),
        format: output.format ?? formatByName)
      guard edit.failedClaims.isEmpty else {
        throw Failure(edit.failedClaims, in: session.script.files)
      }
      try checkDestination(edit, opened: host.opened)
      var outcome = EditOutcome(job, edit, notices: edit.notices + qualityNotice(edit))
      if !dry {
        let mode = output.inPlace ? host.opened.first?.mode : nil
        let result = try withExtendedLifetime(host) { try write(edit, mode: mode) }
        outcome.notices += result.notices.map(\.wording)
        outcome.hash = result.hash
        outcome.isWritten = true
      }
      outcome.time = clock.now - start
      return outcome
    } catch {
      throw Failure(error, in: session.script.files)
    }
  }

  /// The format that the output's name asks for.
  private var formatByName: String? {
    guard output.path != nil, case .file(let path) = job.destination else { return nil }
    return Path.fileExtension(path)
  }

  private func checkDestination(_ edit: PreparedEdit, opened: [InputFile]) throws {
    guard case .file(let path) = job.destination else { return }
    if output.inPlace {
      guard let input = opened.first, input.identity != nil else {
        throw Failure(.output, "is no regular file, and cannot be edited in place", of: path)
      }
      if try BuiltIn.codecs.codec(for: input.bytes).format.name != edit.codec.format.name {
        throw Failure(
          .usage, "--in-place keeps the format, and --format asks for another one", of: path)
      }
      return
    }
    if let identity = OutputFile.identity(of: path),
      session.isInput(identity) || opened.contains(where: { $0.identity == identity })
    {
      throw Failure(
        .output, "is a picture that is being read", note: "--in-place edits a picture itself", of: path)
    }
    try OutputFile.check(path, replaces: output.force)
  }

  private func qualityNotice(_ edit: PreparedEdit) -> [EditNotice] {
    output.quality != nil && !edit.codec.format.holds.isLossy
      ? [.qualityWithoutEffect(edit.codec.format.title)] : []
  }

  private func write(_ edit: PreparedEdit, mode: UInt32?) throws -> PreparedEdit.Result {
    let options = PreparedEdit.Options(
      quality: output.quality, onDamage: output.onDamage, hash: wantsHash)
    switch job.destination {
    case .stdout:
      let spool = StdoutSpool()
      let result = try edit.render(into: spool.output, options: options)
      try spool.commit()
      return result
    case .file(let path):
      let file = try OutputFile(path, replaces: output.force || output.inPlace, mode: mode)
      do {
        let result = try edit.render(into: file.output, options: options)
        try file.commit()
        return result
      } catch let error as CodecError {
        // A picture's own errors carry its name; what is left concerns the output, or the memory for all.
        throw Failure(
          error.status, error.wording, of: error.status == .limit ? job.inputs.first ?? path : path)
      }
    }
  }
}
