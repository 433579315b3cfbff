import FrameCodec
import FrameKit
import FrameModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is read: a regular one stays open and is read where needed; anything else, a pipe or a
/// device, is read to its end into memory.
struct InputFile: Sendable {
  let name: String
  let bytes: ByteInput
  /// nil for what is no regular file.
  let identity: FileIdentity?
  /// The permissions of a regular file.
  let mode: mode_t

  /// - Parameters:
  ///   - path: `-` is stdin.
  ///   - limit: how many bytes a pipe may bring.
  /// - Throws: `Failure` of status `input`, or `limit`.
  init(_ path: String, limit: Int) throws(Failure) {
    name = path == "-" ? "stdin" : path
    let isStdin = path == "-"
    let descriptor = try Self.descriptor(of: path)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw Failure(.input, CodecError.sentence(number), of: name)
    }
    mode = status.st_mode & 0o777
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      close(descriptor)
      throw Failure(
        .input, "is a directory, not a picture", note: "name what is in it: \(Path.join(path, "*"))", of: name
      )
    case S_IFREG where !isStdin || lseek(descriptor, 0, SEEK_CUR) == 0:
      identity = FileIdentity(status)
      bytes = ByteInput(descriptor: descriptor, length: Int(status.st_size)) { close(descriptor) }
    default:
      identity = nil
      defer { close(descriptor) }
      bytes = ByteInput(bytes: try Self.readAll(descriptor, name: name, limit: limit))
    }
  }

  /// - Parameter path: `-` is stdin.
  /// - Returns: a descriptor, which is the caller's.
  /// - Throws: `Failure` of status `input`.
  static func descriptor(of path: String) throws(Failure) -> Int32 {
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path.systemName, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      throw Failure(.input, CodecError.sentence(errno), of: path == "-" ? "stdin" : path)
    }
    return descriptor
  }

  /// What is in memory.
  init(_ bytes: [UInt8], name: String) {
    self.name = name
    self.bytes = ByteInput(bytes: bytes)
    (identity, mode) = (nil, 0)
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
  static func text(_ path: String, _ limits: Limits) throws(Failure) -> [UInt8] {
    let file = try InputFile(path, limit: limits.scriptBytes)
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
