import FrameCodec
import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A journal's file, held against whoever would put another one in its place as long as this lives.
final class JournalFile: Sendable {
  let path: String
  private let descriptor: Int32

  /// How often and how long a run waits for one that tidies it, in microseconds.
  private static let timeout = (times: 1000, pause: UInt32(10_000))

  /// Opens it, or makes it where it is missing. Other runs may hold it, too.
  ///
  /// - Throws: `Failure` of status `output`, where it cannot be written or another run tidies it and comes to no end.
  init(_ path: String) throws(Failure) {
    self.path = path
    var pauses = Self.timeout.times
    while true {
      try Self.makeFolder(FilePath.folder(path))
      try Self.checkKind(of: path)
      let opened = open(path.systemName, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666)
      let number = opened >= 0 && flock(opened, LOCK_SH | LOCK_NB) == 0 ? 0 : errno
      // Whoever held it before may have put a tidier one in its place, or have removed it.
      if number == 0, Self.identity(opened) == OutputFile.identity(of: path) {
        descriptor = opened
        return
      }
      if opened >= 0 { close(opened) }
      guard [0, EWOULDBLOCK, ENOENT].contains(number), pauses > 0 else {
        throw [0, EWOULDBLOCK].contains(number) ? Self.busy(path) : Self.failure(number, path)
      }
      pauses -= 1
      usleep(Self.timeout.pause)
    }
  }

  /// Opens one to be read, and held if need be.
  ///
  /// - Throws: `Failure` of status `output`, where there is none.
  init(reading path: String) throws(Failure) {
    try Self.checkKind(of: path)
    self.path = path
    descriptor = open(path.systemName, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(errno, path) }
  }

  deinit { close(descriptor) }

  /// Holds it against all others, if nobody else does. Where this fails it may not be held at all any more.
  func holdAlone() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Holds it no more.
  func release() { flock(descriptor, LOCK_UN) }

  var status: stat {
    get throws(Failure) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw Self.failure(errno, path) }
      return status
    }
  }

  /// Its lines, as far as they are there now.
  ///
  /// - Parameter start: of the first that is wanted, in bytes.
  func lines(from start: Int = 0) throws(Failure) -> JournalReader {
    // At places of its own: lines that are added meanwhile move the descriptor's.
    JournalReader(ByteInput(descriptor: descriptor, length: Int(try status.st_size)), path, from: start)
  }

  /// Adds to its end, in one write: what several runs add does not mix.
  func append(_ bytes: [UInt8]) throws(CodecError) {
    try ByteOutput(descriptor: descriptor).write(bytes)
  }

  /// Whether its last line was cut off.
  var isCutOff: Bool {
    get throws(Failure) {
      let last = try bytes(at: Int(try status.st_size) - 1, count: 1)
      return !last.isEmpty && last != [UInt8(ascii: "\n")]
    }
  }

  /// - Throws: `Failure` of wrong use, where it is somebody's file that is no journal.
  func check() throws(Failure) {
    guard Journal.Line.canBegin(try bytes(at: 0, count: 1 << 20)) else {
      throw Failure(
        .usage, "is no journal, and is left as it is",
        note: "--journal names a file of frameit's own, or a new one",
        of: path)
    }
  }

  /// Looks at a file that is there, before anything else is made.
  ///
  /// - Throws: as `check()`, and where it cannot be read.
  static func check(_ path: String) throws(Failure) {
    guard OutputFile.identity(of: path) != nil else { return }
    try JournalFile(reading: path).check()
  }

  /// A pipe or a device keeps nothing of what is written to it, and to open one may do something.
  ///
  /// - Throws: `Failure` of wrong use for what is there and no regular file.
  private static func checkKind(of path: String) throws(Failure) {
    var status = stat()
    guard stat(path.systemName, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw Failure(
      .usage, "is no regular file, and cannot hold a journal",
      note: "--journal names a file of frameit's own, or a new one", of: path)
  }

  private func bytes(at start: Int, count: Int) throws(Failure) -> [UInt8] {
    let end = Int(try status.st_size)
    do throws(CodecError) {
      return try ByteInput(descriptor: descriptor, length: end).read(
        at: start, count: min(count, end - start))
    } catch {
      throw Failure(.output, error.message, of: path)
    }
  }

  static func failure(_ number: Int32, _ path: String) -> Failure {
    Failure(.output, CodecError.sentence(number), note: hint, of: path)
  }

  private static let hint = "--journal FILE keeps the batch's journal elsewhere"

  private static func makeFolder(_ folder: String) throws(Failure) {
    do throws(Failure) {
      try OutputFolder.make(folder)
    } catch {
      throw Failure(.output, "cannot be made, for a journal: \(error.reason)", note: hint, of: folder)
    }
  }

  private static func busy(_ path: String) -> Failure {
    Failure(
      .output, "is in use: another run writes it anew", note: "wait for it, or name another with --journal",
      of: path)
  }

  private static func identity(_ descriptor: Int32) -> FileIdentity? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileIdentity(status) : nil
  }
}
