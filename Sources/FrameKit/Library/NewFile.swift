import FrameCodec

/// A file that appears under its name only when it is complete. Until then, and if it is never complete, its bytes are
/// in a temporary file beside it.
final class NewFile {
  let output: ByteOutput
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private var isCommitted = false

  /// Creates the temporary file.
  ///
  /// - Parameter path: The path of the file that `commit` replaces.
  init(replacing path: String) throws(SystemError) {
    self.path = path
    var template = Array((path + ".frameit-XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    temporary = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    output = ByteOutput(descriptor: descriptor)
    // An existing file keeps its permissions; a new one has the usual ones.
    var status = stat()
    let mask = umask(0)
    umask(mask)
    _ = fchmod(descriptor, stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o666 & ~mask)
  }

  /// Gives the file its name. All bytes reach the disk first.
  func commit() throws(SystemError) {
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw SystemError(number: errno) }
    isCommitted = true
  }

  deinit {
    close(descriptor)
    if !isCommitted { unlink(temporary) }
  }

  /// Returns the extension of a path's last component; nil if there is none.
  static func fileExtension(_ path: String) -> String? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return String(name[name.index(after: dot)...])
  }

  /// Returns the last component of a path without its extension.
  static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return fileExtension(name).map { String(name.dropLast($0.count + 1)) } ?? name
  }
}
