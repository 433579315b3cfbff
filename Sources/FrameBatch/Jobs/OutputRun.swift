import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage
import FrameMessages
import FrameScene

/// One output of a job: plans its edit and writes it.
struct OutputRun {
  let run: EditRun
  let job: Job
  /// The editor, with the time limit of this output.
  let editor: Editor
  /// The width if the job has several sizes; nil for the width of the canvas.
  let width: Int?
  /// The decoded images that the sizes of the job share.
  let decoded: DecodedImages?
  let threads: Int
  /// Records the files that the edit uses.
  let used: UsedFiles

  /// Writes the output.
  ///
  /// - Throws: `BatchError` if the output was not written.
  func outcome() throws(BatchError) -> EditOutcome { try attempt(within: run.memory) }

  private func attempt(within memory: MemoryBudget) throws(BatchError) -> EditOutcome {
    let clock = ContinuousClock()
    let start = clock.now
    let host = run.session.host(for: job.inputs, using: used)
    let place = try run.output.place(of: job)
    let request = request(place)
    let edit: PreparedEdit
    var shown: ShownEdit?
    do throws(EditFailure) {
      if let display = run.display {
        shown = try ShownEdit(self, in: display, images: host, scriptBytes: memory.scriptBytes)
      }
      if case .show = run.action, let shown {
        edit = shown.edit
      } else {
        edit = try prepare(request, host, scriptBytes: memory.scriptBytes)
      }
    } catch {
      guard memory.scriptBytes < editor.limits.memory, error.exceedsMemory(of: memory.scriptBytes) else {
        let failure = batchError(error, nil)
        guard failure.isOfInput else { throw failure }
        throw run.session.scriptError(in: job.inputs, index: job.index) ?? failure
      }
      // A script that needs more than its share runs again while no other edit holds memory.
      return try memory.reservingAll(until: editor.limits.cancellation) { () throws(BatchError) in
        try attempt(within: .unlimited)
      }
    }
    if case .refused = run.spareInputs, job.inputs.count > edit.inputsUsed {
      throw BatchError(.serveJob(.tooManyInputs(taken: edit.inputsUsed, given: job.inputs.count)))
    }
    let destination = place.destination(
      edit.codec.format, edit.plan.window.size, isOneOfSeveral: width != nil,
      frames: edit.sequence?.frames ?? 1)
    var outcome = EditOutcome(job, edit, destination, extra: qualityNotice(edit) + widthNotice(edit))
    if let shown {
      let rendered = try shown.render(memory)
      outcome.shown = rendered.image
      if case .show = run.action {
        (outcome.notices, outcome.status) = (outcome.notices + rendered.notices, .shown)
      }
    }
    if outcome.status != .shown {
      try PlannedOutput(output: self, edit: edit, host: host, memory: memory).finish(&outcome)
    }
    outcome.time = clock.now - start
    return outcome
  }

  private func request(_ place: OutputPlace) -> OutputRequest {
    var request = OutputRequest(
      codec: place.codec, lossless: run.settings.policy,
      size: width.map { .width($0, enlarges: run.settings.sizes?.enlarges ?? false) } ?? .canvas,
      frames: run.settings.rate.map {
        FrameSequenceRequest(rate: $0, isNumbered: place.isNumbered, jobs: threads)
      })
    request.encoding = run.settings.encoding
    request.onDamage = run.settings.onDamage
    return request
  }

  private func prepare(
    _ request: OutputRequest, _ host: FileHost, scriptBytes: Int
  ) throws(EditFailure) -> PreparedEdit {
    var context = run.session.context(index: job.index, inputs: job.inputs)
    context.memory = scriptBytes
    return try editor.prepare(run.session.script, images: host, context: context, output: request)
  }

  /// Waits until memory is available, and runs `body` while decoded images of earlier runs leave it alone.
  ///
  /// - Throws: `BatchError` if the wait was canceled, and the errors of `body`.
  func reserving<R>(
    _ bytes: Int, _ memory: MemoryBudget, _ body: () throws(BatchError) -> R
  ) throws(BatchError) -> R {
    try memory.reserving(bytes, until: editor.limits.cancellation) { () throws(BatchError) in
      // An edit that holds all memory keeps nothing beside it.
      run.history?.decoded.limit(to: run.memory.room)
      return try body()
    }
  }

  /// Converts an error of the library.
  ///
  /// - Parameter destination: The destination; nil before there is a plan. The name of the output is known then only if
  ///   the call has a single output.
  func batchError(_ error: EditFailure, _ destination: Output.Destination?) -> BatchError {
    var name = destination?.name
    if case .input(let error, _) = error, case .unreadable(let reason) = error.problem, reason.isOfOutput {
      name = name ?? run.output.singlePath
    }
    if case .encoding = error { name = name ?? run.output.singlePath }
    return BatchError(error, in: run.session.script.files, reading: job.names.first, writing: name)
  }

  /// Names the widths that this output replaces.
  private func widthNotice(_ edit: PreparedEdit) -> [EditNotice] {
    guard let width, let largest = edit.largestWidth, width >= largest, let image = edit.primaryImage else {
      return []
    }
    let replaced = (run.settings.sizes?.widths ?? []).filter { $0 > largest }
    return replaced.isEmpty ? [] : [.notEnlarged(image.name, replaced, to: largest)]
  }

  private func qualityNotice(_ edit: PreparedEdit) -> [EditNotice] {
    guard let quality = run.settings.encoding.quality, edit.plan.move == nil else { return [] }
    let format = edit.codec.format
    if format.capabilities.loss != .detail {
      return [.qualityWithoutEffect(format.title, isLossless: format.capabilities.loss == .nothing)]
    }
    return quality == .keep && edit.qualitySource == nil ? [.qualityNotKept(format.title)] : []
  }
}

/// The display of a job's edit: plans it, and renders it at the size of the display.
private struct ShownEdit {
  private let output: OutputRun
  private let preview: Preview

  /// - Throws: `EditFailure`.
  init(
    _ output: OutputRun, in bounds: PixelSize, images host: FileHost, scriptBytes: Int
  ) throws(EditFailure) {
    self.output = output
    var context = output.run.session.context(index: output.job.index, inputs: output.job.inputs)
    context.memory = scriptBytes
    preview = try Preview(
      output.editor, output.run.session.script, images: host, context: context, in: bounds,
      onDamage: output.run.settings.onDamage)
  }

  var edit: PreparedEdit { preview.edit }

  /// Renders the edit when its memory is available.
  ///
  /// - Throws: `BatchError`.
  func render(_ memory: MemoryBudget) throws(BatchError) -> (image: Bitmap, notices: [EditNotice]) {
    var options = PreparedEdit.Options(onDamage: output.run.settings.onDamage, jobs: output.threads)
    options.decoded = output.decoded
    return try output.reserving(preview.heldBytes, memory) { () throws(BatchError) in
      do throws(EditFailure) {
        let (image, notices) = try preview.render(options)
        return (image, notices)
      } catch {
        throw output.batchError(error, nil)
      }
    }
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
    case .script(let error):
      guard case .scene(.limit(let inner)) = error.problem else { return false }
      exceeded = inner
    default: return false
    }
    return exceeded.kind == .scriptMemory && exceeded.allowed == allowed
  }
}
