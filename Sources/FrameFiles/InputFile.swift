import FrameCodec
import FrameImage
import Platform

/// A limit on the bytes of an input that are held in memory.
package enum InputLimit: Equatable, Sendable {
  /// The memory limit, for images.
  case memory(bytes: Int)
  /// The limit for scripts.
  case script(bytes: Int)
  /// The limit for recorded touches.
  case log(bytes: Int)
  /// The limit for `inputs.txt` and `tolerance.txt` of golden cases, which is that of scripts.
  case caseFile(bytes: Int)
  /// Files that are read in parts and never held in memory.
  case nothing

  package static func memory(_ limits: Limits) -> InputLimit { .memory(bytes: limits.memory) }
  package static func script(_ limits: Limits) -> InputLimit { .script(bytes: limits.scriptBytes) }
  /// The limit for recorded touches whose text is held: there are four times as many bytes of memory.
  package static func log(_ limits: Limits) -> InputLimit {
    .log(bytes: min(limits.logBytes, max(limits.memory / 4, limits.scriptBytes)))
  }
  package static func caseFile(_ limits: Limits) -> InputLimit { .caseFile(bytes: limits.scriptBytes) }

  package var bytes: Int {
    switch self {
    case .memory(let bytes), .script(let bytes), .log(let bytes), .caseFile(let bytes): bytes
    case .nothing: 0
    }
  }
}

