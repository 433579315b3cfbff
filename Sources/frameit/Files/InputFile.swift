import FrameCodec
import FrameKit
import FrameModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
  /// The permissions of a regular file.
  let mode: mode_t

  /// - Parameter limit: how many bytes a pipe may bring.
  /// - Throws: `Failure` of status `input`, or `limit`.
  init(_ source: Source, limit: Int) throws(Failure) {
    name = source.name
    if case .memory(let held, _) = source {
      (bytes, identity, mode) = (ByteInput(bytes: held), nil, 0)
      return
    }
    // Without a writer the others would wait for one.
    let descriptor = try Self.descriptor(of: source, O_NONBLOCK)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw Failure(.input, CodecError.sentence(number), of: name)
    }
    mode = status.st_mode & 0o777
    let kind = status.st_mode & S_IFMT
    if kind == S_IFREG, source.path != nil || lseek(descriptor, 0, SEEK_CUR) == 0 {
      identity = FileIdentity(status)
      bytes = ByteInput(descriptor: descriptor, length: Int(status.st_size)) { close(descriptor) }
      return
    }
    identity = nil
    defer { close(descriptor) }
    switch source {
    case .stdin where kind != S_IFDIR: break
    case .argument where Self.isOpenedPipe(descriptor, kind): _ = fcntl(descriptor, F_SETFL, 0)
    default: throw Self.noFile(name, kind)
    }
    bytes = ByteInput(bytes: try Self.readAll(descriptor, name: name, limit: limit))
  }

  /// Whether it is a pipe without a name in any folder (proc(5)).
  private static func isOpenedPipe(_ descriptor: Int32, _ kind: mode_t) -> Bool {
    kind == S_IFIFO && Path.link("/proc/self/fd/\(descriptor)")?.hasPrefix("pipe:") == true
  }

  private static func failure(_ name: String, _ number: Int32) -> Failure {
    var status = stat()
    if number == ENXIO, stat(name.systemName, &status) == 0 { return noFile(name, status.st_mode & S_IFMT) }
    if number == ENOENT, Path.link(name) != nil {
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
    if number == EACCES, Path.isFolder(name) {
      return Failure(
        .input, "the folder cannot be read: \(CodecError.sentence(number))",
        note: "make it readable, or leave it out", of: name)
    }
    return Failure(.input, CodecError.sentence(number), of: name)
  }

  private static func noFile(_ name: String, _ kind: mode_t) -> Failure {
    switch kind {
    case S_IFDIR:
      return Failure(
        .input, "is a directory, not a picture", note: "name what is in it: \(Path.join(name, "*"))", of: name
      )
    case S_IFIFO:
      return .notAFile(
        "is a pipe, not a file", note: "save what it brings in a file, or hand it to apply as stdin, '-'",
        of: name)
    case S_IFSOCK:
      return .notAFile("is a socket, not a file", note: "save what it brings in a file", of: name)
    default:
      return .notAFile("is a device, not a file", note: "save what it gives in a file", of: name)
    }
  }

  /// - Parameters:
  ///   - source: a file or stdin.
  ///   - flags: how a file is opened, beside what holds for all.
  /// - Returns: a descriptor, which is the caller's.
  /// - Throws: `Failure` of status `input`.
  static func descriptor(of source: Source, _ flags: Int32 = 0) throws(Failure) -> Int32 {
    let descriptor =
      source.path.map { open($0.systemName, O_RDONLY | O_CLOEXEC | O_NOCTTY | flags) } ?? dup(STDIN_FILENO)
    guard descriptor >= 0 else { throw failure(source.name, errno) }
    return descriptor
  }

  /// - Throws: `Failure` for a failed read, or for more than `limit` bytes.
  static func readAll(_ descriptor: Int32, name: String, limit: Int) throws(Failure) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(.input, CodecError.sentence(errno), of: name)
      }
      if count == 0 { return all }
      guard all.count + count <= limit else {
        throw Failure(
          .limit, "more than \(limit) bytes came in", note: "raise the limit with --max-memory", of: name)
      }
      all += buffer[..<count]
    }
  }
}

extension InputFile {
  /// The bytes of a file, for who is no codec.
  ///
  /// - Parameter most: how many from the first on; nil for all.
  /// - Throws: `Failure` of status `input`.
  func contents(atMost most: Int? = nil) throws(Failure) -> [UInt8] {
    do throws(CodecError) {
      return try bytes.read(at: 0, count: min(bytes.length, most ?? .max))
    } catch {
      throw Failure(.input, error.wording, of: name)
    }
  }

  /// The bytes of a file that is text for this program: as many as a script may have.
  ///
  /// - Throws: `Failure` of status `input`, or `limit`.
  static func text(_ source: Source, _ limits: Limits) throws(Failure) -> [UInt8] {
    let file = try InputFile(source, limit: limits.scriptBytes)
    guard file.bytes.length <= limits.scriptBytes else {
      let exceeded = LimitExceeded(.scriptBytes, needed: file.bytes.length, allowed: limits.scriptBytes)
      throw Failure(.limit, exceeded.wording, of: file.name)
    }
    return try file.contents()
  }

  /// The picture in it, with its header read.
  ///
  /// - Parameter canSalvage: whether the command has `--on-damage`.
  func picture(
    _ limits: Limits, _ codecs: CodecList, canSalvage: Bool = true
  ) throws(Failure) -> OpenPicture {
    try NamedInput(name: name, bytes: bytes).opened(limits, codecs, canSalvage: canSalvage)
  }
}

extension NamedInput {
  func opened(
    _ limits: Limits, _ codecs: CodecList, canSalvage: Bool = true
  ) throws(Failure) -> OpenPicture {
    do throws(PictureFailure) {
      return try OpenPicture(self, codecs: codecs, limits: limits)
    } catch {
      throw Failure(error, canSalvage: canSalvage)
    }
  }
}
