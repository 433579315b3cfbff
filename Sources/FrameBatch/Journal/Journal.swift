import FrameGeometry
import FoundationEssentials
import FrameCodec
import FrameFiles
import FrameImage

/// The journal of a batch: one line of JSON for each output, so that another run can continue from there.
///
/// A line is written when the output is complete and synced, and before the output gets its name. A later run compares
/// the line's stamp with the file that has that name, to see whether the output ever got it. So the journal is never
/// wrong, no matter when the program is killed.
///
/// Several runs can share one journal: each appends whole lines, and reads the lines that others have added.
package final class Journal: Sendable {
  package struct Line: Codable {
    /// "done" or "failed". "done" counts only once the output has its name.
    package var status: String
    package var inputs: [String]
    /// The absolute path: runs from several folders may share a journal.
    package var output: String?
    /// The fingerprint of everything that the output depends on.
    package var key: String?
    /// The stamp of the output file.
    package var mark: FileStamp?
    /// The checksum of the output's bytes.
    package var content: String?
    package var code: Int32?
    package var errors: [String]?
  }

  private let file: JournalFile
  private let records: Monitor<JournalRecords>

  var path: String { file.path }

  /// Opens a journal for writing.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which is created if it is missing.
  ///   - others: The journals of other shards of the batch.
  ///   - isSmallRun: True if the run has so few jobs that the journal is only read when it is needed.
  /// - Throws: `BatchError` if it cannot be written, or is not a journal.
  package convenience init(_ path: String, beside others: [String], isSmallRun: Bool = false)
    throws(BatchError)
  {
    var file = try JournalFile(path)
    try file.check()
    var records = JournalRecords()
    let needsInspection = JournalRecords.needsInspection(Int(try file.status.st_size))
    if !isSmallRun || needsInspection {
      try records.read(on: file)
      if records.isMostlyStale {
        // A journal that cannot be compacted can still be used.
        if file.lockExclusively() { try? JournalCompaction.compact(file) }
        file.unlock()
        file = try JournalFile(path)
        records = JournalRecords()
        try records.read(on: file)
      }
    }
    records.endsMidLine = try file.endsMidLine
    try self.init(file, beside: others, records)
  }

  /// Opens a journal for reading only.
  ///
  /// - Throws: `BatchError` if it does not exist, or is not a journal.
  package convenience init(reading path: String, beside others: [String]) throws(BatchError) {
    let file = try JournalFile(reading: path)
    try file.check()
    try self.init(file, beside: others, JournalRecords())
  }

  private init(_ file: JournalFile, beside others: [String], _ records: JournalRecords) throws(BatchError) {
    var records = records
    for other in others where other != file.path { try records.add(JournalFile(reading: other)) }
    self.file = file
    self.records = Monitor(records)
  }

  /// Returns the state of the file that has an output's name now.
  ///
  /// - Parameters:
  ///   - output: The path of the output.
  ///   - fingerprint: The fingerprint of the output that this run would write.
  package func fileState(of output: String, fingerprint: String) -> FileState {
    guard let stamp = FileStamp(of: output) else { return .missing }
    let path = Self.absolutePath(output)
    let known = records.change { records in
      // Lines that cannot be read are ignored: their outputs are unknown.
      try? records.read(on: file)
      return records.results(of: path)
    }
    return FileState(of: path, stamp, known, fingerprint: fingerprint)
  }

  /// Returns an absolute path that does not depend on the current folder or on links to the output's folder.
  private static func absolutePath(_ output: String) -> String {
    FilePath.join(FilePath.real(FilePath.folder(output)) ?? FilePath.folder(output), FilePath.name(output))
  }

  /// Appends a line.
  ///
  /// - Throws: `BatchError` if it cannot be written.
  package func add(_ line: Line) throws(BatchError) {
    var line = line
    line.output = line.output.map(Self.absolutePath)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let text = try? encoder.encode(line) else { return }
    let problem: CodecError? = records.change { records in
      let newline = UInt8(ascii: "\n")
      do throws(CodecError) {
        // Ends an incomplete line, so that it does not damage this one.
        try file.append((records.endsMidLine ? [newline] : []) + Array(text) + [newline])
        records.endsMidLine = false
        return nil
      } catch {
        records.endsMidLine = true
        return error
      }
    }
    guard let problem else { return }
    throw BatchError(.journal(.write(problem)), of: file.path)
  }
}

/// The state of the file that has an output's name, as far as journals know it.
package enum FileState: Equatable, Sendable {
  /// There is no file.
  case missing
  /// The file is the output that this run would write.
  case upToDate
  /// The file is the unmodified output of other inputs, of another script or of other options.
  case outdated
  /// The file was changed after frameit wrote it.
  case modified
  /// No journal has this file.
  case unknown

  /// - Parameters:
  ///   - path: The path of an existing file.
  ///   - stamp: The stamp of that file.
  ///   - known: The outputs that journals have for this path.
  ///   - fingerprint: The fingerprint of the output that this run would write.
  package init(of path: String, _ stamp: FileStamp, _ known: [JournalRecords.Result], fingerprint: String) {
    guard !known.isEmpty else {
      self = .unknown
      return
    }
    var match = known.last { $0.stamp == stamp }
    // The file may have been touched or copied, and still have the same bytes.
    let sameSize = known.filter { $0.stamp.size == stamp.size && $0.content != nil }
    if match == nil, !sameSize.isEmpty, let content = Fingerprint.checksum(of: path) {
      match = sameSize.last { $0.content == content }
    }
    self = match.map { $0.fingerprint == fingerprint ? .upToDate : .outdated } ?? .modified
  }
}

