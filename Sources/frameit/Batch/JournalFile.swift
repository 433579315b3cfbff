import FrameCodec
import FrameGeometry
import FrameKit

/// A journal's open file. While it is open for writing, a shared lock keeps other runs from replacing it.
final class JournalFile: Sendable {
  let path: String
  private let descriptor: Int32

  /// The number of attempts to lock the file while another run compacts it, and the pause between them in microseconds.
  private static let timeout = (times: 1000, pause: UInt32(10_000))

  /// Opens a journal for writing, and creates it if it is missing. Several runs can have it open.
  ///
  /// - Throws: `Failure` of status `output` if it cannot be written, or if another run does not finish compacting it.
  init(_ path: String) throws(Failure) {
    self.path = path
    var pauses = Self.timeout.times
    while true {
      try Self.createFolder(FilePath.folder(path))
      try Self.checkKind(of: path)
      let opened = open(path.systemName, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666)
      let number = opened >= 0 && flock(opened, LOCK_SH | LOCK_NB) == 0 ? 0 : errno
      // The run that held the lock may have replaced the file by a compacted one, or removed it.
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

  /// Opens a journal for reading, without a lock.
  ///
  /// - Throws: `Failure` of status `output` if it does not exist.
  init(reading path: String) throws(Failure) {
    try Self.checkKind(of: path)
    self.path = path
    descriptor = open(path.systemName, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(errno, path) }
  }

  deinit { close(descriptor) }

  /// Takes the exclusive lock if no other run has the file open for writing.
  ///
  /// - Returns: False if another run has a lock. The shared lock may be lost then, too.
  func lockExclusively() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Releases the lock.
  func unlock() { flock(descriptor, LOCK_UN) }

  var status: stat {
    get throws(Failure) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw Self.failure(errno, path) }
      return status
    }
  }

  /// Returns a reader for the lines that the file has now.
  ///
  /// - Parameter start: The offset of the first line in bytes.
  func lines(from start: Int = 0) throws(Failure) -> JournalReader {
    // `ByteInput` reads at explicit offsets: appending moves the offset of the descriptor.
    JournalReader(ByteInput(descriptor: descriptor, length: Int(try status.st_size)), path, from: start)
  }

  /// Appends bytes in one write, so that the lines of several runs do not mix.
  func append(_ bytes: [UInt8]) throws(CodecError) {
    try ByteOutput(descriptor: descriptor).write(bytes)
  }

  /// True if the last line is incomplete.
  var endsMidLine: Bool {
    get throws(Failure) {
      let last = try bytes(at: Int(try status.st_size) - 1, count: 1)
      return !last.isEmpty && last != [UInt8(ascii: "\n")]
    }
  }

  /// Checks that the file is a journal.
  ///
  /// - Throws: `Failure` of status `usage` for another kind of file.
  func check() throws(Failure) {
    guard Journal.Line.canBegin(try bytes(at: 0, count: 1 << 20)) else {
      throw Failure(
        .usage, "is not a journal", hint: "name a journal or a new file with --journal", of: path)
    }
  }

  /// Checks that an existing file is a journal, before any other file is created.
  ///
  /// - Throws: As `check()`, and `Failure` if the file cannot be read.
  static func check(_ path: String) throws(Failure) {
    guard OutputFile.identity(of: path) != nil else { return }
    try JournalFile(reading: path).check()
  }

  /// Refuses pipes and devices: they do not keep what is written to them, and opening one can have side effects.
  ///
  /// - Throws: `Failure` of status `usage` for an existing path that is not a regular file.
  private static func checkKind(of path: String) throws(Failure) {
    var status = stat()
    guard stat(path.systemName, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw Failure(
      .usage, "is not a regular file, so it cannot be a journal",
      hint: "name a journal or a new file with --journal", of: path)
  }

  private func bytes(at start: Int, count: Int) throws(Failure) -> [UInt8] {
    let end = Int(try status.st_size)
    do throws(CodecError) {
      return try ByteInput(descriptor: descriptor, length: end).read(
        at: start, count: min(count, end - start))
    } catch {
      throw Failure(.output, error.hintedMessage, of: path)
    }
  }

  static func failure(_ number: Int32, _ path: String) -> Failure {
    Failure(.output, CodecError.systemMessage(number), hint: hint, of: path)
  }

  private static let hint = "use --journal FILE to keep the journal elsewhere"

  private static func createFolder(_ folder: String) throws(Failure) {
    do throws(Failure) {
      try OutputFolder.create(folder)
    } catch {
      throw Failure(.output, "cannot hold the journal: \(error.reason)", hint: hint, of: folder)
    }
  }

  private static func busy(_ path: String) -> Failure {
    Failure(
      .output, "is locked: another run is compacting it",
      hint: "wait for that run, or name another journal with --journal", of: path)
  }

  private static func identity(_ descriptor: Int32) -> FileIdentity? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileIdentity(status) : nil
  }
}

/// Reads the complete lines of a journal. It skips a last line that is incomplete because the disk was full or the
/// machine stopped.
struct JournalReader {
  private let input: ByteInput
  private let path: String
  /// The offset of the next read, and the bytes of a line whose end has not been read.
  private var offset: Int
  private var partialLine: [UInt8] = []
  private var lines: [ArraySlice<UInt8>] = []
  private var next = 0

  /// True while the current line is longer than any line that frameit writes. Such a line is skipped.
  private var isTooLong = false

  private static let chunkSize = 1 << 20
  private static let longestLine = 64 << 20

  init(_ input: ByteInput, _ path: String, from start: Int) {
    (self.input, self.path, offset) = (input, path, start)
  }

  /// Returns the next line without its newline; nil at the end.
  ///
  /// - Throws: `Failure` of status `output` if the file cannot be read.
  mutating func read() throws(Failure) -> ArraySlice<UInt8>? {
    while next == lines.count {
      let bytes: [UInt8]
      do throws(CodecError) {
        bytes = try input.read(at: offset, count: min(Self.chunkSize, max(0, input.length - offset)))
      } catch {
        throw Failure(.output, error.hintedMessage, of: path)
      }
      guard !bytes.isEmpty else { return nil }
      offset += bytes.count
      let newline = UInt8(ascii: "\n")
      guard let last = bytes.lastIndex(of: newline) else {
        partialLine += bytes
        if partialLine.count > Self.longestLine { (partialLine, isTooLong) = ([], true) }
        continue
      }
      lines = (partialLine + bytes[...last]).split(separator: newline)
      // The first line is the end of one that was too long.
      next = isTooLong && !lines.isEmpty ? 1 : 0
      isTooLong = false
      partialLine = Array(bytes[(last + 1)...])
    }
    defer { next += 1 }
    return lines[next]
  }

  /// The offset of the end of the lines that were read.
  var end: Int { offset - partialLine.count }

  /// True if the file ends with an incomplete line. Valid when all lines are read.
  var endsMidLine: Bool { !partialLine.isEmpty || isTooLong }
}
