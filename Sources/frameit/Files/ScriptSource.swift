import ArgumentParser
import FrameCodec
import FrameKit
import FrameModel
import FrameScript

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where a script's text comes from, and which other files it may read: those in its own folder, and in
/// folders that were allowed.
struct ScriptSource: Sendable {
  /// As errors name it.
  let name: String
  let text: String
  private let folder: String
  private let allowed: [String]
  private let limits: Limits

  /// - Throws: `Failure` of status `script`.
  init(_ source: InputSource, allowing folders: [String], limits: Limits) throws(Failure) {
    if let path = source.path, FilePath.isFolder(path) {
      throw Failure(
        .script, "is a directory, not a script", note: "the script comes first, and images behind it",
        of: path)
    }
    let text: String
    do throws(Failure) {
      text = try Self.read(source, limits)
    } catch {
      var failure = error
      // A script is no input.
      if failure.status == .input { failure.status = .script }
      throw failure
    }
    self.init(
      name: source.name, text: text, folder: source.path.map(FilePath.folder) ?? ".", allowing: folders,
      limits: limits)
  }

  /// A script from the command line, or of a job; its folder is the current one.
  init(expression: String, name: String = "-e", allowing folders: [String], limits: Limits) {
    self.init(name: name, text: expression, folder: ".", allowing: folders, limits: limits)
  }

  /// - Throws: `ValidationError` for a folder that is not there: a misspelt one would allow nothing, quietly.
  static func validate(_ folders: [String]) throws {
    for folder in folders where FilePath.real(folder) == nil {
      throw ValidationError("--allow-read \(folder): there is no such folder.")
    }
  }

  private init(
    name: String, text: String, folder: String, allowing folders: [String], limits: Limits
  ) {
    self.name = name
    self.text = text
    self.folder = folder
    self.allowed = ([folder] + folders).compactMap(FilePath.real)
    self.limits = limits
  }

  private static func read(_ source: InputSource, _ limits: Limits) throws(Failure) -> String {
    try decode(try InputFile(source, limit: .script(limits)).contents(), name: source.name)
  }

  /// - Throws: `Failure` with the place of the first byte that is no UTF-8.
  private static func decode(_ bytes: [UInt8], name: String) throws(Failure) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let mark: Unicode.Scalar = "\u{FFFD}"
    let start = String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix { $0 != mark }
    let lines = start.split(separator: "\n", omittingEmptySubsequences: false)
    let place = ScriptPosition(file: 0, line: lines.count, column: (lines.last?.count ?? 0) + 1)
    throw Failure(
      [ScriptError(.notUTF8, at: place)], in: [ScriptFile(name: name, text: String(start) + String(mark))])
  }

  // MARK: Files that the script names

  /// For `include`: a path is relative to the file that it stands in.
  func include(_ path: String, _ includer: String) throws(ScriptParser.IncludeFailure) -> ScriptFile {
    let base = includer == name ? folder : FilePath.folder(includer)
    if let problem = outside(path, from: base) { throw ScriptParser.IncludeFailure(problem) }
    let source = InputSource.file(FilePath.join(base, path))
    do throws(Failure) {
      return ScriptFile(name: source.name, text: try Self.read(source, limits))
    } catch {
      throw ScriptParser.IncludeFailure(.includeFailed(path, reason: error.reason))
    }
  }

  /// The path of an image or folder that the script names, from the current folder.
  ///
  /// - Throws: `Failure` of status `script` for one outside the allowed folders.
  func resolve(_ path: String) throws(Failure) -> String {
    if let problem = outside(path, from: folder) { throw Failure(.script, problem.message) }
    return FilePath.join(folder, path)
  }

  private func outside(_ path: String, from base: String) -> ScriptProblem? {
    let full = FilePath.join(base, path)
    // What does not exist is judged by the folder that it would lie in.
    guard let real = FilePath.real(full) ?? FilePath.real(FilePath.folder(full)) else {
      let steps = path.utf8.split(separator: UInt8(ascii: "/"))
      return FilePath.isAbsolute(path) || steps.contains { $0.elementsEqual("..".utf8) }
        ? .outsideFolder(path) : nil
    }
    return allowed.contains { FilePath.isInside(real, $0) } ? nil : .outsideFolder(path)
  }
}