/// Removes obsolete lines from a journal: outputs that were replaced or removed, and failures of jobs that ran again.
package struct JournalCompaction {
  private struct OutputID: Hashable {
    package var output: String
    package var device: UInt64
  }

  private var count = 0
  /// The numbers of the lines to keep: those whose file is unmodified, and those whose file may still match.
  private var exact: [OutputID: Int] = [:]
  private var likely: [OutputID: Int] = [:]
  /// The numbers of the last failures, by inputs.
  private var failures: [[String]: Int] = [:]
  /// The numbers of unknown lines, which another version may understand.
  private var others: Set<Int> = []
  private var stamps: [String: FileStamp?] = [:]

  /// Writes a compacted journal and replaces the file by it. A kill leaves either the old journal or the new one.
  ///
  /// - Parameter file: The journal, with its exclusive lock held.
  static func compact(_ file: JournalFile) throws(BatchError) {
    var compaction = JournalCompaction()
    var lines = try file.lines()
    while let text = try lines.read() { compaction.inspect(text) }
    let results = compaction.likely.merging(compaction.exact) { $1 }
    let kept = Set(results.values).union(compaction.failures.values).union(compaction.others)
    guard kept.count * 2 <= compaction.count else { return }
    let new = try BatchError.converting(OutputFile(FilePath.real(file.path) ?? file.path, replaces: true))
    lines = try file.lines()
    var number = 0
    while let text = try lines.read() {
      defer { number += 1 }
      guard kept.contains(number) else { continue }
      try converting(new.output.write(Array(text) + [UInt8(ascii: "\n")])) {
        BatchError(.output(.codec($0)), of: file.path)
      }
    }
    try BatchError.converting(new.commit())
  }

  private mutating func inspect(_ text: ArraySlice<UInt8>) {
    defer { count += 1 }
    let line = Journal.Line(text)
    if let line, let result = line.result {
      failures[line.inputs] = nil
      let id = OutputID(output: result.output, device: result.record.stamp.device)
      let now = stamp(of: result.output)
      if now == result.record.stamp {
        exact[id] = count
      } else if result.record.stamp.couldMatch(now, at: result.output) {
        likely[id] = count
      }
    } else if let line, line.status == "failed" {
      failures[line.inputs] = count
    } else {
      others.insert(count)
    }
  }

  /// Returns the stamp of the file at a path, and remembers it.
  private mutating func stamp(of output: String) -> FileStamp? {
    if let known = stamps[output] { return known }
    let stamp = FileStamp(of: output)
    stamps[output] = .some(stamp)
    return stamp
  }
}

/// The journal of a run, and the policy for outputs that it knows.
package final class RunJournal: Sendable {
  private let journal: Journal
  let policy: ResumePolicy
  /// Reports that a line cannot be written, so that the run goes on without the journal; nil to end the run.
  private let onFailure: (@Sendable (BatchError) -> Void)?
  private let isLost = Monitor(false)

  package init(
    _ journal: Journal, _ policy: ResumePolicy, onFailure: (@Sendable (BatchError) -> Void)? = nil
  ) {
    (self.journal, self.policy, self.onFailure) = (journal, policy, onFailure)
  }

  var path: String { journal.path }

  /// False if a line could not be written.
  package var isKept: Bool { !isLost.read { $0 } }

  /// Appends a line.
  ///
  /// - Throws: `BatchError` that ends the run: without the journal, a later run would not know the outputs.
  func add(_ line: Journal.Line) throws(BatchError) {
    guard isKept else { return }
    do throws(BatchError) {
      try journal.add(line)
    } catch {
      guard let onFailure else { throw error }
      let isFirst = isLost.change { isLost in
        defer { isLost = true }
        return !isLost
      }
      if isFirst { onFailure(error) }
    }
  }

  /// Returns the common state of the existing files of an output; nil for an output without files.
  ///
  /// - Parameters:
  ///   - files: The paths of the output's files.
  ///   - fingerprint: The fingerprint of the output that this run would write.
  func fileState(of files: [String], fingerprint: String) -> FileState? {
    let all = files.map { journal.fileState(of: $0, fingerprint: fingerprint) }
    guard let first = all.first else { return nil }
    if all.allSatisfy({ $0 == first }) { return first }
    // Some frames are missing or outdated: all are written again, unless one of them was modified.
    return all.first { $0 == .unknown || $0 == .modified } ?? .outdated
  }
}

/// The policy for existing outputs that the journal knows.
package enum ResumePolicy: Sendable {
  /// Existing outputs block their jobs, as any other file does.
  case none
  /// Outputs that are up to date are skipped: a job may be sent twice.
  case retries
  /// Outputs that are up to date are skipped, and outdated ones are replaced.
  case batch
}
