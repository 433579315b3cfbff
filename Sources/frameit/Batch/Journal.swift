import FoundationEssentials
import FrameCodec
import FrameKit
import FrameThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a batch has come to, a line of JSON for each result, so that another run goes on from there.
///
/// A line is written when the result is whole and synced, and before it gets its name: whether it has got it is seen by
/// the mark of what has that name. So there is no moment at which a kill makes the journal wrong.
///
/// Workers may share one: each appends its lines whole, and reads on what the others have done since.
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

  private struct Known {
    /// By the output's path. Of several runs that were at one output at a time, one alone has given it the name.
    var results: [String: [Result]] = [:]
    /// How many bytes of the file these are from.
    var end = 0
  }

  private let path: String
  private let descriptor: Int32
  private let isShared: Bool
  private let known = Monitor(Known())

  /// - Parameters:
  ///   - path: of the file, which is made where it is missing.
  ///   - others: journals of other parts of the batch.
  ///   - isShared: whether other runs may write it, too, if they share it.
  /// - Throws: `Failure`, where it cannot be written, or another run writes it.
  init(_ path: String, beside others: [String], isShared: Bool = false) throws(Failure) {
    self.path = path
    self.isShared = isShared
    try OutputFolder.make(Path.folder(path))
    let descriptor = open(path.systemName, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else { throw Self.failure(errno, path) }
    self.descriptor = descriptor
    guard flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
      var failure = Failure(
        .output, "is in use: another run works on this batch",
        note: "wait for it, or name another with --journal",
        of: path)
      failure.isBusy = true
      throw failure
    }
    var found = Known()
    for other in others where other != path {
      let descriptor = open(other.systemName, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
      guard descriptor >= 0 else { throw Self.failure(errno, other) }
      defer { close(descriptor) }
      found.end = 0
      try Self.readOn(descriptor, other, &found)
    }
    found.end = 0
    try Self.readOn(descriptor, path, &found)
    known.change { [found] in $0 = found }
  }

  deinit { close(descriptor) }

  /// Whether an output is there that follows from the same.
  func isDone(_ output: String, key: String) -> Bool { found(output)?.key == key }

  /// Whether what is there was written by this batch, and is as it was left.
  func wrote(_ output: String) -> Bool { found(output) != nil }

  /// What is known of the file that has this name now.
  private func found(_ output: String) -> Result? {
    guard let mark = FileMark(of: output) else { return nil }
    return known.change { known in
      // What cannot be read is not known.
      if isShared { try? Self.readOn(descriptor, path, &known) }
      return known.results[output]?.last { $0.mark == mark }
    }
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

  /// Takes in the lines behind those that are known. A line that was cut off is none.
  private static func readOn(_ descriptor: Int32, _ path: String, _ known: inout Known) throws(Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno, path) }
    let bytes: [UInt8]
    do throws(CodecError) {
      // At a place of its own: lines that are added meanwhile move the descriptor's.
      bytes = try ByteInput(descriptor: descriptor, length: Int(status.st_size)).read(
        at: known.end, count: Int(status.st_size) - known.end)
    } catch {
      throw Failure(.output, error.wording, of: path)
    }
    let newline = UInt8(ascii: "\n")
    guard let last = bytes.lastIndex(of: newline) else { return }
    known.end += last + 1
    let decoder = JSONDecoder()
    for text in bytes[...last].split(separator: newline) {
      guard let line = try? decoder.decode(Line.self, from: Data(text)), line.status == "done",
        let output = line.output,
        let key = line.key, let mark = line.mark
      else { continue }
      known.results[output, default: []].append(Result(key: key, mark: mark))
    }
  }
}
