import ArgumentParser
import FrameBatch
import FrameCodec
import FrameEngine
import FrameFiles
import FrameGeometry
import FrameImage
import FrameRender
import FrameScript

/// The arguments of all commands that run a script.
struct ScriptOptions: ParsableArguments {
  @Argument(
    help: "The script, then the images; '-' is stdin. With -e, only images.", completion: .file())
  var paths: [InputSource] = []

  @Option("statements", "Statements to use instead of a script file. Each -e adds a line.", name: .expression)
  var expressions: [String] = []

  @OptionGroup var values: ScriptValues

  /// The script's file; nil if the script follows `-e` or is missing.
  var script: InputSource? { expressions.isEmpty ? paths.first : nil }

  var images: [InputSource] { Array(paths.dropFirst(expressions.isEmpty ? 1 : 0)) }

  /// Reads the script.
  fileprivate func source(_ limits: Limits, _ used: UsedFiles) throws -> ScriptSource {
    if let script {
      if let failure = ForeignUsage.failure(size: script) { throw failure }
      return try converting(
        limits.working(on: script.name) { () throws(FileError) in
          try ScriptSource(script, allowing: values.allowRead, limits: limits, used: used)
        }
      ) { (error: FileError) -> any Error in
        guard case .scriptText = error.problem else { return error }
        return ForeignUsage.failure(imageAsScript: script, images) ?? error
      }
    }
    guard !expressions.isEmpty else {
      throw Failure(.usage, "no script given", hint: "name a script file, or write a script after -e")
    }
    return ScriptSource(
      expression: expressions.joined(separator: "\n"), allowing: values.allowRead, limits: limits, used: used)
  }
}

/// What a script gets besides its images.
struct ScriptValues: ParsableArguments {
  @Option(
    "name=value", "Set a parameter of the script; lists and records are JSON. Can be repeated.",
    name: .definition)
  var definitions: [String] = []

  @Option("n", "Seed of the script's random numbers.", transform: OptionValue.seed)
  var seed: UInt64 = 0

  @Option(
    "dir", "Also allow the script to read files in this folder. Can be repeated.", completion: .directory)
  var allowRead: [String] = []

  func validate() throws { try Self.check(allowRead: allowRead) }

  /// Checks that the folders of `--allow-read` exist. A misspelled one would silently allow nothing.
  ///
  /// - Throws: `ValidationError` for a missing folder.
  static func check(allowRead folders: [String]) throws {
    for folder in folders where FilePath.real(folder) == nil {
      throw ValidationError("--allow-read \(folder): no such folder.")
    }
  }

  /// Returns the values of the script's parameters.
  func parameters() throws(Failure) -> [(name: String, value: String)] {
    try definitions.map { text throws(Failure) in
      guard let equals = text.firstIndex(of: "=") else {
        throw Failure(.usage, "-D \(text) has no value", hint: "write it as -D NAME=VALUE")
      }
      return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
  }
}

extension EditSession {
  /// Creates the session of a command: starts the time limit, collects the inputs and parses the script.
  ///
  /// - Parameters:
  ///   - options: The script and the named inputs.
  ///   - inputOptions: Limits and codecs.
  ///   - selection: Lists and folders of inputs.
  ///   - out: The output folder.
  ///   - metadata: The metadata that outputs keep.
  ///   - encoding: The encoding options, if the command has them.
  ///   - sequence: The animation options, if the command has them.
  ///   - parent: A flag that cancels all edits of the session.
  ///   - used: Records the files of the script.
  ///   - claims: Conditions about what the script makes.
  /// - Throws: `Failure` or `BatchError`.
  init(
    _ options: ScriptOptions, _ inputOptions: InputOptions, selection: InputSelection = InputSelection(),
    out: OutputFolder? = nil, metadata: MetadataPolicy = .all, encoding: EncodingOptions? = nil,
    sequence: AnimationOptions? = nil, below parent: Cancellation? = nil, used: UsedFiles = UsedFiles(),
    claims: [ScriptFile] = []
  ) throws {
    var limits = inputOptions.startLimits(below: parent)
    if let sequence { limits.frames = sequence.frameLimit }
    let editor = Editor(
      codecs: inputOptions.codecs, limits: limits, metadata: metadata, colors: encoding?.to ?? .first,
      frames: encoding?.frames ?? .all, kernels: try InstructionSet.selected())
    try InputSource.checkStdin([
      "script": [options.script].compactMap(\.self), "image": options.images, "list": selection.lists,
    ])
    let source = try options.source(limits, used)
    if let failure = options.images.lazy.compactMap(ForeignUsage.failure(size:)).first { throw failure }
    try self.init(
      editor, source, named: options.images, selection: selection, out: out,
      definitions: try options.values.parameters(), seed: options.values.seed, claims: claims)
  }
}

extension InputSource: ExpressibleByArgument {
  /// Checks that at most one source is stdin.
  ///
  /// - Parameter uses: The sources of a command, by their kind, such as `image`.
  /// - Throws: `Failure` of status `usage` if several sources are stdin.
  static func checkStdin(_ uses: KeyValuePairs<String, [InputSource]>) throws(Failure) {
    let kinds = uses.flatMap { kind, sources in sources.filter(\.readsStdin).map { _ in kind } }
    guard kinds.count > 1 else { return }
    let named = kinds.map { $0 == "image" ? "an image" : "a \($0)" }
    let both = kinds[0] == kinds[1] ? "two \(kinds[0])s" : "\(named[0]) and \(named[1])"
    throw Failure(.usage, "\(both) cannot both be stdin")
  }
}

/// The option of commands that print results and notes.
struct NoteOptions: ParsableArguments {
  @Flag("Print only results, failures and warnings; no notes.", name: .shortAndLong)
  var quiet = false

  /// Prints a note to stderr, unless it is not wanted.
  func print(_ text: String) {
    if !quiet { Console.note(text) }
  }
}
