import ArgumentParser
import FrameKit
import FrameModel
import FrameScene
import FrameScript

/// What all commands that read a script take.
struct EditOptions: ParsableArguments {
  @Argument(help: "The script's file, then pictures; '-' is stdin. With -e, pictures alone.")
  var paths: [String] = []

  @Option(
    name: .customShort("e"), parsing: .singleValue,
    help: ArgumentHelp("A line of script instead of a file; may be given again.", valueName: "script"))
  var expressions: [String] = []

  @Option(
    name: .customShort("D"), parsing: .singleValue,
    help: ArgumentHelp("Set a parameter of the script.", valueName: "name=value"))
  var definitions: [String] = []

  @Option(help: ArgumentHelp("Start of the script's random numbers.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(
    name: .customLong("allow-read"), parsing: .singleValue,
    help: ArgumentHelp("Let the script name files in this folder too.", valueName: "dir"))
  var allowRead: [String] = []

  @OptionGroup(title: "Limits") var limitOptions: LimitOptions

  func validate() throws { try ScriptSource.validate(allowRead) }
}

struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("max-pixels"),
    help: ArgumentHelp("Pixels of a picture or canvas, at the most.", valueName: "n"))
  var maxPixels = Limits().pixels

  @Option(
    name: .customLong("max-memory"),
    help: ArgumentHelp("Bytes for decoded pictures, at the most; K, M and G count.", valueName: "n"))
  var maxMemory = ByteCount(count: Limits().memory)

  func validate() throws {
    guard maxPixels > 0 else { throw ValidationError("--max-pixels must be at least 1.") }
    guard maxMemory.count > 0 else { throw ValidationError("--max-memory must be at least 1.") }
  }

  var limits: Limits {
    var limits = Limits()
    limits.pixels = maxPixels
    limits.memory = maxMemory.count
    return limits
  }
}

/// A number of bytes: `1000000`, `512M`, `2G`.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
  var count: Int

  init(count: Int) {
    self.count = count
  }

  init?(argument: String) {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = argument.last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? argument : String(argument.dropLast())) else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflow else { return nil }
    count = bytes
  }

  var description: String { "\(count)" }
}

/// A parsed script, the pictures it was given, and what runs it.
struct EditSession {
  let editor: Editor
  let source: ScriptSource
  let script: Script
  let inputs: [String]
  let files: InputFiles
  let parameters: [String: Value]
  let seed: UInt64
  private let identities: Set<FileIdentity>

  /// - Throws: `Failure`: of wrong use, or with all errors of the script.
  init(_ options: EditOptions) throws(Failure) {
    let limits = options.limitOptions.limits
    editor = Editor(codecs: BuiltIn.codecs, limits: limits)
    files = InputFiles(limit: limits.memory)
    seed = options.seed
    if options.expressions.isEmpty {
      guard let path = options.paths.first else {
        throw Failure(.usage, "which script?", note: "name its file, or write it behind -e")
      }
      source = try ScriptSource(path: path, allowing: options.allowRead, limits: limits)
      inputs = Array(options.paths.dropFirst())
      guard path != "-" || !inputs.contains("-") else {
        throw Failure(.usage, "the script and a picture cannot both be stdin")
      }
    } else {
      source = ScriptSource(
        expression: options.expressions.joined(separator: "\n"), allowing: options.allowRead, limits: limits)
      inputs = options.paths
    }
    guard inputs.count(where: { $0 == "-" }) < 2 else {
      throw Failure(.usage, "'-' is stdin, and can be one picture alone")
    }
    identities = Set(inputs.filter { $0 != "-" }.compactMap(OutputFile.identity))
    script = try Self.parse(source, editor)
    parameters = try Self.parameters(options.definitions, of: script)
  }

  static func parse(_ source: ScriptSource, _ editor: Editor) throws(Failure) -> Script {
    do throws(ScriptParser.Failure) {
      return try editor.parse(source.text, name: source.name, including: source.include)
    } catch {
      throw Failure(error)
    }
  }

  private static func parameters(
    _ definitions: [String], of script: Script
  ) throws(Failure) -> [String: Value] {
    var values: [String: Value] = [:]
    let known = script.statements.parameterNames
    for definition in definitions {
      guard let equals = definition.firstIndex(of: "=") else {
        throw Failure(.usage, "-D \(definition) has no value", note: "write -D NAME=VALUE")
      }
      let name = String(definition[..<equals])
      guard known.contains(name) else {
        throw Failure(.usage, ScriptProblem.unknownParameter(name, nearest: name.nearest(in: known)).wording)
      }
      values[name] = .text(String(definition[definition.index(after: equals)...]))
    }
    return values
  }

  /// True for a file that this call edits, now or later: none of them may become an output.
  func isInput(_ file: FileIdentity) -> Bool { identities.contains(file) }

  /// Hands these inputs to one edit. The files are open as long as it lives.
  func host(for inputs: ArraySlice<String>) -> FileHost {
    FileHost(inputs: Array(inputs), from: files, script: source)
  }

  /// What the script may know of the edit of these inputs.
  func context(index: Int, inputs: ArraySlice<String>) -> RunContext {
    RunContext(
      index: index, stem: inputs.first.map { $0 == "-" ? "stdin" : Path.stem($0) } ?? "", seed: seed,
      parameters: parameters)
  }
}
