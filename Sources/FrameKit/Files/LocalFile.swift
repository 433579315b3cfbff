import FrameCodec

/// An error of the operating system, by its number.
struct SystemError: Error, Hashable {
  var number: Int32
}

/// Opens existing files.
enum LocalFile {
  /// Opens a regular file. It is closed when the last reference to its bytes is gone.
  ///
  /// - Throws: `SystemError`; `EISDIR` or `EINVAL` for a folder, a pipe or a device.
  static func open(_ path: String) throws(SystemError) -> ByteInput {
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    let descriptor = Platform.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    var status = stat()
    var problem: Int32 = fstat(descriptor, &status) == 0 ? 0 : errno
    if problem == 0, status.st_mode & S_IFMT != S_IFREG {
      problem = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL
    }
    guard problem == 0 else {
      close(descriptor)
      throw SystemError(number: problem)
    }
    return ByteInput(descriptor: descriptor, length: Int(status.st_size)) { close(descriptor) }
  }

  /// Returns the bytes of a file.
  ///
  /// - Parameter limit: the largest number of bytes to read.
  static func contents(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let bytes = try open(path)
    do throws(CodecError) {
      return try bytes.read(at: 0, count: limit)
    } catch {
      guard case .readFailed(let number) = error else { throw SystemError(number: EIO) }
      throw SystemError(number: number)
    }
  }
}

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
    // The system applies the process's umask to a new file. Reading the umask would change it for other threads.
    var (opened, number, name): (Int32, Int32, String) = (-1, EEXIST, "")
    for attempt in 0..<1000 where number == EEXIST {
      name = FilePath.join(FilePath.folder(path), ".frameit-\(getpid())-\(attempt)")
      opened = Platform.open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      number = opened < 0 ? errno : 0
    }
    guard opened >= 0 else { throw SystemError(number: number) }
    (descriptor, temporary, output) = (opened, name, ByteOutput(descriptor: opened))
    // An existing file keeps its permissions.
    var status = stat()
    if stat(path, &status) == 0 { _ = fchmod(opened, status.st_mode & 0o777) }
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
}
