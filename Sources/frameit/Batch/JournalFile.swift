import FrameCodec
import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A journal's file, held against other runs as long as this lives.
final class JournalFile: Sendable {
  let path: String
  private let descriptor: Int32

  /// How often a run waits for one that tidies it, which may take a while only where many share it.
  private static let pauses = (alone: 20, shared: 1000)
  /// In microseconds.
  private static let pause: UInt32 = 10_000

  /// Opens it, or makes it where it is missing.
  ///
  /// - Parameter isShared: whether other runs may hold it, too, if they share it.
  /// - Throws: `Failure` of status `output`, where it cannot be written or another run holds it.
  init(_ path: String, isShared: Bool) throws(Failure) {
    self.path = path
    var pauses = isShared ? Self.pauses.shared : Self.pauses.alone
    while true {
      try OutputFolder.make(Path.folder(path))
      let opened = open(path.systemName, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666)
      let number = opened >= 0 && flock(opened, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 ? 0 : errno
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
      usleep(Self.pause)
    }
  }

  /// Opens one to be read, and held if need be.
  ///
  /// - Throws: `Failure` of status `output`, where there is none.
  init(reading path: String) throws(Failure) {
    self.path = path
    descriptor = open(path.systemName, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(errno, path) }
  }

  deinit { close(descriptor) }

  /// Holds it against all others, if nobody else does. What was held of a shared one may be lost where this fails.
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
  func lines(from start: Int = 0) throws(Failure) -> JournalLines {
    // At places of its own: lines that are added meanwhile move the descriptor's.
    JournalLines(ByteInput(descriptor: descriptor, length: Int(try status.st_size)), path, from: start)
  }

  /// Adds to its end, in one write: what several runs add does not mix.
  func append(_ bytes: [UInt8]) throws(CodecError) {
    try ByteOutput(descriptor: descriptor).write(bytes)
  }

  static func failure(_ number: Int32, _ path: String) -> Failure {
    Failure(
      .output, CodecError.sentence(number), note: "--journal FILE keeps the batch's journal elsewhere",
      of: path)
  }

  private static func busy(_ path: String) -> Failure {
    var failure = Failure(
      .output, "is in use: another run works on this batch",
      note: "wait for it, or name another with --journal", of: path)
    failure.isBusy = true
    return failure
  }

  private static func identity(_ descriptor: Int32) -> FileIdentity? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileIdentity(status) : nil
  }
}
