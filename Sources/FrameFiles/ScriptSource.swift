import FrameGeometry
import FrameImage
import FrameScript

/// The text of a script, and the files that it may read: those in its own folder and in allowed folders.
package struct ScriptSource: Sendable {
  /// The name in messages.
  package let name: String
  package let text: String
  /// The file of the script, and those that were read while it was parsed. The files that it names when it runs are in
  /// the record of its edit.
  package let used: UsedFiles
  private let folder: String
  private let allowed: [String]
  private let limits: Limits

  /// Reads a script.
  ///
  /// - Parameter used: Records the file, even if it cannot be read.
  /// - Throws: `FileError` if it cannot be read.
  package init(
    _ source: InputSource, allowing folders: [String], limits: Limits, used: UsedFiles = UsedFiles()
  ) throws(FileError) {
    used.add(source)
    if let path = source.path, FilePath.isFolder(path) {
      throw FileError(path, .scriptFile(.notAFile(.folder, role: .script)))
    }
    let text = try Self.read(source, limits)
    self.init(
      name: source.name, text: text, folder: source.path.map(FilePath.folder) ?? ".", allowing: folders,
      limits: limits, used: used)
  }

  /// Creates the source of a script from the command line or from a job. Its folder is the current one.
  package init(
    expression: String, name: String = "-e", allowing folders: [String], limits: Limits,
    used: UsedFiles = UsedFiles()
  ) {
    self.init(name: name, text: expression, folder: ".", allowing: folders, limits: limits, used: used)
  }

  /// Creates the source of a text that is edited, and that may not be in a file yet.
  ///
  /// - Parameters:
  ///   - path: The path of its file; nil for a text in the current folder.
  ///   - used: Records the files that are read while it is parsed.
  package init(
    text: String, path: String?, allowing folders: [String], limits: Limits, used: UsedFiles = UsedFiles()
  ) {
    self.init(
      name: path ?? "script", text: text, folder: path.map(FilePath.folder) ?? ".", allowing: folders,
      limits: limits, used: used)
  }

  private init(
    name: String, text: String, folder: String, allowing folders: [String], limits: Limits, used: UsedFiles
  ) {
    self.used = used
    self.name = name
    self.text = text
    self.folder = folder
    self.allowed = ([folder] + folders).compactMap(FilePath.real)
    self.limits = limits
  }

  /// Reads the text of a file that is no larger than a script or recorded touches may be.
  ///
  /// - Throws: `FileError` if it cannot be read.
  package static func read(_ source: InputSource, _ limits: Limits) throws(FileError) -> String {
    let (file, start) = try open(source, limits)
    return try read(file, start, limits)
  }

  /// Opens a file, and reads its start.
  private static func open(
    _ source: InputSource, _ limits: Limits
  ) throws(FileError) -> (file: InputFile, start: [UInt8]) {
    try inRole { () throws(FileError) in
      let file = try InputFile(source, limit: .log(limits))
      return (file, try file.bytes(LogFile.startLength))
    }
  }

  private static func read(
    _ file: InputFile, _ start: [UInt8], _ limits: Limits
  ) throws(FileError) -> String {
    let bytes = try inRole { () throws(FileError) in
      let limit: InputLimit = ScriptFile.isRecording(start) ? .log(limits) : .script(limits)
      guard try file.length() <= limit.bytes else { throw FileError(file.name, .tooLarge(limit)) }
      return try file.all()
    }
    return try decode(bytes, name: file.name)
  }

  /// Runs `body`, whose error then tells that the file is a script.
  private static func inRole<R>(_ body: () throws(FileError) -> R) throws(FileError) -> R {
    try converting(body()) { (error: FileError) in FileError(error.name, .scriptFile(error.problem)) }
  }

  /// Decodes UTF-8.
  ///
  /// - Throws: `FileError` with the position of the first invalid byte.
  private static func decode(_ bytes: [UInt8], name: String) throws(FileError) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let mark: Unicode.Scalar = "\u{FFFD}"
    let start = String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix { $0 != mark }
    let lines = start.split(separator: "\n", omittingEmptySubsequences: false)
    let position = ScriptPosition(file: 0, line: lines.count, column: (lines.last?.count ?? 0) + 1)
    let file = ScriptFile(name: name, text: String(start) + String(mark))
    let error = ScriptError(.notUTF8, at: position)
    throw FileError(name, .scriptText(ScriptError([error], in: [file])))
  }

  // MARK: Files named by the script

  /// Reads a file for `include`. Its path is relative to the including file. The text of a log is read later.
  package func include(_ path: String, _ includer: String) throws(ScriptError) -> LoadedFile {
    let base = includer == name ? folder : FilePath.folder(includer)
    let source = InputSource.file(FilePath.join(base, path))
    used.add(source)
    if outside(path, from: base) { throw ScriptError(.outsideFolder(path)) }
    let failed = { (error: FileError) in ScriptError(.includeFailed(path, reason: error.problem.text)) }
    let (file, start) = try converting(Self.open(source, limits), failed)
    // A table of dates can look like a log.
    guard !DataFile.isNamed(path), let format = LogFile.format(of: start) else {
      return .text(
        ScriptFile(name: source.name, text: try converting(Self.read(file, start, limits), failed)))
    }
    var offset = 0
    return .log(
      LogFile(name: source.name, format: format) { () throws(ScriptError) in
        let piece = try converting(file.bytes(at: offset, LogFile.pieceLength), failed)
        offset += piece.count
        return piece
      })
  }

  /// Opens a file that the script names, and records it.
  ///
  /// - Throws: `FileError`, also for a path outside the allowed folders.
  package func open(_ path: String, _ used: UsedFiles) throws(FileError) -> InputFile {
    try InputFile(.file(try resolve(path, used)), limit: .nothing)
  }

  /// Returns the paths of the files in a folder that the script names, sorted by name, as the script would write them.
  /// Records the folder.
  ///
  /// - Throws: `FileError`, also for a path outside the allowed folders.
  package func files(in folder: String, _ used: UsedFiles) throws(FileError) -> [String] {
    let full = try resolve(folder, used)
    return try FilePath.names(in: full).filter { FilePath.isFile(FilePath.join(full, $0)) }
      .map { folder.hasSuffix("/") ? folder + $0 : folder + "/" + $0 }
  }

  /// Returns the path of an image or folder named by the script, relative to the current folder, and records it.
  ///
  /// - Throws: `FileError` for a path outside the allowed folders.
  private func resolve(_ path: String, _ used: UsedFiles) throws(FileError) -> String {
    let full = FilePath.join(folder, path)
    used.add(full)
    if outside(path, from: folder) { throw FileError(path, .outsideFolder) }
    return full
  }

  /// Returns true for a path that leads outside the allowed folders.
  private func outside(_ path: String, from base: String) -> Bool {
    let full = FilePath.join(base, path)
    // For a missing file, the folder that would contain it decides.
    guard let real = FilePath.real(full) ?? FilePath.real(FilePath.folder(full)) else {
      let steps = path.utf8.split(separator: UInt8(ascii: "/"))
      return FilePath.isAbsolute(path) || steps.contains { $0.elementsEqual("..".utf8) }
    }
    return !allowed.contains { FilePath.isInside(real, $0) }
  }
}
