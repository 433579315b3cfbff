import FrameCodec
import FrameImage
import FrameKit

/// A limit on the bytes of an input that are held in memory, and the message for an input that exceeds it.
struct InputLimit: Sendable {
  let bytes: Int
  let message: Message

  /// The limit for images.
  static func memory(_ limits: Limits) -> InputLimit {
    InputLimit(
      bytes: limits.memory,
      message: Message(
        "is larger than the memory limit of \(LimitExceeded.bytes(limits.memory))",
        hint: "raise the limit with --max-memory"))
  }

  /// The limit for scripts.
  static func script(_ limits: Limits) -> InputLimit {
    let exceeded = LimitExceeded(.scriptBytes, needed: limits.scriptBytes + 1, allowed: limits.scriptBytes)
    return InputLimit(bytes: limits.scriptBytes, message: exceeded.hintedMessage)
  }

  /// The limit for `inputs.txt` and `tolerance.txt` of golden cases, which is that of scripts.
  static func caseFile(_ limits: Limits) -> InputLimit {
    InputLimit(
      bytes: limits.scriptBytes,
      message: Message(
        "is larger than the limit of \(LimitExceeded.bytes(limits.scriptBytes)) for a test case file",
        hint: "this limit cannot be raised"))
  }

  /// The limit for files that are read in parts and never held in memory.
  static let nothing = InputLimit(bytes: 0, message: Message("is not read into memory"))
}

/// An open input file. A regular file is read in parts as needed; a pipe is read to its end into memory.
///
/// Only pipes that are already open are read: stdin, and those of the shell's `<(...)`. A named pipe is refused, because
/// it may never have a writer.
struct InputFile: Sendable {
  let name: String
  let bytes: ByteInput
  /// The identity of the file; nil if it is not a regular file.
  let identity: FileIdentity?
  private let limit: InputLimit

  /// Opens an input, and reads it if it is a pipe.
  ///
  /// - Parameters:
  ///   - source: The source of the bytes.
  ///   - limit: The limit on the contents of a pipe, and on `contents()`.
  /// - Throws: `Failure` of status `input` or `limit`.
  init(_ source: InputSource, limit: InputLimit) throws(Failure) {
    name = source.name
    self.limit = limit
    if case .memory(let held, _) = source {
      (bytes, identity) = (ByteInput(bytes: held), nil)
      return
    }
    let (descriptor, status) = try Self.descriptor(of: source)
    if status.st_mode & S_IFMT == S_IFREG, source.path != nil || lseek(descriptor, 0, SEEK_CUR) == 0 {
      identity = FileIdentity(status)
      bytes = ByteInput(descriptor: descriptor, length: Int(status.st_size)) { close(descriptor) }
      return
    }
    identity = nil
    defer { close(descriptor) }
    bytes = ByteInput(bytes: try Self.readAll(descriptor, name: name, limit: limit))
  }

