import FrameFiles
import Platform

/// The folder that outputs are written to. It mirrors the folders of the inputs.
package struct OutputFolder: Sendable {
  package let path: String
  /// The folder that the inputs' folders are relative to.
  private let base: String?

  /// - Throws: `BatchError` if the base folder does not exist.
  package init(_ path: String, base: String?) throws(BatchError) {
    self.path = path
    if let base, !FilePath.isFolder(base) {
      throw BatchError(.naming(.noBaseFolder), of: base)
    }
    self.base = base.flatMap(FilePath.real)
  }

  /// The absolute path without links; nil as long as the folder does not exist.
  private var real: String? { FilePath.real(path) }

  /// Returns true if a folder is this one or is inside it.
  package func contains(_ folder: String) -> Bool {
    guard let real else { return false }
    return FilePath.real(folder).map { FilePath.isInside($0, real) } ?? false
  }

  /// Returns true if a path leads to this folder.
  package func isFolder(_ folder: String) -> Bool { real.map { $0 == FilePath.real(folder) } ?? false }

  /// Returns the folder for the output of a file, relative to the output folder.
  ///
  /// - Parameters:
  ///   - file: The path of the input.
  ///   - root: The searched folder in which it was found; nil for a named file.
  /// - Throws: `BatchError` if the file is not inside the base folder.
  package func folder(for file: String, below root: String?) throws(BatchError) -> String {
    let folder = FilePath.folder(file)
    if let base {
      // A missing file fails with its own name in its own job.
      guard let real = FilePath.real(folder) else { return "." }
      guard FilePath.isInside(real, base) else {
        throw BatchError(.naming(.outsideBaseFolder), of: file)
      }
      return Self.relative(real, to: base)
    }
    if !FilePath.isAbsolute(file) { return Self.normalized(folder) }
    // A file that was found in a searched folder keeps its place below that folder.
    return root.map { Self.relative(folder, to: $0) } ?? "."
  }

  private static func relative(_ folder: String, to root: String) -> String {
    let rest = folder.utf8.dropFirst(root.utf8.count).drop { $0 == UInt8(ascii: "/") }
    return rest.isEmpty ? "." : normalized(String(Substring(rest)))
  }

  /// Removes `.` and `..`, so that no output leaves the output folder.
  private static func normalized(_ folder: String) -> String {
    let parts = folder.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    var kept: [String] = []
    for part in parts where part != "." {
      if part == ".." {
        if !kept.isEmpty { kept.removeLast() }
      } else {
        kept.append(part)
      }
    }
    return kept.isEmpty ? "." : kept.joined(separator: "/")
  }

  /// Creates the folder if it is missing, and checks that it is writable. Without this check each job would report it.
  package func prepare() throws(BatchError) {
    try Self.create(path)
    guard access(path.systemName, W_OK | X_OK) == 0 else {
      throw BatchError(.output(.system(errno)), of: path)
    }
  }

  /// Creates a folder for an output inside this folder.
  ///
  /// If this folder is gone, it is not created again: the earlier outputs would be missing without an error.
  package func create(below folder: String) throws(BatchError) {
    guard FilePath.isFolder(path) else {
      throw BatchError(.output(.folderIsGone), of: path)
    }
    try Self.create(folder)
  }

  /// Creates a folder and its parents as far as they are missing.
  package static func create(_ folder: String) throws(BatchError) {
    if FilePath.isFolder(folder) { return }
    if mkdir(folder.systemName, 0o777) == 0 { return }
    if errno == ENOENT, folder != FilePath.folder(folder) {
      try create(FilePath.folder(folder))
      if mkdir(folder.systemName, 0o777) == 0 || errno == EEXIST { return }
    }
    // Another thread or program may have been first.
    let number = errno
    if number == EEXIST, FilePath.isFolder(folder) { return }
    guard number == EEXIST else { throw BatchError(.output(.cannotCreateFolder(number)), of: folder) }
    throw BatchError(
      .output(FilePath.real(folder) == nil ? .folderIsBrokenLink : .folderIsFile), of: folder)
  }
}
