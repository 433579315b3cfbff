import FrameCodec
import FrameKit
import FrameModel
import FrameRender
import FrameScene
import FrameScript

/// A parsed script, the images it was given, and what runs it.
struct EditSession: Sendable {
  private(set) var editor: Editor
  /// How many seconds a result may take; nil for as long as it likes.
  private let maxTime: Double?
  /// Whether each result has a time of its own. A single one shares that of its script, which is parsed and run before.
  private var timesEachResult = false
  let source: ScriptSource
  let script: Script
  let inputs: [Input]
  /// What was passed over among them, for people.
  let notes: [String]
  let files: InputFiles
  let parameters: [String: Value]
  let seed: UInt64
  /// Whether images were asked for, and there is none.
  let isEmptyBatch: Bool
  private let identities: Set<FileIdentity>

  /// - Parameters:
  ///   - more: which images there are beside those that are named.
  ///   - out: the folder that results go to.
  /// - Throws: `Failure`: of wrong use, or with all errors of the script.
  init(
    _ options: ScriptOptions, _ reading: InputOptions, inputs more: InputSelection = InputSelection(),
    out: OutputFolder? = nil,
    metadata: MetadataPolicy = .all, encoding: EncodingOptions? = nil, sequence: AnimationOptions? = nil
  ) throws(Failure) {
    var limits = reading.startLimits()
    if let sequence { limits.frames = sequence.most }
    editor = Editor(
      codecs: reading.codecs, limits: limits, metadata: metadata, colors: encoding?.to ?? .first,
      frames: encoding?.frames ?? .all, kernels: try InstructionSet.chosen())
    maxTime = reading.maxTime?.count
    files = InputFiles(limit: .memory(limits))
    seed = options.seed
    let named = options.images
    try InputSource.checkStdin([
      "script": [options.script].compactMap(\.self), "image": named, "list": more.lists,
    ])
    if let script = options.script {
      source = try ScriptSource(script, allowing: options.allowRead, limits: limits)
    } else if !options.expressions.isEmpty {
      source = ScriptSource(
        expression: options.expressions.joined(separator: "\n"), allowing: options.allowRead, limits: limits)
    } else {
      throw Failure(.usage, "which script?", note: "name its file, or write it behind -e")
    }
    let list = try InputList(named, more, out: out, limit: limits.memory)
    (inputs, notes) = (list.inputs, list.notes)
    isEmptyBatch = list.inputs.isEmpty && !(named.isEmpty && more.lists.isEmpty)
    identities = Self.identities(inputs)
    script = try Self.parse(source, editor)
    parameters = try Self.parameters(try options.definitions.map(Self.definition), of: script)
  }

  /// Of one edit, of a script that is parsed, whose time has begun.
  ///
  /// - Throws: `Failure` of wrong use.
  init(
    _ editor: Editor, _ source: ScriptSource, _ script: Script, inputs: [Input], from files: InputFiles,
    definitions: [(name: String, value: String)], seed: UInt64
  ) throws(Failure) {
    (self.editor, self.source, self.script, self.inputs) = (editor, source, script, inputs)
    (self.files, self.seed) = (files, seed)
    (notes, isEmptyBatch, maxTime) = ([], false, nil)
    identities = Self.identities(inputs)
    parameters = try Self.parameters(definitions, of: script)
  }

  /// There are several results, each of which may take as long as `--max-time` says.
  mutating func timeEachResult() { timesEachResult = true }

  /// A script may use so many bytes; fewer if the memory limit is below that.
  mutating func limitScript(to bytes: Int) { editor.limits.scriptMemory = bytes }

  /// Makes one result.
  ///
  /// - Parameter body: is given the session with that result's limits, in which its time runs.
  func timed<R>(_ body: (EditSession) throws(Failure) -> R) throws(Failure) -> R {
    var session = self
    if timesEachResult, let maxTime { session.editor.limits.cancellation = Deadlines.start(seconds: maxTime) }
    do throws(Failure) {
      return try body(session)
    } catch {
      Deadlines.waitIfInterrupted()
      throw error
    }
  }

  private static func identities(_ inputs: [Input]) -> Set<FileIdentity> {
    Set(inputs.lazy.compactMap(\.source.path).compactMap(OutputFile.identity))
  }

  static func parse(_ source: ScriptSource, _ editor: Editor) throws(Failure) -> Script {
    do throws(ScriptParser.Failure) {
      return try editor.parse(source.text, name: source.name, including: source.include)
    } catch {
      throw Failure(error.errors, in: error.files)
    }
  }

  /// What stands behind `-D`.
  private static func definition(_ text: String) throws(Failure) -> (name: String, value: String) {
    guard let equals = text.firstIndex(of: "=") else {
      throw Failure(.usage, "-D \(text) has no value", note: "write -D NAME=VALUE")
    }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  private static func parameters(
    _ definitions: [(name: String, value: String)], of script: Script
  ) throws(Failure) -> [String: Value] {
    var values: [String: Value] = [:]
    let known = script.statements.parameterNames
    for (name, value) in definitions {
      guard known.contains(name) else {
        throw Failure(.usage, ScriptProblem.unknownParameter(name, nearest: name.nearest(in: known)).message)
      }
      values[name] = .text(value)
    }
    return values
  }

  /// True for a file that this call edits, now or later: none of them may become an output.
  func isInput(_ file: FileIdentity) -> Bool { identities.contains(file) }

  /// Whether it may be passed over, as nobody said that it is an image.
  func mayBeNoImage(_ job: Job) -> Bool {
    job.inputs.count == 1 && job.inputs.first?.mayBeNoImage(to: editor.codecs) == true
  }

  /// Hands these inputs to one edit. The files are open as long as it lives.
  func host(for inputs: ArraySlice<Input>) -> FileHost {
    FileHost(inputs: Array(inputs), from: files, script: source)
  }

  /// Where a result will go, by its plan where its name needs that.
  func place(_ job: Job, _ output: Output) throws(Failure) -> Output.Place {
    let asked = try output.codec(for: job)
    if !output.needsPlan, let lead = job.inputs.first {
      let bytes = try files.open(lead.source).bytes
      do throws(CodecError) {
        let codec = if let asked { asked } else { try editor.codecs.codec(for: bytes) }
        return output.place(job, format: codec.format, size: PixelSize(width: 1, height: 1)!)
      } catch {
        throw Failure(error.status, error.message, of: lead.source.name)
      }
    }
    do throws(EditError) {
      let edit = try editor.prepare(
        script, images: host(for: job.inputs), context: context(index: job.index, inputs: job.inputs),
        codec: asked)
      return output.place(job, format: edit.codec.format, size: edit.plan.window.size)
    } catch {
      throw Failure(error, in: script)
    }
  }

  /// What the script may know of the edit of these inputs.
  func context(index: Int, inputs: ArraySlice<Input>) -> RunContext {
    RunContext(index: index, stem: inputs.first?.stem ?? "", seed: seed, parameters: parameters)
  }
}
