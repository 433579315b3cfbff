import FoundationEssentials
import FrameCodec
import FrameKit
import FrameThreads

/// What a batch has come to, a line of JSON for each result, so that another run goes on from there.
///
/// A line is written when the result is whole and synced, and before it gets its name: whether it has got it is seen by
/// the mark of what has that name. So there is no moment at which a kill makes the journal wrong.
///
/// Runs share one: each appends its lines whole, and reads on what the others have done since.
final class Journal: Sendable {
  struct Line: Codable {
    /// "done", as soon as the output has its name, or "failed".
    var status: String
    var inputs: [String]
    /// From the root: runs from several folders may share a journal.
    var output: String?
    /// What the output follows from.
    var key: String?
    var mark: FileStamp?
    /// The sum of the output's bytes.
    var content: String?
    var code: Int32?
    var errors: [String]?
  }

  private let file: JournalFile
  private let records: Monitor<JournalRecords>

  /// Of a run that writes it.
  ///
  /// - Parameters:
  ///   - path: of the file, which is made where it is missing.
  ///   - others: journals of other parts of the batch.
  ///   - isShort: whether the run has so little to do that nothing is read before somebody asks for it.
  /// - Throws: `Failure`, where it cannot be written, or is somebody's file.
  convenience init(_ path: String, beside others: [String], isShort: Bool = false) throws(Failure) {
    var file = try JournalFile(path)
    try file.check()
    var records = JournalRecords()
    let isDue = JournalRecords.isDue(Int(try file.status.st_size))
    if !isShort || isDue {
      try records.read(on: file)
      if records.isMostlyStale {
        // A journal that cannot be tidied is one all the same.
        if file.holdAlone() { try? JournalCompaction.tidy(file) }
        file.release()
        file = try JournalFile(path)
        records = JournalRecords()
        try records.read(on: file)
      }
    }
    records.isCutOff = try file.isCutOff
    try self.init(file, beside: others, records)
  }

  /// Of a run that only looks at what is in it.
  ///
  /// - Throws: `Failure`, where there is none, or it is somebody's file.
  convenience init(lookingAt path: String, beside others: [String]) throws(Failure) {
    let file = try JournalFile(reading: path)
    try file.check()
    try self.init(file, beside: others, JournalRecords())
  }

  private init(_ file: JournalFile, beside others: [String], _ records: JournalRecords) throws(Failure) {
    var records = records
    for other in others where other != file.path { try records.add(JournalFile(reading: other)) }
    self.file = file
    self.records = Monitor(records)
  }

  /// What is known of the file that has an output's name now.
  ///
  /// - Parameter key: what a result of the same follows from.
  func fileState(of output: String, key: String) -> FileState {
    guard let mark = FileStamp(of: output) else { return .missing }
    let path = Self.fromRoot(output)
    let known = records.change { records in
      // What cannot be read is not known.
      try? records.read(on: file)
      return records.results(of: path)
    }
    return FileState(of: path, mark, known, key: key)
  }

  /// As it is called wherever a run begins, and whatever links lead to its folder.
  private static func fromRoot(_ output: String) -> String {
    FilePath.join(FilePath.real(FilePath.folder(output)) ?? FilePath.folder(output), FilePath.name(output))
  }

  /// - Throws: `Failure`: a batch whose results nobody would know of does not go on.
  func add(_ line: Line) throws(Failure) {
    var line = line
    line.output = line.output.map(Self.fromRoot)
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
      .output, problem.message.what, note: "--journal FILE keeps the batch's journal elsewhere", of: file.path
    )
    failure.endsBatch = true
    throw failure
  }
}
