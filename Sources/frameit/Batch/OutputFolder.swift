import FrameCodec
import FrameKit

/// The folder that outputs are written to. It mirrors the folders of the inputs.
struct OutputFolder: Sendable {
  let path: String
  /// The folder that the inputs' folders are relative to.
  private let base: String?
  private let real: String?

  /// - Throws: `Failure` of status `usage` if the base folder does not exist.
  init(_ path: String, base: String?) throws(Failure) {
    self.path = path
    if let base, !FilePath.isFolder(base) {
      throw Failure(
        .usage, "no such folder", hint: "--base names a folder that contains the images", of: base)
    }
    self.base = base.flatMap(FilePath.real)
    real = FilePath.real(path)
  }

  /// Returns true if a folder is this one or is inside it.
  func contains(_ folder: String) -> Bool {
    guard let real else { return false }
    return FilePath.real(folder).map { FilePath.isInside($0, real) } ?? false
  }

  /// Returns true if a path leads to this folder.
  func isFolder(_ folder: String) -> Bool { real != nil && FilePath.real(folder) == real }

  /// Returns the folder for the output of a file, relative to the output folder.
  ///
  /// - Parameters:
  ///   - file: The path of the input.
  ///   - root: The searched folder in which it was found; nil for a named file.
  /// - Throws: `Failure` of status `usage` if the file is not inside the base folder.
  func folder(for file: String, below root: String?) throws(Failure) -> String {
    let folder = FilePath.folder(file)
    if let base {
      // A missing file fails with its own name in its own job.
      guard let real = FilePath.real(folder) else { return "." }
      guard FilePath.isInside(real, base) else {
        throw Failure(
          .usage, "is not inside the --base folder",
          hint: "--base names a folder that contains all images",
          of: file)
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
  ///
  /// - Throws: `Failure` of status `output`.
  func prepare() throws(Failure) {
    try Self.create(path)
    guard access(path.systemName, W_OK | X_OK) == 0 else { throw Failure(output: path, errno) }
  }

  /// Creates a folder for an output inside this folder.
  ///
  /// If this folder is gone, it is not created again: the earlier outputs would be missing without an error.
  ///
  /// - Throws: `Failure` of status `output`.
  func create(below folder: String) throws(Failure) {
    guard FilePath.isFolder(path) else {
      var failure = Failure(
        .output, "the output folder is gone", hint: "use --resume to create it again with all outputs",
        of: path
      )
      failure.endsBatch = true
      throw failure
    }
    try Self.create(folder)
  }

  /// Creates a folder and its parents as far as they are missing.
  ///
  /// - Throws: `Failure` of status `output`.
  static func create(_ folder: String) throws(Failure) {
    if FilePath.isFolder(folder) { return }
    if mkdir(folder.systemName, 0o777) == 0 { return }
    if errno == ENOENT, folder != FilePath.folder(folder) {
      try create(FilePath.folder(folder))
      if mkdir(folder.systemName, 0o777) == 0 || errno == EEXIST { return }
    }
    // Another thread or program may have been first.
    let number = errno
    if number == EEXIST, FilePath.isFolder(folder) { return }
    guard number == EEXIST else { throw Failure(folder: folder, "cannot create the folder", number) }
    var failure =
      FilePath.real(folder) == nil
      ? Failure(.output, "is a broken link", hint: "create the folder it points to", of: folder)
      : Failure(
        .output, "is not a folder", hint: "name another folder, or move this file away", of: folder)
    failure.folder = folder
    throw failure
  }
}
