import ArgumentParser
import FrameCodec
import FrameImage
import FrameKit
import FrameScript

/// The text of a script, and the files that it may read: those in its own folder and in allowed folders.
struct ScriptSource: Sendable {
  /// The name in messages.
  let name: String
  let text: String
  private let folder: String
  private let allowed: [String]
  private let limits: Limits

  /// Reads a script.
  ///
  /// - Throws: `Failure` of status `script` if it cannot be read.
  init(_ source: InputSource, allowing folders: [String], limits: Limits) throws(Failure) {
    if let path = source.path, FilePath.isFolder(path) {
      throw Failure(
        .script, "is a folder, not a script", hint: "name the script first, and then the images", of: path)
    }
    let text: String
    do throws(Failure) {
      text = try Self.read(source, limits)
    } catch {
      var failure = error
      // The exit code for scripts differs from that for inputs.
      if failure.status == .input { failure.status = .script }
      throw failure
    }
    self.init(
      name: source.name, text: text, folder: source.path.map(FilePath.folder) ?? ".", allowing: folders,
      limits: limits)
  }

  /// Creates the source of a script from the command line or from a job. Its folder is the current one.
  init(expression: String, name: String = "-e", allowing folders: [String], limits: Limits) {
    self.init(name: name, text: expression, folder: ".", allowing: folders, limits: limits)
  }

  /// Checks the allowed folders. A misspelled one would silently allow nothing.
  ///
  /// - Throws: `ValidationError` for a missing folder.
  static func validate(_ folders: [String]) throws {
    for folder in folders where FilePath.real(folder) == nil {
      throw ValidationError("--allow-read \(folder): no such folder.")
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

  /// Decodes UTF-8.
  ///
  /// - Throws: `Failure` with the position of the first invalid byte.
  private static func decode(_ bytes: [UInt8], name: String) throws(Failure) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let mark: Unicode.Scalar = "\u{FFFD}"
    let start = String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix { $0 != mark }
    let lines = start.split(separator: "\n", omittingEmptySubsequences: false)
    let position = ScriptPosition(file: 0, line: lines.count, column: (lines.last?.count ?? 0) + 1)
    throw Failure(
      [ScriptError(.notUTF8, at: position)], in: [ScriptFile(name: name, text: String(start) + String(mark))])
  }

  // MARK: Files named by the script

  /// Reads a file for `include`. Its path is relative to the including file.
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

  /// Returns the path of an image or folder named by the script, relative to the current folder.
  ///
  /// - Throws: `Failure` of status `script` for a path outside the allowed folders.
  func resolve(_ path: String) throws(Failure) -> String {
    if let problem = outside(path, from: folder) { throw Failure(.script, problem.hintedMessage) }
    return FilePath.join(folder, path)
  }

  /// Returns the problem of a path that leads outside the allowed folders; else nil.
  private func outside(_ path: String, from base: String) -> ScriptProblem? {
    let full = FilePath.join(base, path)
    // For a missing file, the folder that would contain it decides.
    guard let real = FilePath.real(full) ?? FilePath.real(FilePath.folder(full)) else {
      let steps = path.utf8.split(separator: UInt8(ascii: "/"))
      return FilePath.isAbsolute(path) || steps.contains { $0.elementsEqual("..".utf8) }
        ? .outsideFolder(path) : nil
    }
    return allowed.contains { FilePath.isInside(real, $0) } ? nil : .outsideFolder(path)
  }
}
