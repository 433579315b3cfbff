import FrameGeometry
import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage
import FrameScript
import FrameScene

/// One output of a job: plans its edit, checks its destination and writes it, unless it is up to date.
struct JobOutput {
  let runner: JobRunner
  let job: Job
  /// The editor, with the time limit of this output.
  let editor: Editor
  /// The width if the job has several sizes; nil for the width of the canvas.
  let width: Int?
  /// The decoded images that the sizes of the job share.
  let decoded: DecodedImages?
  let threads: Int
  /// Opens the inputs of the edit, and records the files that it uses.
  let host: FileHost
  /// The memory that the edit shares with others.
  let memory: MemoryBudget

  /// Writes the output.
  ///
  /// - Returns: nil if the script needs more memory than its share.
  /// - Throws: `BatchError` if the output was not written.
  func outcome() throws(BatchError) -> EditOutcome? {
    let clock = ContinuousClock()
    let start = clock.now
    let request = request(try runner.naming.codec(for: job))
    let edit: PreparedEdit
    var shown: PreparedEdit?
    do throws(EditFailure) {
      let scene = ScriptScene(runner.session.script, context)
      if let display = runner.display {
        shown = try editor.preview(
          scene, images: host, in: display, onDamage: runner.settings.onDamage, sharing: decoded)
      }
      if case .show = runner.action, let shown {
        edit = shown
      } else {
        edit = try editor.prepare(scene, images: host, output: request)
      }
    } catch {
      if memory.jobBytes < editor.limits.memory, error.exceedsMemory(of: memory.jobBytes) { return nil }
      let failure = batchError(error, nil)
      guard failure.isOfInput else { throw failure }
      throw runner.session.scriptError(in: job.inputs, index: job.index) ?? failure
    }
    if runner.refusesSpareInputs, job.inputs.count > edit.inputsUsed {
      throw BatchError(.serveJob(.tooManyInputs(taken: edit.inputsUsed, given: job.inputs.count)))
    }
    let destination = try runner.naming.destination(
      of: job, edit.codec.format, edit.plan.window.size, isOneOfSeveral: width != nil,
      frames: edit.sequence?.frames ?? 1)
    var outcome = EditOutcome(job, edit, destination, extra: qualityNotice(edit) + widthNotice(edit))
    if let shown {
      let rendered = try reserving(shown.heldBytes.adding(shown.plan.frameBytes)) { () throws(BatchError) in
        try converting(shown.renderIntoMemory(options)) { batchError($0, nil) }
      }
      outcome.shown = rendered.shown
      if case .show = runner.action {
        (outcome.notices, outcome.status) = (outcome.notices + rendered.notices, .shown)
      }
    }
    if outcome.status != .shown { try finish(&outcome, edit) }
    outcome.time = clock.now - start
    return outcome
  }

  private func request(_ codec: (any Codec)?) -> OutputRequest {
    var request = OutputRequest(
      codec: codec, lossless: runner.settings.policy,
      size: width.map { .width($0, enlarges: runner.settings.sizes?.enlarges ?? false) } ?? .canvas,
      frames: runner.settings.rate.map {
        FrameSequenceRequest(rate: $0, isNumbered: runner.naming.isNumbered, jobs: threads)
      })
    request.encoding = runner.settings.encoding
    (request.onDamage, request.decoded) = (runner.settings.onDamage, decoded)
    return request
  }

  private var options: PreparedEdit.Options {
    PreparedEdit.Options(onDamage: runner.settings.onDamage, jobs: threads)
  }

  /// The values that the script can read, and the memory that it may use.
  private var context: RunContext {
    var context = runner.session.context(index: job.index, inputs: job.inputs)
    context.memory = memory.jobBytes
    return context
  }

  /// Waits until memory is available, and runs `body` while decoded images of earlier runs leave it alone.
  ///
  /// - Throws: `BatchError` if the wait was canceled, and the errors of `body`.
  private func reserving<R>(
    _ bytes: Int, _ body: () throws(BatchError) -> R
  ) throws(BatchError) -> R {
    try memory.reserving(bytes, until: editor.limits.cancellation) { () throws(BatchError) in
      // An edit that holds all memory keeps nothing beside it.
      runner.history?.decoded.limit(to: runner.memory.room)
      return try body()
    }
  }