  /// Opens a regular file or a pipe that is already open. Never waits for a writer.
  ///
  /// - Parameters:
  ///   - source: A file or stdin.
  ///   - hint: The hint for a named pipe or a device; nil for the hint that fits images.
  /// - Returns: A descriptor that the caller closes, and its status.
  /// - Throws: `Failure` of status `input` for other kinds of files.
  static func descriptor(
    of source: InputSource, hint: String? = nil
  ) throws(Failure) -> (descriptor: Int32, status: stat) {
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let descriptor = source.path.map { open($0.systemName, flags) } ?? dup(STDIN_FILENO)
    guard descriptor >= 0 else { throw failure(source.name, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw Failure(.input, CodecError.systemMessage(number), of: source.name)
    }
    let kind = status.st_mode & S_IFMT
    switch source {
    case .stdin where kind != S_IFDIR: break
    case .argument where isOpenedPipe(descriptor, kind): _ = fcntl(descriptor, F_SETFL, 0)
    default:
      guard kind == S_IFREG else {
        close(descriptor)
        throw notARegularFile(source.name, kind, hint: hint)
      }
    }
    return (descriptor, status)
  }

  /// Returns true for a pipe without a name in a folder (proc(5)).
  private static func isOpenedPipe(_ descriptor: Int32, _ kind: mode_t) -> Bool {
    kind == S_IFIFO && FilePath.linkTarget("/proc/self/fd/\(descriptor)")?.hasPrefix("pipe:") == true
  }

  private static func failure(_ name: String, _ number: Int32) -> Failure {
    var status = stat()
    if number == ENXIO, stat(name.systemName, &status) == 0 {
      return notARegularFile(name, status.st_mode & S_IFMT)
    }
    if number == ENOENT, FilePath.linkTarget(name) != nil {
      return .notAFile(
        "is a broken link", hint: "create its target, or leave it out", of: name)
    }
    // Two signs that a list was written on another system.
    if number == ENOENT, name.utf8.last == UInt8(ascii: "\r") {
      return Failure(
        .input, CodecError.systemMessage(number),
        hint: "the name ends with CR; the list may have Windows line endings",
        of: name)
    }
    if number == ENOENT, name.unicodeScalars.first == "\u{FEFF}" {
      return Failure(
        .input, CodecError.systemMessage(number),
        hint: "the name begins with a byte order mark; the list may begin with one",
        of: name)
    }
    if number == EACCES, FilePath.isFolder(name) {
      return Failure(
        .input, "cannot read the folder: \(CodecError.systemMessage(number))",
        hint: "make it readable, or leave it out", of: name)
    }
    return Failure(.input, CodecError.systemMessage(number), of: name)
  }

  private static func notARegularFile(_ name: String, _ kind: mode_t, hint: String? = nil) -> Failure {
    switch kind {
    case S_IFDIR where hint != nil:
      return Failure(
        .input, "is a folder, not a list", hint: "use --recursive for the images in a folder", of: name)
    case S_IFDIR:
      return Failure(
        .input, "is a folder, not an image", hint: "name the files in it: \(FilePath.join(name, "*"))",
        of: name
      )
    case S_IFIFO:
      return .notAFile(
        "is a pipe, not a file",
        hint: hint ?? "save its contents to a file, or pass it to apply as stdin, '-'",
        of: name)
    case S_IFSOCK:
      return .notAFile("is a socket, not a file", hint: hint ?? "save its contents to a file", of: name)
    default:
      return .notAFile("is a device, not a file", hint: hint ?? "save its contents to a file", of: name)
    }
  }

  /// Reads a descriptor to its end.
  ///
  /// - Throws: `Failure` for a failed read, or for more bytes than the limit.
  static func readAll(_ descriptor: Int32, name: String, limit: InputLimit) throws(Failure) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(.input, CodecError.systemMessage(errno), of: name)
      }
      if count == 0 { return all }
      guard all.count + count <= limit.bytes else { throw Failure(.limit, limit.message, of: name) }
      all += buffer[..<count]
    }
  }
}

extension InputFile {
  /// Returns the first bytes of the file.
  ///
  /// - Throws: `Failure` of status `input` if the file cannot be read.
  func start(_ count: Int) throws(Failure) -> [UInt8] {
    do throws(CodecError) {
      return try bytes.read(at: 0, count: count)
    } catch {
      throw Failure(.input, error.hintedMessage, of: name)
    }
  }

  /// Returns all bytes of the file.
  ///
  /// - Throws: `Failure` of status `input` if the file cannot be read, or `limit` if it exceeds the limit.
  func contents() throws(Failure) -> [UInt8] {
    guard bytes.length <= limit.bytes else { throw Failure(.limit, limit.message, of: name) }
    return try start(bytes.length)
  }

  /// Returns the image in the file, with its header read.
  ///
  /// - Parameters:
  ///   - limits: The limits of the image.
  ///   - codecs: The codecs to try.
  /// - Throws: `Failure` if the file is not a valid image.
  func image(_ limits: Limits, _ codecs: CodecList) throws(Failure) -> OpenImage {
    try NamedInput(name: name, bytes: bytes).opened(limits, codecs)
  }
}

extension NamedInput {
  func opened(_ limits: Limits, _ codecs: CodecList) throws(Failure) -> OpenImage {
    do throws(ImageError) {
      return try OpenImage(self, codecs: codecs, limits: limits)
    } catch {
      throw Failure(error)
    }
  }
}
