import FrameCodec
import FrameKit
import FrameModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How many bytes of an input may be held in memory, and what is said of one that has more.
struct InputLimit: Sendable {
  let bytes: Int
  let message: Message

  /// For images, and what is as large as images.
  static func memory(_ limits: Limits) -> InputLimit {
    InputLimit(
      bytes: limits.memory,
      message: Message(
        "has more than the \(LimitExceeded.bytes(limits.memory)) that may be held in memory",
        note: "raise the limit with --max-memory"))
  }

  static func script(_ limits: Limits) -> InputLimit {
    let exceeded = LimitExceeded(.scriptBytes, needed: limits.scriptBytes + 1, allowed: limits.scriptBytes)
    return InputLimit(bytes: limits.scriptBytes, message: exceeded.message)
  }

  /// For lists and tolerances of golden cases: as many as a script may have.
  static func caseFile(_ limits: Limits) -> InputLimit {
    InputLimit(
      bytes: limits.scriptBytes,
      message: Message(
        "has more than the \(LimitExceeded.bytes(limits.scriptBytes)) that a file of a case may have",
        note: "this limit cannot be raised"))
  }

  /// For files that are read where needed and held nowhere.
  static let nothing = InputLimit(bytes: 0, message: Message("is not read into memory"))
}

/// A file that is read: a regular one stays open and is read where needed; what comes through a pipe is read to its end
/// into memory.
///
/// Only pipes that somebody has opened for this program are read: stdin, and what a shell makes of `<(...)`. Of one that
/// has a name nobody knows whether it is ever written.
struct InputFile: Sendable {
  let name: String
  let bytes: ByteInput
  /// nil for what is no regular file.
  let identity: FileIdentity?
  private let limit: InputLimit

  /// - Parameter limit: how many bytes may be held in memory: those of a pipe, or `contents()`.
  /// - Throws: `Failure` of status `input`, or `limit`.
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

  /// Opens a regular file, or a pipe that somebody has opened for this program.
  ///
  /// - Parameters:
  ///   - source: a file or stdin.
  ///   - cure: what to do about a pipe with a name, or a device; nil for what helps with an image.
  /// - Returns: a descriptor, which is the caller's.
  /// - Throws: `Failure` of status `input` for anything else. It waits for no writer.
  static func descriptor(
    of source: InputSource, hint: String? = nil
  ) throws(Failure) -> (descriptor: Int32, status: stat) {
    // Without O_NONBLOCK a pipe with a name waits here until it has a writer.
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let descriptor = source.path.map { open($0.systemName, flags) } ?? dup(STDIN_FILENO)
    guard descriptor >= 0 else { throw failure(source.name, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw Failure(.input, CodecError.sentence(number), of: source.name)
    }
    let kind = status.st_mode & S_IFMT
    switch source {
    case .stdin where kind != S_IFDIR: break
    case .argument where isOpenedPipe(descriptor, kind): _ = fcntl(descriptor, F_SETFL, 0)
    default:
      guard kind == S_IFREG else {
        close(descriptor)
        throw noFile(source.name, kind, hint: hint)
      }
    }
    return (descriptor, status)
  }

  /// Whether it is a pipe without a name in any folder (proc(5)).
  private static func isOpenedPipe(_ descriptor: Int32, _ kind: mode_t) -> Bool {
    kind == S_IFIFO && FilePath.link("/proc/self/fd/\(descriptor)")?.hasPrefix("pipe:") == true
  }

  private static func failure(_ name: String, _ number: Int32) -> Failure {
    var status = stat()
    if number == ENXIO, stat(name.systemName, &status) == 0 { return noFile(name, status.st_mode & S_IFMT) }
    if number == ENOENT, FilePath.link(name) != nil {
      return .notAFile(
        "is a link that leads nowhere", note: "make what it leads to, or leave it out", of: name)
    }
    // The two marks of another system's text in a list.
    if number == ENOENT, name.utf8.last == UInt8(ascii: "\r") {
      return Failure(
        .input, CodecError.sentence(number),
        note: "the name ends with CR: do the list's lines end as on Windows?",
        of: name)
    }
    if number == ENOENT, name.unicodeScalars.first == "\u{FEFF}" {
      return Failure(
        .input, CodecError.sentence(number), note: "the name begins with a byte order mark: does the list?",
        of: name)
    }
    if number == EACCES, FilePath.isFolder(name) {
      return Failure(
        .input, "the folder cannot be read: \(CodecError.sentence(number))",
        note: "make it readable, or leave it out", of: name)
    }
    return Failure(.input, CodecError.sentence(number), of: name)
  }

  private static func noFile(_ name: String, _ kind: mode_t, hint: String? = nil) -> Failure {
    switch kind {
    case S_IFDIR where hint != nil:
      return Failure(
        .input, "is a directory, not a list", note: "--recursive takes the images in a folder", of: name)
    case S_IFDIR:
      return Failure(
        .input, "is a directory, not an image", note: "name what is in it: \(FilePath.join(name, "*"))",
        of: name
      )
    case S_IFIFO:
      return .notAFile(
        "is a pipe, not a file",
        note: hint ?? "save what it brings in a file, or hand it to apply as stdin, '-'",
        of: name)
    case S_IFSOCK:
      return .notAFile("is a socket, not a file", note: hint ?? "save what it brings in a file", of: name)
    default:
      return .notAFile("is a device, not a file", note: hint ?? "save what it gives in a file", of: name)
    }
  }

  /// - Throws: `Failure` for a failed read, or for more bytes than the limit.
  static func readAll(_ descriptor: Int32, name: String, limit: InputLimit) throws(Failure) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(.input, CodecError.sentence(errno), of: name)
      }
      if count == 0 { return all }
      guard all.count + count <= limit.bytes else { throw Failure(.limit, limit.message, of: name) }
      all += buffer[..<count]
    }
  }
}

extension InputFile {
  /// The file's first bytes.
  ///
  /// - Throws: `Failure` of status `input`.
  func start(_ count: Int) throws(Failure) -> [UInt8] {
    do throws(CodecError) {
      return try bytes.read(at: 0, count: count)
    } catch {
      throw Failure(.input, error.message, of: name)
    }
  }

  /// All bytes of the file.
  ///
  /// - Throws: `Failure` of status `input`, or of `limit` for more bytes than the limit.
  func contents() throws(Failure) -> [UInt8] {
    guard bytes.length <= limit.bytes else { throw Failure(.limit, limit.message, of: name) }
    return try start(bytes.length)
  }

  /// The image in it, with its header read.
  ///
  /// - Parameter canSalvage: whether the command has `--on-damage`.
  func image(
    _ limits: Limits, _ codecs: CodecList, canSalvage: Bool = true
  ) throws(Failure) -> OpenImage {
    try NamedInput(name: name, bytes: bytes).opened(limits, codecs, canSalvage: canSalvage)
  }
}

extension NamedInput {
  func opened(
    _ limits: Limits, _ codecs: CodecList, canSalvage: Bool = true
  ) throws(Failure) -> OpenImage {
    do throws(ImageError) {
      return try OpenImage(self, codecs: codecs, limits: limits)
    } catch {
      throw Failure(error, canSalvage: canSalvage)
    }
  }
}