  /// Converts an error of the library.
  ///
  /// - Parameter destination: The destination; nil before there is a plan. The name of the output is known then only if
  ///   the call has a single output.
  private func batchError(_ error: EditFailure, _ destination: Destination?) -> BatchError {
    var name = destination?.name
    if case .input(let error, _) = error, case .unreadable(let reason) = error.problem, reason.isOfOutput {
      name = name ?? runner.naming.singlePath
    }
    if case .encoding = error { name = name ?? runner.naming.singlePath }
    return BatchError(error, reading: job.names.first, writing: name)
  }

  /// Names the widths that this output replaces.
  private func widthNotice(_ edit: PreparedEdit) -> [EditNotice] {
    guard let width, let largest = edit.largestWidth, width >= largest, let image = edit.primaryImage else {
      return []
    }
    let replaced = (runner.settings.sizes?.widths ?? []).filter { $0 > largest }
    return replaced.isEmpty ? [] : [.notEnlarged(image.name, replaced, to: largest)]
  }

  private func qualityNotice(_ edit: PreparedEdit) -> [EditNotice] {
    guard let quality = runner.settings.encoding.quality, edit.plan.move == nil else { return [] }
    let format = edit.codec.format
    if format.capabilities.loss != .detail {
      return [.qualityWithoutEffect(format.title, isLossless: format.capabilities.loss == .nothing)]
    }
    return quality == .keep && edit.qualitySource == nil ? [.qualityNotKept(format.title)] : []
  }

  // MARK: Finishing

  /// Writes the output and records it, unless it is up to date. A dry run only checks the destination.
  ///
  /// - Throws: `BatchError` if the output was not written.
  private func finish(_ outcome: inout EditOutcome, _ edit: PreparedEdit) throws(BatchError) {
    do throws(BatchError) {
      if runner.journal != nil {
        outcome.fingerprint = try Fingerprint.output(of: edit, host, outcome.job, in: runner)
      }
      let fileState = fileState(outcome)
      if skips(fileState) {
        outcome.status = .skipped
      } else {
        try write(&outcome, edit, replaces: replaces(fileState))
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
        host.used.add(path)
        error = BatchError(.output(.exists), of: path)
        error.existing = ExistingOutput(
          state: fileState, resumption: runner.journal?.policy ?? .none, isNamed: runner.naming.isNamed)
      }
    }
    error.output = outcome.destination.path
    return error
  }

  // MARK: Existing files

  /// Returns the common state of the existing files; nil without a journal or without files.
  private func fileState(_ outcome: EditOutcome) -> FileState? {
    if let history = runner.history { return history.fileState(of: outcome.destination.files) }
    guard let journal = runner.journal, let fingerprint = outcome.fingerprint else { return nil }
    return journal.fileState(of: outcome.destination.files, fingerprint: fingerprint)
  }

  /// Returns true if an output with files in this state is not written again.
  private func skips(_ fileState: FileState?) -> Bool {
    runner.journal.map { $0.policy != .none } == true && fileState == .upToDate
  }

  /// Returns true if an existing file in this state may be replaced.
  private func replaces(_ fileState: FileState?) -> Bool {
    runner.settings.force
      || runner.history != nil && fileState == .outdated
      || runner.journal?.policy == .batch && (fileState == .outdated || fileState == .upToDate)
  }

