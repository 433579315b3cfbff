import FrameCodec

/// An error of a file that is written.
package struct FileError: Error, Equatable, Sendable {
  /// The path of the file, or of its folder if the folder is the problem.
  package var path: String
  package var problem: Problem

  package enum Problem: Equatable, Sendable {
    /// The operating system's error number.
    case system(Int32)
    case codec(CodecError)
    case exists
    case isFolder, isLink, isNotRegular
    /// The folder does not exist.
    case noFolder
    /// The folder cannot be written to; the number is the system's.
    case cannotWriteToFolder(Int32)
  }

  package init(_ path: String, _ problem: Problem) {
    (self.path, self.problem) = (path, problem)
  }
}
