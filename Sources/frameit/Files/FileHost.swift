import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Hands out the pictures of one edit from files.
final class FileHost: PictureHost {
  private let paths: [String]
  private let files: InputFiles
  private let script: ScriptSource
  /// Every file that was opened, so that none of them becomes the output.
  private(set) var opened: [InputFile] = []

  init(inputs paths: [String], from files: InputFiles, script: ScriptSource) {
    self.paths = paths
    self.files = files
    self.script = script
  }

  var inputCount: Int { paths.count }

  func input(_ number: Int) throws -> NamedInput? {
    guard paths.indices.contains(number - 1) else { return nil }
    return try open(paths[number - 1])
  }

  func file(_ path: String) throws -> NamedInput {
    try open(try script.resolve(path))
  }

  func folder(_ path: String) throws -> [String] {
    let full = try script.resolve(path)
    return try Path.names(in: full).filter { isRegular(Path.join(full, $0)) }.map { name in
      path.hasSuffix("/") ? path + name : path + "/" + name
    }
  }

  private func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemName, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private func open(_ path: String) throws(Failure) -> NamedInput {
    let file = try files.open(path)
    opened.append(file)
    return NamedInput(name: file.name, bytes: file.bytes)
  }
}
