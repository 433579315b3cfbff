import FrameCodec
import FrameFiles
import FrameGeometry
import Platform

/// A journal's open file. While it is open for writing, a shared lock keeps other runs from replacing it.
package final class JournalFile: Sendable {
  package let path: String
  private let descriptor: Int32

  /// The number of attempts to lock the file while another run compacts it, and the pause between them in microseconds.
  private static let timeout = (times: 1000, pause: UInt32(10_000))

  /// Opens a journal for writing, and creates it if it is missing. Several runs can have it open.
  ///
  /// - Throws: `BatchError` if it cannot be written, or if another run does not finish compacting it.
  package init(_ path: String) throws(BatchError) {
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
        throw [0, EWOULDBLOCK].contains(number)
          ? BatchError(.journal(.locked), of: path) : Self.failure(number, path)
      }
      pauses -= 1
      usleep(Self.timeout.pause)
    }
  }

  /// Opens a journal for reading, without a lock.
  ///
  /// - Throws: `BatchError` if it does not exist.
  package init(reading path: String) throws(BatchError) {
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
  package func unlock() { flock(descriptor, LOCK_UN) }

  package var status: stat {
    get throws(BatchError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw Self.failure(errno, path) }
      return status
    }
  }

  /// Returns a reader for the lines that the file has now.
  ///
  /// - Parameter start: The offset of the first line in bytes.
  package func lines(from start: Int = 0) throws(BatchError) -> JournalReader {
    // `ByteInput` reads at explicit offsets: appending moves the offset of the descriptor.
    JournalReader(
      ByteInput(descriptor: descriptor, length: Int(try status.st_size), isImage: false), path, from: start)
  }

  /// Appends bytes in one write, so that the lines of several runs do not mix.
  package func append(_ bytes: [UInt8]) throws(CodecError) {
    try ByteOutput(descriptor: descriptor).write(bytes)
  }

  /// True if the last line is incomplete.
  package var endsMidLine: Bool {
    get throws(BatchError) {
      let last = try bytes(at: Int(try status.st_size) - 1, count: 1)
      return !last.isEmpty && last != [UInt8(ascii: "\n")]
    }
  }

  /// Checks that the file is a journal.
  ///
  /// - Throws: `BatchError` for another kind of file.
  package func check() throws(BatchError) {
    guard Journal.Line.canBegin(try bytes(at: 0, count: 1 << 20)) else {
      throw BatchError(.journal(.notAJournal), of: path)
    }
  }

  /// Checks that an existing file is a journal, before any other file is created.
  ///
  /// - Throws: As `check()`, and `BatchError` if the file cannot be read.
  package static func check(_ path: String) throws(BatchError) {
    guard OutputFile.identity(of: path) != nil else { return }
    try JournalFile(reading: path).check()
  }

  /// Refuses pipes and devices: they do not keep what is written to them, and opening one can have side effects.
  ///
  /// - Throws: `BatchError` for an existing path that is not a regular file.
  private static func checkKind(of path: String) throws(BatchError) {
    guard let status = stat(of: path), status.kind != S_IFREG else { return }
    throw BatchError(.journal(.isNotRegular), of: path)
  }

  private func bytes(at start: Int, count: Int) throws(BatchError) -> [UInt8] {
    let end = Int(try status.st_size)
    let input = ByteInput(descriptor: descriptor, length: end, isImage: false)
    return try converting(input.read(at: start, count: min(count, end - start))) {
      BatchError(.journal(.unreadable($0)), of: path)
    }
  }

  package static func failure(_ number: Int32, _ path: String) -> BatchError {
    BatchError(.journal(.system(number)), of: path)
  }

  private static func createFolder(_ folder: String) throws(BatchError) {
    try converting(OutputFolder.create(folder)) { (error: BatchError) in
      guard case .output(let problem) = error.cause else { return error }
      return BatchError(.journal(.noFolder(problem)), of: folder)
    }
  }

  private static func identity(_ descriptor: Int32) -> FileIdentity? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileIdentity(status) : nil
  }
}

/// Reads the complete lines of a journal. It skips a last line that is incomplete because the disk was full or the
/// machine stopped.
package struct JournalReader {
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

  package init(_ input: ByteInput, _ path: String, from start: Int) {
    (self.input, self.path, offset) = (input, path, start)
  }

  /// Returns the next line without its newline; nil at the end.
  ///
  /// - Throws: `BatchError` if the file cannot be read.
  package mutating func read() throws(BatchError) -> ArraySlice<UInt8>? {
    while next == lines.count {
      let count = min(Self.chunkSize, max(0, input.length - offset))
      let bytes = try converting(input.read(at: offset, count: count)) {
        BatchError(.journal(.unreadable($0)), of: path)
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
  package var end: Int { offset - partialLine.count }

  /// True if the file ends with an incomplete line. Valid when all lines are read.
  package var endsMidLine: Bool { !partialLine.isEmpty || isTooLong }
}

/// A problem of a journal.
package enum JournalProblem: Equatable, Sendable {
  /// The operating system's error number.
  case system(Int32)
  case write(CodecError)
  case unreadable(CodecError)
  case notAJournal
  case isNotRegular
  /// Another run is compacting the journal.
  case locked
  /// The folder cannot hold the journal.
  case noFolder(OutputProblem)
  /// The user has no folder for journals.
  case noHome
}
