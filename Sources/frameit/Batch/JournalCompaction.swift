import FrameCodec
import FrameKit

/// Leaves out of a journal what is of no use any more: results that were replaced or removed, and failures that were
/// tried again.
struct JournalCompaction {
  private struct Place: Hashable {
    var output: String
    var device: UInt64
  }

  private var count = 0
  /// The numbers of the lines that count: of files that are as they were left, and of those that may be.
  private var exact: [Place: Int] = [:]
  private var likely: [Place: Int] = [:]
  /// By the inputs.
  private var failures: [[String]: Int] = [:]
  /// Lines that say something else, if to another version.
  private var others: Set<Int> = []
  private var marks: [String: FileStamp?] = [:]

  /// Writes a journal anew, beside it, and puts that in its place: a kill leaves the one or the other.
  ///
  /// - Parameter file: is held alone.
  static func tidy(_ file: JournalFile) throws(Failure) {
    var tidying = JournalCompaction()
    var lines = try file.lines()
    while let text = try lines.read() { tidying.look(at: text) }
    let results = tidying.likely.merging(tidying.exact) { $1 }
    let kept = Set(results.values).union(tidying.failures.values).union(tidying.others)
    guard kept.count * 2 <= tidying.count else { return }
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

  private mutating func look(at text: ArraySlice<UInt8>) {
    defer { count += 1 }
    let line = Journal.Line(text)
    if let line, let result = line.result {
      failures[line.inputs] = nil
      let place = Place(output: result.output, device: result.mark.device)
      let now = mark(of: result.output)
      if now == result.mark {
        exact[place] = count
      } else if result.mark.mayBe(now, at: result.output) {
        likely[place] = count
      }
    } else if let line, line.status == "failed" {
      failures[line.inputs] = count
    } else {
      others.insert(count)
    }
  }

  /// Of what has this name now.
  private mutating func mark(of output: String) -> FileStamp? {
    if let known = marks[output] { return known }
    let mark = FileStamp(of: output)
    marks[output] = .some(mark)
    return mark
  }
}
