import FoundationEssentials
import FrameCodec
import FrameKit
import FrameThreads

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
    /// From the root: runs from several folders may share a journal.
    var output: String?
    /// What the output follows from.
    var key: String?
    var mark: FileMark?
    var code: Int32?
    var errors: [String]?
  }

  private let file: JournalFile
  private let isShared: Bool
  /// The folder that outputs' names count from.
  private let current: String
  private let records: Monitor<JournalRecords>

  /// - Parameters:
  ///   - path: of the file, which is made where it is missing.
  ///   - others: journals of other parts of the batch.
  ///   - isShared: whether other runs may write it, too, if they share it.
  /// - Throws: `Failure`, where it cannot be written, or another run writes it.
  init(_ path: String, beside others: [String], isShared: Bool = false) throws(Failure) {
    var file = try JournalFile(path, isShared: isShared)
    var records = JournalRecords()
    try records.read(on: file)
    if records.isMostlyStale {
      // A journal that cannot be tidied is one all the same.
      if file.holdAlone() { try? JournalTidying.tidy(file) }
      file.release()
      file = try JournalFile(path, isShared: isShared)
      records = JournalRecords()
      try records.read(on: file)
    }
    for other in others where other != path { try records.add(JournalFile(reading: other)) }
    self.file = file
    self.isShared = isShared
    self.records = Monitor(records)
    current = Path.real(".") ?? "."
  }

  /// Whether an output is there that follows from the same.
  func isDone(_ output: String, key: String) -> Bool { found(output)?.key == key }

  /// Whether what is there was written by this batch, and is as it was left.
  func wrote(_ output: String) -> Bool { found(output) != nil }

  /// What is known of the file that has this name now.
  private func found(_ output: String) -> JournalRecords.Result? {
    guard let mark = FileMark(of: output) else { return nil }
    return records.change { records in
      // What cannot be read is not known.
      if isShared { try? records.read(on: file) }
      return records.results[Path.join(current, output)]?.last { $0.mark == mark }
    }
  }

  /// - Throws: `Failure`: a batch whose results nobody would know of does not go on.
  func add(_ line: Line) throws(Failure) {
    var line = line
    line.output = line.output.map { Path.join(current, $0) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let text = try? encoder.encode(line) else { return }
    let problem: CodecError? = records.change { records in
      let newline = UInt8(ascii: "\n")
      do throws(CodecError) {
        // What was cut off ends here, so that it spoils no other line.
        try file.append((records.isCutOff ? [newline] : []) + Array(text) + [newline])
        records.isCutOff = false
        return nil
      } catch {
        records.isCutOff = true
        return error
      }
    }
    guard let problem else { return }
    var failure = Failure(
      .output, problem.wording.what, note: "--journal FILE keeps the batch's journal elsewhere", of: file.path
    )
    failure.endsBatch = true
    throw failure
  }
}
