import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage

/// A planned output of a job: checks its destination and writes it, unless it is up to date.
struct PlannedOutput {
  let output: OutputRun
  let edit: PreparedEdit
  /// The host with the inputs of the edit.
  let host: FileHost
  /// The memory that the edit shares with others.
  let memory: MemoryBudget

  private var run: EditRun { output.run }

  /// Writes the output and records it, unless it is up to date. A dry run only checks the destination.
  ///
  /// - Throws: `BatchError` if the output was not written.
  func finish(_ outcome: inout EditOutcome) throws(BatchError) {
    do throws(BatchError) {
      if run.journal != nil {
        outcome.fingerprint = try Fingerprint.output(of: edit, host, outcome.job, in: run)
      }
      let fileState = fileState(outcome)
      if skips(fileState) {
        outcome.status = .skipped
      } else {
        try write(&outcome, replaces: replaces(fileState))
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
      if skips(fileState) { return nil }
      if error.existingOutput != nil {
        // If the file goes away, the job can run again.
        output.used.add(path)
        let existing = ExistingOutput(
          state: fileState, resumption: run.journal?.policy ?? .none, isNamed: run.output.isNamed)
        error = BatchError(.output(.exists(existing)), of: path)
      }
    }
    error.output = outcome.destination.path
    return error
  }

  // MARK: Existing files

  /// Returns the common state of the existing files; nil without a journal or without files.
  private func fileState(_ outcome: EditOutcome) -> FileState? {
    if let history = run.history { return history.fileState(of: outcome.destination.files) }
    guard let journal = run.journal, let fingerprint = outcome.fingerprint else { return nil }
    return journal.fileState(of: outcome.destination.files, fingerprint: fingerprint)
  }

  /// Returns true if an output with files in this state is not written again.
  private func skips(_ fileState: FileState?) -> Bool {
    run.journal.map { $0.policy != .none } == true && fileState == .upToDate
  }

  /// Returns true if an existing file in this state may be replaced.
  private func replaces(_ fileState: FileState?) -> Bool {
    run.settings.force
      || run.history != nil && fileState == .outdated
      || run.journal?.policy == .batch && (fileState == .outdated || fileState == .upToDate)
  }

  /// Checks that the output can be written. It must not replace an input of this call, except in place.
  private func check(_ destination: Output.Destination, replaces: Bool) throws(BatchError) {
    switch destination {
    case .stdout, .answer: break
    case .file(let path): try check(file: path, replaces: replaces)
    case .frames: for path in destination.files { try check(file: path, replaces: replaces) }
    case .input(let path):
      guard let input = host.opened.first, input.identity != nil else {
        throw BatchError(.output(.inputIsNotRegular), of: path)
      }
      guard edit.primaryImage?.codec.format.name == edit.codec.format.name else {
        throw BatchError(.naming(.formatInPlace), of: path)
      }
      try BatchError.writing(OutputFile.check(path, replaces: true))
    }
  }

  private func check(file path: String, replaces: Bool) throws(BatchError) {
    if let identity = OutputFile.identity(of: path),
      run.session.isInput(identity) || host.opened.contains(where: { $0.identity == identity })
    {
      throw BatchError(.output(.isInput), of: path)
    }
    if run.output.folder != nil, !FilePath.isFolder(FilePath.folder(path)) { return }
    try BatchError.writing(OutputFile.check(path, replaces: replaces))
  }

  // MARK: Writing

  private func write(_ outcome: inout EditOutcome, replaces: Bool) throws(BatchError) {
    let destination = outcome.destination
    try check(destination, replaces: replaces)
    guard case .write(let hash, let progress) = run.action else { return }
    var options = PreparedEdit.Options(
      onDamage: run.settings.onDamage, hash: hash, jobs: output.threads)
    (options.decoded, options.progress) = (output.decoded, progress)
    let target: any OutputTarget
    switch (destination, edit.rendering) {
    case (.frames, .sequence(let sequence)):
      return try writeFrames(sequence, &outcome, options, replaces: replaces)
    case (.frames, _): preconditionFailure("only a sequence has a file for each frame")
    case (.stdout, _): target = run.environment.stdout()
    case (.answer, _): target = AnswerBuffer()
    case (.file(let path), _): target = try create(path, replaces: replaces)
    case (.input(let path), _): target = try open(path, replaces: true)
    }
    outcome.finish(
      try rendering(destination) { () throws(EditFailure) in
        try edit.render(into: target.output, options: options)
      })
    try target.commit { [outcome] stamp, bytes throws(BatchError) in
      try record(outcome, destination.path, stamp, bytes)
    }
    outcome.status = .done
    if destination == .answer { outcome.bytes = target.output.bytes }
  }

  /// Writes one file for each frame. The frames before an error are kept.
  private func writeFrames(
    _ sequence: SequenceRendering, _ outcome: inout EditOutcome, _ options: PreparedEdit.Options,
    replaces: Bool
  ) throws(BatchError) {
    let files = outcome.destination.files
    let written = Monitor((count: 0, error: BatchError?.none))
    do throws(BatchError) {
      let result = try rendering(outcome.destination) { () throws(EditFailure) in
        try sequence.encodeEachFrame(options) { [outcome] frame, bytes in
          do throws(BatchError) {
            try write(bytes, at: files[frame], of: outcome, replaces: replaces)
            written.change { $0.count = frame + 1 }
            return true
          } catch {
            written.change { $0.error = error }
            return false
          }
        }
      }
      guard let result else { throw written.read { $0.error } ?? BatchError(.bug("a frame was not written")) }
      outcome.finish(result)
      outcome.status = .done
    } catch {
      var error = error
      let count = written.read { $0.count }
      if count > 0 { error.writtenFrames = (files[0], files[count - 1]) }
      throw error
    }
  }

  private func write(
    _ bytes: [UInt8], at path: String, of outcome: EditOutcome, replaces: Bool
  ) throws(BatchError) {
    let file = try create(path, replaces: replaces)
    do throws(CodecError) {
      try file.output.write(bytes)
    } catch {
      throw BatchError(.output(.codec(error)), of: path)
    }
    try file.commit { stamp, bytes throws(BatchError) in try record(outcome, path, stamp, bytes) }
  }

  /// Opens a file, and creates its folder inside the output folder.
  private func create(_ path: String, replaces: Bool) throws(BatchError) -> OutputFile {
    try run.output.folder?.create(below: FilePath.folder(path))
    return try open(path, replaces: replaces)
  }

  private func open(_ path: String, replaces: Bool) throws(BatchError) -> OutputFile {
    // Somebody is waiting for the outputs of a watch.
    try BatchError.writing(
      OutputFile(
        path, replaces: replaces, syncsLate: run.history != nil, temporaries: run.environment.temporaries,
        folders: run.unsyncedFolders))
  }

  /// Renders when the memory of the edit is available, and converts errors.
  private func rendering<R>(
    _ destination: Output.Destination, _ body: () throws(EditFailure) -> R
  ) throws(BatchError) -> R {
    try output.reserving(edit.heldBytes, memory) { () throws(BatchError) in
      do throws(EditFailure) {
        return try body()
      } catch {
        throw output.batchError(error, destination)
      }
    }
  }

  /// Adds an output to the journal.
  private func record(
    _ outcome: EditOutcome, _ path: String?, _ stamp: FileStamp, _ bytes: ByteInput
  ) throws(BatchError) {
    if let path { run.history?.add(path, stamp) }
    guard let journal = run.journal else { return }
    let content: String
    do throws(CodecError) {
      content = try Fingerprint.checksum(of: bytes)
    } catch {
      throw BatchError(.output(.unreadable(error)), of: path)
    }
    try journal.add(
      Journal.Line(
        status: "done", inputs: outcome.job.names, output: path, key: outcome.fingerprint, mark: stamp,
        content: content))
  }
}
