import ArgumentParser
import FrameCodec
import FrameImage
import FrameKit
import FrameRender
import FrameScene
import FrameScript

/// The arguments of all commands that run a script.
struct ScriptOptions: ParsableArguments {
  @Argument(
    help: "The script, then the images; '-' is stdin. With -e, only images.", completion: .file())
  var paths: [InputSource] = []

  @Option(
    name: .customShort("e"), parsing: .singleValue,
    help: ArgumentHelp(
      "Statements to use instead of a script file. Each -e adds a line.", valueName: "statements"))
  var expressions: [String] = []

  @Option(
    name: .customShort("D"), parsing: .singleValue,
    help: ArgumentHelp("Set a parameter of the script. Can be repeated.", valueName: "name=value"))
  var definitions: [String] = []

  @Option(
    help: ArgumentHelp("Seed of the script's random numbers.", valueName: "n"), transform: OptionValue.seed)
  var seed: UInt64 = 0

  @Option(
    name: .customLong("allow-read"), parsing: .singleValue,
    help: ArgumentHelp(
      "Also allow the script to read files in this folder. Can be repeated.", valueName: "dir"),
    completion: .directory)
  var allowRead: [String] = []

  /// The script's file; nil if the script follows `-e` or is missing.
  var script: InputSource? { expressions.isEmpty ? paths.first : nil }

  var images: [InputSource] { Array(paths.dropFirst(expressions.isEmpty ? 1 : 0)) }

  func validate() throws { try ScriptSource.validate(allowRead) }
}

/// A parsed script, its inputs and the editor that runs it.
struct EditSession: Sendable {
  private(set) var editor: Editor
  /// The time limit of a job in seconds; nil for none.
  private let maxTime: Double?
  /// True if each job has its own time limit. A single job shares the limit with parsing the script.
  private var timesEachJob = false
  let source: ScriptSource
  let script: Script
  let inputs: [Input]
  /// Notes for the user about skipped inputs.
  let notes: [String]
  let files: InputFiles
  let parameters: [String: Value]
  let seed: UInt64
  /// True if lists or folders were given but contain no inputs.
  let isEmptyBatch: Bool
  private let identities: Set<FileIdentity>

  /// Creates the session of a command: starts the time limit, collects the inputs and parses the script.
  ///
  /// - Parameters:
  ///   - options: The script and the named inputs.
  ///   - inputOptions: Limits and codecs.
  ///   - more: Lists and folders of inputs.
  ///   - out: The output folder.
  ///   - metadata: The metadata that outputs keep.
  ///   - encoding: The encoding options, if the command has them.
  ///   - sequence: The animation options, if the command has them.
  /// - Throws: `Failure` of status `usage`, or with all errors of the script.
  init(
    _ options: ScriptOptions, _ inputOptions: InputOptions, inputs more: InputSelection = InputSelection(),
    out: OutputFolder? = nil,
    metadata: MetadataPolicy = .all, encoding: EncodingOptions? = nil, sequence: AnimationOptions? = nil
  ) throws(Failure) {
    var limits = inputOptions.startLimits()
    if let sequence { limits.frames = sequence.frameLimit }
    editor = Editor(
      codecs: inputOptions.codecs, limits: limits, metadata: metadata, colors: encoding?.to ?? .first,
      frames: encoding?.frames ?? .all, kernels: try InstructionSet.selected())
    maxTime = inputOptions.maxTime?.count
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
      throw Failure(.usage, "no script given", hint: "name a script file, or write a script after -e")
    }
    let list = try InputList(named, more, out: out, limit: limits.memory)
    (inputs, notes) = (list.inputs, list.notes)
    isEmptyBatch = list.inputs.isEmpty && !(named.isEmpty && more.lists.isEmpty)
    identities = Self.identities(inputs)
    script = try Self.parse(source, editor)
    parameters = try Self.parameters(try options.definitions.map(Self.definition), of: script)
  }

  /// Creates the session of a single job with a parsed script and a started time limit.
  ///
  /// - Throws: `Failure` of status `usage`.
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

  /// Gives each job its own time limit, for a call with several jobs.
  mutating func timeEachJob() { timesEachJob = true }

  /// Runs one job with its own time limit.
  ///
  /// - Parameter body: Runs the job. It receives the session with the limits of that job.
  func withTimeLimit<R>(_ body: (EditSession) throws(Failure) -> R) throws(Failure) -> R {
    var session = self
    if timesEachJob, let maxTime { session.editor.limits.cancellation = Deadlines.start(seconds: maxTime) }
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

  /// Parses the value of `-D`.
  private static func definition(_ text: String) throws(Failure) -> (name: String, value: String) {
    guard let equals = text.firstIndex(of: "=") else {
      throw Failure(.usage, "-D \(text) has no value", hint: "write it as -D NAME=VALUE")
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
        throw Failure(
          .usage, ScriptProblem.unknownParameter(name, nearest: name.nearest(in: known)).hintedMessage)
      }
      values[name] = .text(value)
    }
    return values
  }

  /// Returns true for a file that this call reads, now or later. No output may replace one.
  func isInput(_ file: FileIdentity) -> Bool { identities.contains(file) }

  /// Returns true for a job whose input may be skipped because it may not be an image.
  func mightNotBeImage(_ job: Job) -> Bool {
    job.inputs.count == 1 && job.inputs.first?.mightNotBeImage(to: editor.codecs) == true
  }

  /// Returns a host that opens these inputs for one edit and keeps their files open.
  func host(for inputs: ArraySlice<Input>) -> FileHost {
    FileHost(inputs: Array(inputs), from: files, script: source)
  }

  /// Returns the destination of a job's output. Plans the edit if the name of the output depends on the plan.
  func destination(_ job: Job, _ output: Output) throws(Failure) -> Output.Destination {
    let requested = try output.codec(for: job)
    if !output.needsPlan, let primaryInput = job.inputs.first {
      let bytes = try files.open(primaryInput.source).bytes
      do throws(CodecError) {
        let codec = if let requested { requested } else { try editor.codecs.codec(for: bytes) }
        return output.destination(job, format: codec.format, size: PixelSize(width: 1, height: 1)!)
      } catch {
        throw Failure(error.status, error.hintedMessage, of: primaryInput.source.name)
      }
    }
    do throws(EditFailure) {
      let edit = try editor.plan(
        script, images: host(for: job.inputs), context: context(index: job.index, inputs: job.inputs),
        codec: requested)
      return output.destination(job, format: edit.codec.format, size: edit.plan.window.size)
    } catch {
      throw Failure(error, in: script)
    }
  }

  /// Returns the values that the script can read about its job.
  func context(index: Int, inputs: ArraySlice<Input>) -> RunContext {
    RunContext(index: index, stem: inputs.first?.stem ?? "", seed: seed, parameters: parameters)
  }
}
