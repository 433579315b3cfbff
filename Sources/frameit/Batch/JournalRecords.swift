import FoundationEssentials

/// What the lines of journals come to.
struct JournalRecords {
  struct Result: Sendable {
    var key: String
    var mark: FileStamp
    /// The sum of its bytes.
    var content: String?
  }

  /// By the output's path from the root. Of several runs that were at one output at a time, one alone has given it the
  /// name.
  private var results: [String: [Result]] = [:]
  /// Whether the journal ends within a line.
  var isCutOff = false
  /// How many lines and bytes of the journal are read.
  private var lines = 0
  private var end = 0

  /// Takes in the lines of a journal behind those that are known.
  mutating func read(on file: JournalFile) throws(Failure) {
    var lines = try file.lines(from: end)
    while let text = try lines.read() {
      self.lines += 1
      add(text)
    }
    (end, isCutOff) = (lines.end, lines.isCutOff)
  }

  /// Takes in another journal.
  mutating func add(_ file: JournalFile) throws(Failure) {
    var lines = try file.lines()
    while let text = try lines.read() { add(text) }
  }

  private mutating func add(_ text: ArraySlice<UInt8>) {
    guard let line = Journal.Line(text), let result = line.result else { return }
    results[result.output, default: []].append(
      Result(key: result.key, mark: result.mark, content: line.content))
  }

  /// What was done of an output, by its path from the root.
  func results(of output: String) -> [Result] { results[output] ?? [] }

  // MARK: How much of it is of use

  /// Whether one of so many bytes is to be looked at, though nobody asks for what is in it: when the last lines have
  /// brought it over a power of two.
  static func isDue(_ size: Int) -> Bool {
    guard size >= smallBytes else { return false }
    return size - 1 << (Int.bitWidth - 1 - size.leadingZeroBitCount) < 4096
  }

  /// Whether less than half of the journal may be of use, as a sample tells. What is small never is.
  var isMostlyStale: Bool {
    guard end >= Self.smallBytes else { return false }
    // In an order that is none.
    let sample = results.prefix(Self.sampled)
    let used = sample.count { output, results in
      let mark = FileStamp(of: output)
      return results.contains { $0.mark.mayBe(mark, at: output) }
    }
    return lines * max(1, sample.count) > 2 * used * results.count
  }

  private static let smallBytes = 1 << 16
  private static let sampled = 512
}

extension Journal.Line {
  /// - Parameter text: without its end.
  init?(_ text: ArraySlice<UInt8>) {
    guard let line = try? JSONDecoder().decode(Self.self, from: Data(text)) else { return nil }
    self = line
  }

  /// Whether a file that begins so is a journal.
  ///
  /// - Parameter start: its first line at least, if that is not cut off.
  static func canBegin(_ start: [UInt8]) -> Bool {
    struct Shape: Decodable {
      var status: String
      var inputs: [String]
      /// Reports have one, which look much the same.
      var schema: Int?
    }
    let line = start.prefix { $0 != UInt8(ascii: "\n") }
    if let shape = try? JSONDecoder().decode(Shape.self, from: Data(line)) { return shape.schema == nil }
    return [#"{"code":"#, #"{"content":"#].contains {
      line.starts(with: $0.utf8) || $0.utf8.starts(with: line)
    }
  }

  /// Of what is done: which file it is, and what it follows from.
  var result: (output: String, key: String, mark: FileStamp)? {
    guard status == "done", let output, let key, let mark else { return nil }
    return (output, key, mark)
  }
}
