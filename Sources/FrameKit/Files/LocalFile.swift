import FrameCodec

/// Opens existing files.
package enum LocalFile {
  /// Opens a regular file. It is closed when the last reference to its bytes is gone.
  ///
  /// - Throws: `SystemError`; `EISDIR` or `EINVAL` for a folder, a pipe or a device.
  package static func open(_ path: String) throws(SystemError) -> ByteInput {
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
  package static func contents(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let bytes = try open(path)
    do throws(CodecError) {
      return try bytes.read(at: 0, count: limit)
    } catch {
      guard case .readFailed(let number) = error else { throw SystemError(number: EIO) }
      throw SystemError(number: number)
    }
  }
}
