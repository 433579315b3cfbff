import FrameCodec
import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folder that results go to, each in the folder below it that its input lies in.
struct OutputFolder: Sendable {
  let path: String
  /// What inputs' folders are counted from.
  private let base: String?
  private let real: String?

  /// - Throws: `Failure` of wrong use, where there is no such base.
  init(_ path: String, base: String?) throws(Failure) {
    self.path = path
    if let base, !FilePath.isFolder(base) {
      throw Failure(
        .usage, "there is no such folder", note: "--base is one that the images lie in, or below", of: base)
    }
    self.base = base.flatMap(FilePath.real)
    real = FilePath.real(path)
  }

  /// Whether another folder is this one, or lies in it.
  func contains(_ folder: String) -> Bool {
    guard let real else { return false }
    return FilePath.real(folder).map { FilePath.isInside($0, real) } ?? false
  }

  func isFolder(_ folder: String) -> Bool { real != nil && FilePath.real(folder) == real }

  /// The folder below the output folder for a file's result.
  ///
  /// - Parameter root: the folder in which it was found, if it was.
  /// - Throws: `Failure` of wrong use, where it does not lie in the base.
  func folder(for file: String, below root: String?) throws(Failure) -> String {
    let folder = FilePath.folder(file)
    if let base {
      // What is missing fails by its own name.
      guard let real = FilePath.real(folder) else { return "." }
      guard FilePath.isInside(real, base) else {
        throw Failure(
          .usage, "does not lie in the folder of --base",
          note: "--base is one that all images lie in, or below",
          of: file)
      }
      return Self.relative(real, to: base)
    }
    if !FilePath.isAbsolute(file) { return Self.tidied(folder) }
    // Of folders that were searched what lies in them keeps its place in them.
    return root.map { Self.relative(folder, to: $0) } ?? "."
  }

  private static func relative(_ folder: String, to root: String) -> String {
    let rest = folder.utf8.dropFirst(root.utf8.count).drop { $0 == UInt8(ascii: "/") }
    return rest.isEmpty ? "." : tidied(String(Substring(rest)))
  }

  /// Without `.` and `..`: nothing goes beside the output folder.
  private static func tidied(_ folder: String) -> String {
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

  /// Makes it where it is missing, and sees whether it can be written to: else that would be said of each result.
  ///
  /// - Throws: `Failure` of status `output`.
  func prepare() throws(Failure) {
    try Self.make(path)
    guard access(path.systemName, W_OK | X_OK) == 0 else { throw Failure(output: path, errno) }
  }

  /// Makes a folder in it, for a result. Were it made anew itself, those before would be missing, and nobody told.
  ///
  /// - Throws: `Failure` of status `output`.
  func make(below folder: String) throws(Failure) {
    guard FilePath.isFolder(path) else {
      var failure = Failure(
        .output, "the output folder is gone", note: "--resume makes it anew, and all that was in it", of: path
      )
      failure.endsBatch = true
      throw failure
    }
    try Self.make(folder)
  }

  /// Makes a folder, and those that it lies in, where they are missing.
  ///
  /// - Throws: `Failure` of status `output`.
  static func make(_ folder: String) throws(Failure) {
    if FilePath.isFolder(folder) { return }
    if mkdir(folder.systemName, 0o777) == 0 { return }
    if errno == ENOENT, folder != FilePath.folder(folder) {
      try make(FilePath.folder(folder))
      if mkdir(folder.systemName, 0o777) == 0 || errno == EEXIST { return }
    }
    // Another thread or program may have been first.
    let number = errno
    if number == EEXIST, FilePath.isFolder(folder) { return }
    guard number == EEXIST else { throw Failure(folder: folder, "cannot be made", number) }
    var failure =
      FilePath.real(folder) == nil
      ? Failure(.output, "is a link that leads nowhere", note: "make what it leads to", of: folder)
      : Failure(.output, "is no directory", note: "name another folder, or move this file away", of: folder)
    failure.folder = folder
    throw failure
  }
}
