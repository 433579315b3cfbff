import FrameBatch
import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage
import FrameMessages
import FrameScene
import FrameScript

/// Runs the texts of a script with the images of a studio.
struct Runner {
  let editor: Editor
  let settings: StudioSettings
  private let inputs: [Input]
  private let files: InputFiles
  private let decoded: DecodedImages

  init(_ settings: StudioSettings, _ codecs: CodecList) {
    var metadata = MetadataPolicy.all
    metadata.keeps = [.icc]
    editor = Editor(codecs: codecs, limits: settings.limits, metadata: metadata, frames: .one(0))
    (inputs, self.settings) = (settings.inputs.map { Input(source: .file($0)) }, settings)
    files = InputFiles(limit: .memory(editor.limits))
    decoded = DecodedImages(maximumBytes: editor.limits.memory / 2, evicting: .leastRecentlyUsed)
  }

  /// A script that was parsed, and the inputs that it is run with.
  struct Job {
    let session: EditSession
    /// The inputs that belong together with the one that is shown.
    let inputs: ArraySlice<Input>
    var context: RunContext
    /// Records the files that parsing and running open.
    let used: UsedFiles
  }

  /// Parses a script and chooses its inputs.
  ///
  /// - Parameters:
  ///   - text: The text of the script.
  ///   - path: The path of its file, to which other files are relative; nil for the current folder.
  ///   - number: The number of the shown picture, from 0.
  ///   - used: Records the files that parsing and running open.
  /// - Throws: `EditFailure` with all errors of the text.
  func job(
    _ text: String, path: String?, showing number: Int, used: UsedFiles = UsedFiles()
  ) throws(EditFailure) -> Job {
    let source = ScriptSource(
      text: text, path: path, allowing: settings.allowedFolders, limits: editor.limits, used: used)
    let script = try editor.parse(source.text, name: source.name, including: source.include)
    let session = EditSession(
      editor, source, script, inputs: inputs, from: files,
      definitions: settings.definitions.map { ($0.name, $0.value) }, seed: settings.seed)
    let taken = max(1, session.inputsTaken)
    let index = number / taken
    let group = inputs.dropFirst(index * taken).prefix(taken)
    var context = session.context(index: index, inputs: group)
    context.usesPlaceholders = inputs.isEmpty && script.inputs.hasImageLayer
    context.detail = .trace
    return Job(session: session, inputs: group, context: context, used: used)
  }

  /// Runs a whole script.
  ///
  /// - Parameters: See `job`.
  /// - Throws: `EditFailure`, also for a failed expectation.
  func finishedRun(
    of text: String, path: String?, showing number: Int, used: UsedFiles
  ) throws(EditFailure) -> FinishedRun {
    let job = try job(text, path: path, showing: number, used: used)
    let edit = try plan(job, OutputRequest(codec: editor.codecs.lossless, lossless: .never))
    let files = job.session.script.files
    guard edit.failedExpectations.isEmpty else {
      throw .script(edit.failedExpectations, in: files)
    }
    // A text that runs has no errors.
    let layout = try? ScriptParser(limits: editor.limits).layout(of: files[0])
    let outline = ScriptOutline(text, layout ?? ScriptLayout())
    return FinishedRun(
      text: text, job: job, edit: edit, outline: outline,
      report: JSONFields(run: edit, statements: outline))
  }

  /// Runs a script and plans its picture. Pictures share decoded images.
  func plan(
    _ job: Job, _ request: OutputRequest, cancellation: Cancellation? = nil
  ) throws(EditFailure) -> PreparedEdit {
    var (editor, request) = (editor, request)
    editor.limits.cancellation = cancellation
    request.decoded = decoded
    return try editor.plan(
      ScriptScene(job.session.script, job.context),
      images: job.session.host(for: job.inputs, using: job.used), output: request)
  }
}

/// A run of the whole script.
struct FinishedRun {
  let text: String
  let job: Runner.Job
  let edit: PreparedEdit
  let outline: ScriptOutline
  /// For the panels of the page.
  let report: JSONFields

  /// The current layer; nil if there is none.
  var currentLayer: SceneTree.Layer? { edit.layers.current }

  /// True if a notice tells that a part of a layer lies outside the canvas.
  var hasCut: Bool { edit.notices.contains(where: \.isCut) }

  /// Returns the script with more lines.
  func text(adding lines: [String]) -> String {
    var script = ScriptText(text)
    script.append(lines)
    return script.text
  }

  /// The script with its present canvas stated, if it states none and fits what is drawn: that canvas would change under
  /// fingers. nil for another script.
  var withFixedCanvas: String? {
    if case .fit = edit.canvas.extent { withCanvas } else { nil }
  }

  /// The script with the size of the photo as its canvas; nil if it states one.
  var withCanvas: String? {
    guard outline.all(of: "canvas").isEmpty else { return nil }
    var script = ScriptText(text)
    let line = "canvas 100%,100%"
    if let first = outline.entries.first {
      script.insert(line, before: first.place)
    } else {
      script.append([line])
    }
    return script.text
  }
}

extension EditNotice {
  var isCut: Bool { if case .loss(.cut) = self { true } else { false } }
}
