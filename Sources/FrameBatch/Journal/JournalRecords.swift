import FoundationEssentials
import FrameFiles

/// The outputs that the lines of journals record.
package struct JournalRecords {
  package struct Result: Sendable {
    package var fingerprint: String
    package var stamp: FileStamp
    /// The checksum of its bytes.
    package var content: String?
  }

  /// The recorded outputs by absolute path. Several runs may have recorded the same path at the same time; only one of
  /// them gave its file that name.
  private var results: [String: [Result]] = [:]
  /// True if the journal ends with an incomplete line.
  package var endsMidLine = false
  /// The number of lines and bytes of the journal that have been read.
  private var lines = 0
  private var end = 0

  /// Adds the lines of the journal that have not been read yet.
  package mutating func read(on file: JournalFile) throws(BatchError) {
    var lines = try file.lines(from: end)
    while let text = try lines.read() {
      self.lines += 1
      add(text)
    }
    (end, endsMidLine) = (lines.end, lines.endsMidLine)
  }

  /// Adds all lines of another journal.
  package mutating func add(_ file: JournalFile) throws(BatchError) {
    var lines = try file.lines()
    while let text = try lines.read() { add(text) }
  }

  private mutating func add(_ text: ArraySlice<UInt8>) {
    guard let line = Journal.Line(text), let result = line.result else { return }
    results[result.output, default: []].append(result.record)
  }

  /// Returns the recorded outputs for an absolute path.
  package func results(of output: String) -> [Result] { results[output] ?? [] }

  // MARK: Obsolete lines

  /// Returns true if a journal of this size, in bytes, should be checked for obsolete lines: its last lines have moved
  /// its size above a power of two.
  static func needsInspection(_ size: Int) -> Bool {
    guard size >= minimumBytes else { return false }
    return size - 1 << (Int.bitWidth - 1 - size.leadingZeroBitCount) < 4096
  }

  /// True if less than half of the lines are useful, estimated from a sample. Always false for small journals.
  var isMostlyStale: Bool {
    guard end >= Self.minimumBytes else { return false }
    // Dictionary order, so effectively a random sample.
    let sample = results.prefix(Self.sampleSize)
    let used = sample.count { output, results in
      let stamp = FileStamp(of: output)
      return results.contains { $0.stamp.couldMatch(stamp, at: output) }
    }
    return lines * max(1, sample.count) > 2 * used * results.count
  }

  private static let minimumBytes = 1 << 16
  private static let sampleSize = 512
}

extension Journal.Line {
  /// Parses a line; nil for other text.
  ///
  /// - Parameter text: The line without its newline.
  package init?(_ text: ArraySlice<UInt8>) {
    guard let line = try? JSONDecoder().decode(Self.self, from: Data(text)) else { return nil }
    self = line
  }

  /// Returns true if a file with these first bytes can be a journal.
  ///
  /// - Parameter start: The first line at least, as far as it is complete.
  package static func canBegin(_ start: [UInt8]) -> Bool {
    struct Shape: Decodable {
      var status: String
      var inputs: [String]
      /// The number of a report's schema. Reports look similar to journals, but journals have no such key.
      var schema: Int?
    }
    let line = start.prefix { $0 != UInt8(ascii: "\n") }
    if let shape = try? JSONDecoder().decode(Shape.self, from: Data(line)) { return shape.schema == nil }
    return [#"{"code":"#, #"{"content":"#].contains {
      line.starts(with: $0.utf8) || $0.utf8.starts(with: line)
    }
  }

  /// The recorded output; nil for a failure.
  package var result: (output: String, record: JournalRecords.Result)? {
    guard status == "done", let output, let key, let mark else { return nil }
    return (output, JournalRecords.Result(fingerprint: key, stamp: mark, content: content))
  }
}
