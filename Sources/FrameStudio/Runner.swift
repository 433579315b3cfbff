import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage
import FrameInterpreter
import FrameScene
import FrameScript
import PNGCodec

/// Runs the texts of a script with the pictures of a studio.
struct Runner {
  let editor: Editor
  let inputs: [InputSource]
  let settings: StudioSettings
  private let held: HeldImages
  private let files: InputFiles

  /// A script that does not run.
  enum Failure: Error {
    case text(ScriptParser.Failure)
    case edit(EditFailure, in: [ScriptFile])
  }

  /// What a run is for.
  enum Purpose {
    /// The end of a script.
    case end
    /// A moment at which fingers may be down.
    case moment
    /// A time of the script, in seconds.
    case time(Double)
  }

  /// The picture that a run makes.
  struct Target {
    var codec: any Codec
    var size = OutputSize.canvas
    /// The part of the output to draw.
    var part: PixelRect?
    var use = HeldImages.Use.output
  }

  init(_ settings: StudioSettings, _ codecs: CodecList) {
    var metadata = MetadataPolicy.all
    metadata.keeps = [.icc]
    editor = Editor(codecs: codecs, limits: settings.limits, metadata: metadata, frames: .one(0))
    (inputs, self.settings) = (settings.inputs.map { .file($0) }, settings)
    files = InputFiles(limit: .memory(editor.limits))
    held = HeldImages(
      codecs: editor.codecs, limits: editor.limits, maximumBytes: editor.limits.memory / 2)
  }

  /// A script that was parsed, and the inputs that it is run with.
  struct Job {
    let source: ScriptSource
    let script: Script
    /// The inputs that belong together with the one that is shown.
    let inputs: [InputSource]
    var context: RunContext
  }

  /// Parses a script and chooses its inputs.
  ///
  /// - Parameters:
  ///   - text: The text of the script.
  ///   - path: The path of its file, to which other files are relative; nil for the current folder.
  ///   - number: The number of the shown picture, from 0.
  ///   - used: Records the files that parsing and running open.
  /// - Throws: `Failure` with all errors of the text.
  func job(
    _ text: String, path: String?, showing number: Int, used: UsedFiles = UsedFiles()
  ) throws(Failure) -> Job {
    let source = ScriptSource(
      text: text, path: path, allowing: settings.allowedFolders, limits: editor.limits, used: used)
    let script: Script
    do throws(ScriptParser.Failure) {
      script = try editor.parse(source.text, name: source.name, including: source.include)
    } catch {
      throw .text(error)
    }
    let all = context(of: script, 0, inputs)
    let taken = max(1, editor.inputCount(of: script, given: inputs.count, context: all))
    let index = number / taken
    let group = Array(inputs.dropFirst(index * taken).prefix(taken))
    return Job(source: source, script: script, inputs: group, context: context(of: script, index, group))
  }

  private func context(of script: Script, _ index: Int, _ inputs: [InputSource]) -> RunContext {
    let known = script.statements.parameterNames
    var parameters: [String: Value] = [:]
    for definition in settings.definitions where known.contains(definition.name) {
      parameters[definition.name] = Value(parameter: definition.value, nesting: editor.limits.nesting)
    }
    return RunContext(
      index: index,
      inputs: inputs.map { InputName(name: $0.name, stem: $0.path.map(FilePath.stem) ?? "") },
      seed: settings.seed, parameters: parameters,
      usesPlaceholders: self.inputs.isEmpty && script.inputs.hasImageLayer, detail: .trace)
  }

  /// Runs a whole script.
  ///
  /// - Parameters: As of `job`.
  /// - Throws: `Failure`, also for a failed expectation.
  func finishedRun(
    of text: String, path: String?, showing number: Int, used: UsedFiles
  ) throws(Failure) -> FinishedRun {
    let job = try job(text, path: path, showing: number, used: used)
    let edit = try plan(job, Target(codec: PNGCodec()))
    guard edit.failedExpectations.isEmpty else {
      throw .edit(.expectations(edit.failedExpectations), in: job.script.files)
    }
    // A text that runs has no errors.
    let layout = try? ScriptParser(limits: editor.limits).layout(of: job.script.files[0])
    let outline = ScriptOutline(text, layout ?? ScriptLayout())
    return FinishedRun(
      text: text, job: job, edit: edit, outline: outline,
      report: RunReport(edit, statements: outline, preset: outline.preset))
  }

  /// Runs a script and plans its picture.
  func plan(
    _ job: Job, _ target: Target, for purpose: Purpose = .end, cancellation: Cancellation? = nil
  ) throws(Failure) -> PreparedEdit {
    var editor = editor
    editor.limits.cancellation = cancellation
    var context = job.context
    var request = OutputRequest(codec: target.codec, lossless: .never, size: target.size)
    request.part = target.part
    request.isPreview = target.use != .output
    switch purpose {
    case .end: break
    case .moment: context.endsAtMoment = true
    case .time(let time): request.moment = time
    }
    let host = HeldHost(
      host: FileHost(inputs: job.inputs, from: files, script: job.source, used: job.source.used), held: held,
      use: target.use)
    do throws(EditFailure) {
      return try editor.plan(job.script, images: host, context: context, output: request)
    } catch {
      throw .edit(error, in: job.script.files)
    }
  }
}

/// Opens the files of an edit, and returns their images as held ones.
private struct HeldHost: ImageHost {
  let host: FileHost
  let held: HeldImages
  let use: HeldImages.Use

  var inputCount: Int { host.inputCount }

  func input(_ number: Int) throws(InputError) -> ImageInput? {
    guard let input = try host.input(number) else { return nil }
    return try hold(input)
  }

  func file(_ path: String) throws(InputError) -> ImageInput { try hold(host.file(path)) }
  func folder(_ path: String) throws(InputError) -> [String] { try host.folder(path) }

  func font(_ path: String, limit: Int) throws(InputError) -> [UInt8] {
    try host.font(path, limit: limit)
  }

  func boxes(_ path: String, limits: Limits) throws(InputError) -> FocusBoxes {
    try host.boxes(path, limits: limits)
  }

  private func hold(_ input: ImageInput) throws(InputError) -> ImageInput {
    guard case .file(let file) = input else { return input }
    return try held.input(file, for: use)
  }
}