  /// Checks that the output can be written. It must not replace an input of this call, except in place.
  private func check(
    _ destination: Destination, _ edit: PreparedEdit, replaces: Bool
  ) throws(BatchError) {
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
      try BatchError.converting(OutputFile.check(path, replaces: true))
    }
  }

  private func check(file path: String, replaces: Bool) throws(BatchError) {
    if let identity = OutputFile.identity(of: path),
      let problem = runner.usedFiles[identity]
        ?? (host.opened.contains { $0.identity == identity } ? .isUsed : nil)
    {
      throw BatchError(.output(problem), of: path)
    }
    if runner.naming.folder != nil, !FilePath.isFolder(FilePath.folder(path)) { return }
    try BatchError.converting(OutputFile.check(path, replaces: replaces))
  }

  // MARK: Writing

  private func write(
    _ outcome: inout EditOutcome, _ edit: PreparedEdit, replaces: Bool
  ) throws(BatchError) {
    let destination = outcome.destination
    try check(destination, edit, replaces: replaces)
    guard case .write(let hash, let progress) = runner.action else { return }
    var options = options
    (options.hash, options.progress) = (hash, progress)
    let file: OutputFile?
    switch (destination, edit.rendering) {
    case (.frames, .sequence(let sequence)):
      return try writeFrames(sequence, edit, &outcome, options, replaces: replaces)
    case (.frames, _): preconditionFailure("only a sequence has a file for each frame")
    case (.stdout, _), (.answer, _): file = nil
    case (.file(let path), _): file = try open(path, replaces: replaces)
    case (.input(let path), _): file = try open(path, replaces: true)
    }
    // An image without a file is kept until it is complete, so that a reader never receives a partial image.
    let bytes = file?.output ?? ByteOutput()
    outcome.finish(
      try rendering(edit, destination) { () throws(EditFailure) in
        try edit.render(into: bytes, options: options)
      })
    if let file, let path = destination.path { try commit(file, at: path, of: outcome) }
    if destination == .stdout { try runner.environment.writeToStdout(bytes.bytes) }
    outcome.status = .done
    if destination == .answer { outcome.bytes = bytes.bytes }
  }

  /// Writes one file for each frame. The frames before an error are kept.
  private func writeFrames(
    _ sequence: SequenceRendering, _ edit: PreparedEdit, _ outcome: inout EditOutcome,
    _ options: PreparedEdit.Options,
    replaces: Bool
  ) throws(BatchError) {
    let files = outcome.destination.files
    let written = Monitor((count: 0, error: BatchError?.none))
    do throws(BatchError) {
      let result = try rendering(edit, outcome.destination) { () throws(EditFailure) in
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
    let file = try open(path, replaces: replaces)
    try converting(file.output.write(bytes)) { BatchError(.output(.codec($0)), of: path) }
    try commit(file, at: path, of: outcome)
  }

  /// Opens a file, and creates its folder inside the output folder.
  private func open(_ path: String, replaces: Bool) throws(BatchError) -> OutputFile {
    try runner.naming.folder?.create(below: FilePath.folder(path))
    // Somebody is waiting for the outputs of a watch.
    return try BatchError.converting(
      OutputFile(
        path, replaces: replaces, syncsLate: runner.history != nil,
        temporaries: runner.environment.temporaries,
        folders: runner.unsyncedFolders))
  }

  /// Renders when the memory of the edit is available, and converts errors.
  private func rendering<R>(
    _ edit: PreparedEdit, _ destination: Destination, _ body: () throws(EditFailure) -> R
  ) throws(BatchError) -> R {
    try reserving(edit.heldBytes) { () throws(BatchError) in
      try converting(body()) { batchError($0, destination) }
    }
  }

  /// Adds a complete file to the journal, and gives it its name. Nothing of it is visible before.
  private func commit(_ file: OutputFile, at path: String, of outcome: EditOutcome) throws(BatchError) {
    let (stamp, bytes) = try BatchError.converting(file.complete())
    runner.history?.add(path, stamp)
    if let journal = runner.journal {
      let content = try converting(Fingerprint.checksum(of: bytes)) {
        BatchError(.output(.unreadable($0)), of: path)
      }
      try journal.add(
        Journal.Line(
          status: "done", inputs: outcome.job.names, output: path, key: outcome.fingerprint, mark: stamp,
          content: content))
    }
    try BatchError.converting(file.publish())
  }
}

extension EditFailure {
  /// Returns true if the edit exceeded this memory limit for scripts.
  fileprivate func exceedsMemory(of allowed: Int) -> Bool {
    let exceeded: LimitExceeded
    switch self {
    case .limit(let error): exceeded = error
    case .scene(let error):
      guard case .limit(let inner) = error.problem else { return false }
      exceeded = inner
    case .script(let errors, _):
      guard case .scene(.limit(let inner))? = errors.first?.problem else { return false }
      exceeded = inner
    default: return false
    }
    return exceeded.kind == .scriptMemory && exceeded.allowed == allowed
  }
}
