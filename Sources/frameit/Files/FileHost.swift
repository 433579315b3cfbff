import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Hands out the images of one edit from files.
final class FileHost: ImageHost {
  private let inputs: [Input]
  private let files: InputFiles
  private let script: ScriptSource
  /// Every file that was opened: none of them becomes the output, and the result follows from all of them.
  private(set) var opened: [InputFile] = []

  init(inputs: [Input], from files: InputFiles, script: ScriptSource) {
    self.inputs = inputs
    self.files = files
    self.script = script
  }

  var inputCount: Int { inputs.count }

  func input(_ number: Int) throws -> NamedInput? {
    guard number > 0, number <= inputs.count else { return nil }
    return try open(inputs[number - 1].source)
  }

  func file(_ path: String) throws -> NamedInput {
    try open(.file(try script.resolve(path)))
  }

  func font(_ path: String, limit: Int) throws -> [UInt8] {
    let file = try files.open(.file(try script.resolve(path)))
    opened.append(file)
    return try file.start(limit + 1)
  }

  func folder(_ path: String) throws -> [String] {
    let full = try script.resolve(path)
    return try FilePath.names(in: full).filter { FilePath.isFile(FilePath.join(full, $0)) }.map { name in
      path.hasSuffix("/") ? path + name : path + "/" + name
    }
  }

  private func open(_ source: InputSource) throws(Failure) -> NamedInput {
    let file = try files.open(source)
    opened.append(file)
    return NamedInput(name: file.name, bytes: file.bytes)
  }
}
