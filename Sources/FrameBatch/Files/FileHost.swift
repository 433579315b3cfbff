import FrameImage
import FrameKit

/// Opens the inputs of one edit, and the files that its script names.
package final class FileHost: ImageHost {
  private let inputs: [Input]
  private let files: InputFiles
  private let script: ScriptSource
  /// All files that were opened. The output must not replace one of them, and it depends on all of them.
  package private(set) var opened: [InputFile] = []

  package init(inputs: [Input], from files: InputFiles, script: ScriptSource) {
    self.inputs = inputs
    self.files = files
    self.script = script
  }

  package var inputCount: Int { inputs.count }

  package func input(_ number: Int) throws -> NamedInput? {
    guard number > 0, number <= inputs.count else { return nil }
    return try open(inputs[number - 1].source)
  }

  package func file(_ path: String) throws -> NamedInput {
    try open(.file(try script.resolve(path)))
  }

  package func font(_ path: String, limit: Int) throws -> [UInt8] {
    let file = try files.open(.file(try script.resolve(path)))
    opened.append(file)
    return try file.start(limit + 1)
  }

  package func folder(_ path: String) throws -> [String] {
    let full = try script.resolve(path)
    let names: [String]
    do throws(SystemError) { names = try FilePath.names(in: full) } catch {
      throw BatchError(.input(.system(error.number)), of: full)
    }
    return names.filter { FilePath.isFile(FilePath.join(full, $0)) }.map { name in
      path.hasSuffix("/") ? path + name : path + "/" + name
    }
  }

  private func open(_ source: InputSource) throws(BatchError) -> NamedInput {
    let file = try files.open(source)
    opened.append(file)
    return NamedInput(name: file.name, bytes: file.bytes)
  }
}

/// Opens the inputs of a call. It keeps the contents of pipes, which can be read only once, so that an input can be
/// examined before its edit starts.
package final class InputFiles: Sendable {
  private let limit: InputLimit
  /// The contents of pipes, by the names of their inputs.
  private let pipes = Monitor<[String: InputFile]>([:])

  /// - Parameter limit: The limit on the contents of a pipe.
  init(limit: InputLimit) {
    self.limit = limit
  }

  /// Opens an input.
  ///
  /// - Throws: `BatchError` or `limit`.
  package func open(_ source: InputSource) throws(BatchError) -> InputFile {
    if let pipe = pipes.read({ $0[source.pathOrDash] }) { return pipe }
    let file = try InputFile(source, limit: limit)
    if file.identity == nil { pipes.change { $0[source.pathOrDash] = file } }
    return file
  }
}
