import FoundationEssentials
import FrameCodec
import FrameKit
import FrameThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Which file, and which state of it: it is another one when it was written anew, or written to.
struct FileMark: Codable, Equatable {
  var device: UInt64
  var number: UInt64
  var size: Int64
  /// Of its last change, in nanoseconds.
  var time: Int64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    time = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }

  /// The mark of what has this name now.
  init?(of path: String) {
    var status = stat()
    guard lstat(path.systemName, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// What a batch has come to, a line of JSON for each result, so that another run goes on from there.
///
/// A line is written when the result is whole and synced, and before it gets its name: whether it has got it is seen by
/// the mark of what has that name. So there is no moment at which a kill makes the journal wrong.
final class Journal: Sendable {
  struct Line: Codable {
    /// "done", as soon as the output has its name, or "failed".
    var status: String
    var inputs: [String]
    var output: String?
    /// What the output follows from.
    var key: String?
    var mark: FileMark?
    var code: Int32?
    var errors: [String]?
  }

  private struct Result {
    var key: String
    var mark: FileMark
  }

  private let path: String
  private let descriptor: Int32
  /// Of earlier runs, by the output's path.
  private let results: Monitor<[String: Result]>

  /// - Parameters:
  ///   - path: of the file, which is made where it is missing.
  ///   - others: journals of other parts of the batch.
  /// - Throws: `Failure`, where it cannot be written, or another run writes it.
  init(_ path: String, beside others: [String]) throws(Failure) {
    self.path = path
    try OutputFolder.make(Path.folder(path))
    let descriptor = open(path.systemName, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else { throw Self.failure(errno, path) }
    self.descriptor = descriptor
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      results = Monitor([:])
      var failure = Failure(
        .output, "is in use: another run works on this batch",
        note: "wait for it, or name another with --journal",
        of: path)
      failure.isBusy = true
      throw failure
    }
    var found: [String: Result] = [:]
    for other in others where other != path { try Self.read(other, into: &found) }
    try Self.read(path, into: &found)
    results = Monitor(found)
  }

  deinit { close(descriptor) }

  /// Whether an output is there that follows from the same.
  func isDone(_ output: String, key: String) -> Bool {
    guard let result = results.change({ $0[output] }) else { return false }
    return result.key == key && FileMark(of: output) == result.mark
  }

  /// Whether what is there was written by this batch, and is as it was left.
  func wrote(_ output: String) -> Bool {
    guard let result = results.change({ $0[output] }) else { return false }
    return FileMark(of: output) == result.mark
  }

  /// - Throws: `Failure`: a batch whose results nobody would know of does not go on.
  func add(_ line: Line) throws(Failure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let text = try? encoder.encode(line) else { return }
    do throws(CodecError) {
      // One write: lines of threads do not mix.
      try ByteOutput(descriptor: descriptor).write(Array(text) + [UInt8(ascii: "\n")])
    } catch {
      throw Failure(.output, error.wording, of: path)
    }
  }

  private static func failure(_ number: Int32, _ path: String) -> Failure {
    Failure(
      .output, CodecError.sentence(number), note: "--journal FILE keeps the batch's journal elsewhere",
      of: path)
  }

  /// A line that was cut off is none.
  private static func read(_ path: String, into results: inout [String: Result]) throws(Failure) {
    let descriptor = open(path.systemName, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(errno, path) }
    defer { close(descriptor) }
    let decoder = JSONDecoder()
    for text in try InputFile.readAll(descriptor, name: path, limit: 1 << 31).split(
      separator: UInt8(ascii: "\n"))
    {
      guard let line = try? decoder.decode(Line.self, from: Data(text)), line.status == "done",
        let output = line.output,
        let key = line.key, let mark = line.mark
      else { continue }
      results[output] = Result(key: key, mark: mark)
    }
  }
}
