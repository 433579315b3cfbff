import FrameCodec
import FrameEngine
import FrameFiles
import FrameGeometry
import FrameImage
import FrameScene
import FrameScript

/// A parsed script, its inputs and the editor that runs it.
package struct EditSession: Sendable {
  package let editor: Editor
  package let source: ScriptSource
  package let script: Script
  /// Conditions about what the script makes, as expectations.
  let claims: [Statement]
  package let inputs: [Input]
  /// The lists that inputs come from.
  let lists: [InputSource]
  /// Notes about skipped inputs.
  package let notes: [BatchNote]
  package let files: InputFiles
  package let parameters: [String: Value]
  package let seed: UInt64
  /// The size of placeholders for images, without inputs; nil for placeholders as large as the canvas.
  package var placeholderSize: PixelSize?
  /// True if lists or folders were given but contain no inputs.
  let isEmptyBatch: Bool

  /// Creates the session of a call: collects the inputs and parses the script.
  ///
  /// - Parameters:
  ///   - editor: The editor, with its limits.
  ///   - source: The script.
  ///   - named: The inputs that the call names.
  ///   - selection: Lists and folders of inputs.
  ///   - out: The output folder.
  ///   - definitions: The values of the script's parameters.
  ///   - seed: The seed of the script's random numbers.
  ///   - claims: Conditions about what the script makes.
  /// - Throws: `BatchError`, with all errors of the script and the claims.
  package init(
    _ editor: Editor, _ source: ScriptSource, named: [InputSource],
    selection: InputSelection = InputSelection(), out: OutputFolder? = nil,
    definitions: [(name: String, value: String)], seed: UInt64, claims: [ScriptFile] = []
  ) throws(BatchError) {
    (self.editor, self.source, self.seed) = (editor, source, seed)
    files = InputFiles(limit: .memory(editor.limits))
    // The errors of the script come before those of its inputs.
    (script, self.claims) = try Self.parse(source, editor, claims)
    try Self.check(definitions, of: script)
    parameters = Self.parameters(definitions, editor.limits)
    let list = try InputList(named, selection, out: out, limit: editor.limits.memory)
    (inputs, notes, lists) = (list.inputs, list.notes, selection.lists)
    isEmptyBatch = list.inputs.isEmpty && !(named.isEmpty && selection.lists.isEmpty)
  }

  /// Creates the session of a script that was parsed. Definitions of unknown parameters have no effect.
  package init(
    _ editor: Editor, _ source: ScriptSource, _ script: Script, inputs: [Input], from files: InputFiles,
    definitions: [(name: String, value: String)], seed: UInt64
  ) {
    (self.editor, self.source, self.script, self.inputs) = (editor, source, script, inputs)
    (self.files, self.seed) = (files, seed)
    (notes, lists, isEmptyBatch, claims) = ([], [], false, [])
    parameters = Self.parameters(definitions, editor.limits)
  }

  /// Reads a script.
  package static func readScript(
    _ source: InputSource, allowing folders: [String], limits: Limits
  ) throws(BatchError) -> ScriptSource {
    try BatchError.converting(ScriptSource(source, allowing: folders, limits: limits))
  }

  package static func parse(_ source: ScriptSource, _ editor: Editor) throws(BatchError) -> Script {
    try parse(source, editor, []).script
  }

  private static func parse(
    _ source: ScriptSource, _ editor: Editor, _ claims: [ScriptFile]
  ) throws(BatchError) -> (script: Script, claims: [Statement]) {
    try converting(
      editor.parse(source.text, name: source.name, including: source.include, claims: claims)
    ) { (error: EditFailure) in BatchError(error) }
  }

  /// - Throws: `BatchError` for a definition of a parameter that the script does not have.
  static func check(
    _ definitions: [(name: String, value: String)], of script: Script
  ) throws(BatchError) {
    if let (name, nearest) = script.unknownParameter(among: definitions.map(\.name)) {
      throw BatchError(.refused(.unknownParameter(name, nearest: nearest)))
    }
  }

  private static func parameters(
    _ definitions: [(name: String, value: String)], _ limits: Limits
  ) -> [String: Value] {
    Dictionary(definitions.map { ($0.name, Value(parameter: $0.value, nesting: limits.nesting)) }) { $1 }
  }

  /// Returns true for a job whose input may be skipped because it may not be an image.
  package func mightNotBeImage(_ job: Job) -> Bool {
    job.inputs.count == 1 && job.inputs.first?.mightNotBeImage(to: editor.codecs) == true
  }

  /// Returns a host that opens these inputs for one edit and keeps their files open.
  ///
  /// - Parameter used: Records the files that the edit uses.
  package func host(for inputs: ArraySlice<Input>, using used: UsedFiles = UsedFiles()) -> FileHost {
    FileHost(inputs: inputs.map(\.source), from: files, script: source, used: used)
  }

  /// Returns the destination of a job's output. Plans the edit if the name of the output depends on its size.
  func destination(
    of job: Job, _ naming: OutputNaming, _ timeLimit: TimeLimit?
  ) throws(BatchError) -> Destination {
    let codec = try naming.codec(for: job)
    if !naming.needsSize, let primaryInput = job.inputs.first {
      let bytes = try BatchError.converting(files.open(primaryInput.source).open())
      if let codec { return try naming.destination(of: job, codec.format, nil) }
      let found = try converting(editor.codecs.codec(for: bytes)) {
        BatchError(.input(.unreadable($0)), of: primaryInput.source.name)
      }
      return try naming.destination(of: job, found.format, nil)
    }
    let edit = try converting(
      editor.limited(by: timeLimit).plan(
        ScriptScene(script, context(index: job.index, inputs: job.inputs)), images: host(for: job.inputs),
        output: OutputRequest(codec: codec))
    ) { (error: EditFailure) in BatchError(error) }
    return try naming.destination(of: job, edit.codec.format, edit.plan.window.size)
  }

  /// Returns the error of the script that no image can cure, such as an unknown variable; nil without one.
  ///
  /// An image that cannot be read, or one too many, can end a run before it gets to such an error.
  ///
  /// - Parameters:
  ///   - inputs: The inputs of a job.
  ///   - index: The index of the job.
  ///   - opensImages: True to run the script also with these inputs, and to return every error of the script.
  func scriptError(in inputs: ArraySlice<Input>, index: Int = 0, opensImages: Bool = false) -> BatchError? {
    let context = context(index: index, inputs: inputs)
    let dryRun = Result { () throws(EditFailure) in
      try editor.dryRun(script, imageSize: PixelSize(width: 1000, height: 1000), context: context)
    }
    guard case .failure(let error) = dryRun else { return nil }
    if case .script(let errors, _) = error, errors[0].problem.isIndependentOfImages {
      return BatchError(error)
    }
    guard opensImages else { return nil }
    let plan = Result { () throws(EditFailure) in
      try editor.plan(ScriptScene(script, context), images: host(for: inputs))
    }
    switch plan {
    case .failure(let error):
      switch error {
      case .script, .scene: return BatchError(error)
      default: return nil
      }
    case .success: return nil
    }
  }

  /// Returns the values that the script can read about its job.
  package func context(index: Int, inputs: ArraySlice<Input>) -> RunContext {
    RunContext(
      index: index, inputs: inputs.map { InputName(name: $0.source.name, stem: $0.stem) }, seed: seed,
      parameters: parameters)
  }

  // MARK: Runs without output

  // All inputs belong to one edit, and without inputs, placeholders replace the images.

  private var context: RunContext { context(index: 0, inputs: inputs[...]) }

  /// The number of images that the script takes.
  package var inputsTaken: Int { editor.inputCount(of: script, given: inputs.count, context: context) }

  /// Plans the edit, even if expectations of the script fail.
  package func plan(_ request: OutputRequest) throws(BatchError) -> PreparedEdit {
    try editing(editor.plan(ScriptScene(script, context), images: host(for: inputs[...]), output: request))
  }

  /// Returns the map from the upright pixels of an image to the pixels of the output; nil if there is no such image.
  ///
  /// - Parameter layer: The layer of the image; nil for the current layer at the end of the script.
  /// - Returns: The map, and the names of all layers.
  package func map(of layer: String?) throws(BatchError) -> (map: PlaneMap?, layers: [String]) {
    let edit: PreparedEdit? =
      inputs.isEmpty
      ? nil
      : try editing(editor.prepare(ScriptScene(script, context), images: host(for: inputs[...])))
    let convert = { (error: SceneError) in BatchError(EditFailure(error, in: script.files)) }
    if let edit { return (try converting(edit.mapping(of: layer), convert), edit.layerNames) }
    let run = try converting(editor.dryRun(script, imageSize: placeholderSize, context: context)) {
      (error: EditFailure) in BatchError(error)
    }
    return (try converting(run.mapping(of: layer), convert), run.layerNames)
  }

  /// Returns the scene at the end of the script.
  ///
  /// - Parameter host: The host of the inputs.
  package func scene(_ host: FileHost) throws(BatchError) -> FinishedScene {
    try editing(editor.buildScene(script, images: host, placeholderSize: placeholderSize, context: context))
  }

  /// Returns a scene in which pictures replace the layers that SVG cannot express.
  package func drawingLayers(of scene: FinishedScene, _ host: FileHost) throws(BatchError) -> FinishedScene {
    var context = context
    context.usesPlaceholders = inputs.isEmpty && script.inputs.hasImageLayer
    return try editing(
      editor.drawing(
        scene.tree.layersBeyondSVG, of: scene, by: ScriptScene(script, context), images: host))
  }

  /// Runs the script without drawing, and passes its record on. The record ends at the first error.
  ///
  /// - Parameters:
  ///   - detail: The kind of record.
  ///   - report: Receives the record before an error is thrown.
  /// - Throws: `BatchError`, also if expectations of the script fail.
  package func play(
    recording detail: RunRecord.Detail, _ report: (Playback) -> Void
  ) throws(BatchError) {
    let playback = rehearsal(detail).play()
    report(playback)
    if let error = playback.error { throw certain(error) }
    guard playback.failedExpectations.isEmpty else {
      throw BatchError(.script(playback.failedExpectations, in: script.files))
    }
  }

  /// Tries random fingers on the layers of the script; see `ScriptRehearsal`.
  package func fuzz(runs: Int) throws(BatchError) -> ScriptFuzzer.Result {
    try editing(rehearsal(.trace).fuzz(claims: claims, runs: runs, seed: seed))
  }

  /// Finds the fewest touches with which the script fails; see `ScriptRehearsal`.
  package func shrink() throws(BatchError) -> (Recording, ScriptFuzzer.Finding)? {
    try editing(rehearsal([.trace, .touches]).shrink())
  }

  private func rehearsal(_ detail: RunRecord.Detail) -> ScriptRehearsal {
    var context = context
    context.detail = detail
    let host = inputs.isEmpty ? nil : host(for: inputs[...])
    return ScriptRehearsal(script, by: editor, images: host, placeholderSize: placeholderSize, context)
  }

  private func editing<R>(_ body: @autoclosure () throws(EditFailure) -> R) throws(BatchError) -> R {
    try converting(body(), certain)
  }

  /// Returns the error to report: an error of the script itself comes before one of an input.
  private func certain(_ error: EditFailure) -> BatchError {
    let failure = BatchError(error)
    return failure.isOfInput ? scriptError(in: inputs[...]) ?? failure : failure
  }
}

extension ScriptProblem {
  /// True if the text of the script is wrong, whatever images it gets.
  fileprivate var isIndependentOfImages: Bool {
    switch self {
    case .unknownVariable, .unknownFunction, .scene(.unknownLayer), .scene(.unknownRecognizer),
      .unknownSetting,
      .scene(.unknownMenu), .scene(.unknownItem), .unknownWord, .unknownStatement, .scene(.repeatedLayer),
      .noCurrentLayer, .canvasAfterLayers, .expected, .unexpected, .notANumber, .notAList,
      .wrongArgumentCount, .callArity, .badNumber, .wrongUnit, .bareAngle, .bareTime, .badSetting,
      .scene(.uselessOption), .pathData:
      true
    default: false
    }
  }
}
