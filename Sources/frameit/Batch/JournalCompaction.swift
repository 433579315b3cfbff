import FrameCodec
import FrameKit

/// Removes obsolete lines from a journal: outputs that were replaced or removed, and failures of jobs that ran again.
struct JournalCompaction {
  private struct OutputID: Hashable {
    var output: String
    var device: UInt64
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
  static func compact(_ file: JournalFile) throws(Failure) {
    var compaction = JournalCompaction()
    var lines = try file.lines()
    while let text = try lines.read() { compaction.inspect(text) }
    let results = compaction.likely.merging(compaction.exact) { $1 }
    let kept = Set(results.values).union(compaction.failures.values).union(compaction.others)
    guard kept.count * 2 <= compaction.count else { return }
    let new = try OutputFile(FilePath.real(file.path) ?? file.path, replaces: true)
    lines = try file.lines()
    var number = 0
    while let text = try lines.read() {
      defer { number += 1 }
      guard kept.contains(number) else { continue }
      do throws(CodecError) {
        try new.output.write(Array(text) + [UInt8(ascii: "\n")])
      } catch {
        throw Failure(.output, error.message, of: file.path)
      }
    }
    try new.commit()
  }

  private mutating func inspect(_ text: ArraySlice<UInt8>) {
    defer { count += 1 }
    let line = Journal.Line(text)
    if let line, let result = line.result {
      failures[line.inputs] = nil
      let id = OutputID(output: result.output, device: result.stamp.device)
      let now = stamp(of: result.output)
      if now == result.stamp {
        exact[id] = count
      } else if result.stamp.couldMatch(now, at: result.output) {
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
