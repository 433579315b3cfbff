import FrameCodec
import FrameKit
import FrameModel
import FrameRender
import FrameScene
import FrameScript

/// A parsed script, the pictures it was given, and what runs it.
struct EditSession {
  let editor: Editor
  let source: ScriptSource
  let script: Script
  let inputs: [String]
  let files: InputFiles
  let parameters: [String: Value]
  let seed: UInt64
  let kernels: KernelVersion
  private let identities: Set<FileIdentity>

  /// - Throws: `Failure`: of wrong use, or with all errors of the script.
  init(
    _ options: EditOptions, metadata: MetadataPolicy = .all, encoding: EncodingOptions? = nil
  ) throws(Failure) {
    let limits = options.reading.limits
    editor = Editor(
      codecs: options.reading.codecs, limits: limits, metadata: metadata, colours: encoding?.to ?? .first,
      frames: encoding?.frames ?? .all)
    files = InputFiles(limit: limits.memory)
    seed = options.seed
    kernels = try KernelVersion.chosen()
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
      throw Failure(error.errors, in: error.files)
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