/// An open input file. A regular file is read in parts as needed; a pipe is read to its end into memory.
///
/// Only pipes that are already open are read: stdin, and those of the shell's `<(...)`. A named pipe is refused, because
/// it may never have a writer.
package final class InputFile: Sendable {
  package let name: String
  /// The identity of the file; nil if it is not a regular file.
  package let identity: FileIdentity?
  private let limit: InputLimit
  /// The path of a regular file that can be opened again; nil for other inputs.
  private let path: String?
  /// The stamp of a regular file when it was opened for the first time.
  package let stamp: FileStamp?
  /// The bytes; nil while the file is parked.
  private let bytes: Monitor<ByteInput?>

  /// Opens an input, and reads it if it is a pipe.
  ///
  /// - Parameters:
  ///   - source: The source of the bytes.
  ///   - limit: The limit on the contents of a pipe, and on `contents()`.
  package init(_ source: InputSource, limit: InputLimit) throws(FileError) {
    name = source.name
    self.limit = limit
    if case .memory(let held, _) = source {
      (bytes, identity, path, stamp) = (Monitor(ByteInput(bytes: held)), nil, nil, nil)
      return
    }
    let (descriptor, status) = try Self.descriptor(of: source)
    if status.kind == S_IFREG, source.path != nil || lseek(descriptor, 0, SEEK_CUR) == 0 {
      identity = FileIdentity(status)
      (path, stamp) = (source.path, FileStamp(status))
      bytes = Monitor(Self.input(descriptor, status))
      return
    }
    (identity, path, stamp) = (nil, nil, nil)
    defer { close(descriptor) }
    bytes = Monitor(ByteInput(bytes: try Self.readAll(descriptor, name: name, limit: limit)))
  }

  /// Creates an input of bytes in memory.
  package init(name: String, bytes: ByteInput) {
    self.name = name
    (identity, limit, path, stamp) = (nil, .nothing, nil, nil)
    self.bytes = Monitor(bytes)
  }

  private static func input(_ descriptor: Int32, _ status: stat) -> ByteInput {
    ByteInput(descriptor: descriptor, length: Int(status.st_size)) { close(descriptor) }
  }

  /// Returns the bytes. A parked file is opened again, for as long as they are used.
  ///
  /// - Throws: `FileError`, also for a file that was changed after it was opened for the first time.
  package func open() throws(FileError) -> ByteInput {
    if let bytes = bytes.read({ $0 }) { return bytes }
    let (descriptor, status) = try Self.descriptor(of: .file(path!))
    let bytes = Self.input(descriptor, status)
    try compare(FileStamp(status))
    return bytes
  }

  /// - Throws: `FileError` for a file that was changed after it was opened.
  package func checkUnchanged() throws(FileError) {
    guard stamp != nil, let bytes = bytes.read({ $0 }) else { return }
    var status = stat()
    guard fstat(bytes.reader.pointee.descriptor, &status) == 0 else {
      throw FileError(name, .system(errno))
    }
    try compare(FileStamp(status))
  }

  private func compare(_ now: FileStamp) throws(FileError) {
    if let stamp, stamp != now { throw FileError(name, .changed(from: stamp, to: now)) }
  }

  /// Returns true for another opening of the same regular file, which has not changed in between.
  package func isSame(as other: InputFile) -> Bool {
    identity != nil && identity == other.identity && stamp == other.stamp && name == other.name
  }

  /// Closes a file that can be opened again.
  package func park() {
    if path != nil { bytes.change { $0 = nil } }
  }

  /// Opens a regular file or a pipe that is already open. Never waits for a writer.
  ///
  /// - Parameters:
  ///   - source: A file or stdin.
  ///   - role: The role of the file, for the error if it is not a regular file.
  /// - Returns: A descriptor that the caller closes, and its status.
  /// - Throws: `FileError` for other kinds of files.
  package static func descriptor(
    of source: InputSource, role: InputRole = .image
  ) throws(FileError) -> (descriptor: Int32, status: stat) {
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let descriptor = source.path.map { Platform.open($0.systemName, flags) } ?? dup(STDIN_FILENO)
    guard descriptor >= 0 else { throw failure(source.name, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw FileError(source.name, .system(number))
    }
    let kind = status.kind
    switch source {
    case .stdin where kind != S_IFDIR: break
    case .argument where isOpenedPipe(descriptor, kind): _ = fcntl(descriptor, F_SETFL, 0)
    default:
      guard kind == S_IFREG else {
        close(descriptor)
        throw notARegularFile(source.name, kind, role)
      }
    }
    return (descriptor, status)
  }

  /// Returns true for a pipe without a name in a folder (proc(5)).
  private static func isOpenedPipe(_ descriptor: Int32, _ kind: mode_t) -> Bool {
    kind == S_IFIFO && FilePath.linkTarget("/proc/self/fd/\(descriptor)")?.hasPrefix("pipe:") == true
  }

  private static func failure(_ name: String, _ number: Int32) -> FileError {
    if number == ENXIO, let status = stat(of: name) { return notARegularFile(name, status.kind, .image) }
    if number == ENOENT, FilePath.linkTarget(name) != nil { return FileError(name, .brokenLink) }
    if number == EACCES, FilePath.isFolder(name) {
      return FileError(name, .unreadableFolder(number))
    }
    return FileError(name, .system(number))
  }

  private static func notARegularFile(_ name: String, _ mode: mode_t, _ role: InputRole) -> FileError {
    let kind: FileKind =
      switch mode {
      case S_IFDIR: .folder
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
    return FileError(name, .notAFile(kind, role: role))
  }

  /// Reads a descriptor to its end.
  ///
  /// - Throws: `FileError` for a failed read, or for more bytes than the limit.
  package static func readAll(_ descriptor: Int32, name: String, limit: InputLimit) throws(FileError)
    -> [UInt8]
  {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileError(name, .system(errno))
      }
      if count == 0 { return all }
      guard all.count + count <= limit.bytes else { throw FileError(name, .tooLarge(limit)) }
      all += buffer[..<count]
    }
  }
}

extension InputFile {
  /// Returns the bytes from an offset on; fewer than `count` only at the end.
  ///
  /// - Throws: `FileError` if the file cannot be read.
  package func bytes(at offset: Int = 0, _ count: Int) throws(FileError) -> [UInt8] {
    let bytes = try open()
    return try FileError.reading(name, bytes.read(at: offset, count: count))
  }

  /// The number of bytes.
  ///
  /// - Throws: `FileError` if the file cannot be opened again.
  package func length() throws(FileError) -> Int { try open().length }

  /// Returns all bytes of the file, without a limit.
  ///
  /// - Throws: `FileError` if the file cannot be read.
  package func all() throws(FileError) -> [UInt8] { try bytes(at: 0, .max) }

  /// Returns all bytes of the file.
  ///
  /// - Throws: `FileError` if the file cannot be read, or `limit` if it exceeds the limit.
  package func contents() throws(FileError) -> [UInt8] {
    guard try length() <= limit.bytes else { throw FileError(name, .tooLarge(limit)) }
    return try all()
  }
}
