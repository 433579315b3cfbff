import FrameCodec
import FrameScript
import Platform

@testable import FrameBatch

/// A harness that reads arbitrary bytes as a journal, because another run, a full disk or an editor may have written it.
/// It reads the lines and their records, then reads the file in two parts, like a run that shares its journal with
/// another run.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    let done =
      #"{"content":"00112233445566778899aabbccddeeff","inputs":["a.png"],"key":"00112233445566778899aabbccddeeff","#
      + #""mark":{"device":1,"number":2,"size":3,"time":4},"output":"/o/a.png","status":"done"}"#
    let failed = #"{"code":4,"errors":["b.png: the file is empty"],"inputs":["b.png"],"status":"failed"}"#
    let far =
      #"{"inputs":[],"key":"","mark":{"device":18446744073709551615,"number":0,"size":-9223372036854775808,"#
      + #""time":9223372036854775807},"output":"","status":"done"}"#
    return [
      done + "\n" + failed + "\n", done + "\n" + done + "\n" + String(failed.prefix(30)), far + "\n" + done,
      "\n\n" + failed + "\r\n", "", "{}", #"{"status":"done","inputs":[],"schema":1}"#,
    ].map { Array($0.utf8) }
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    checkLines(bytes)
    _ = Journal.Line.canBegin(bytes)
    let part = bytes.count * Int(choice.byte) / 256
    guard let whole = read(bytes, splitAt: bytes.count), let halves = read(bytes, splitAt: part) else {
      return
    }
    // An incomplete last line is ignored.
    let lines = bytes[..<(bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0)].split(separator: UInt8(ascii: "\n"))
    for line in lines {
      guard let result = Journal.Line(line)?.result else { continue }
      let known = whole.results(of: result.output)
      hold(known.count == halves.results(of: result.output).count)
      let fileState = FileState(of: "/none", result.stamp, known, fingerprint: result.fingerprint)
      hold(known.isEmpty || fileState == .upToDate || fileState == .outdated)
    }
  }

  private static func checkLines(_ bytes: [UInt8]) {
    var lines = JournalReader(ByteInput(bytes: bytes), "j", from: 0)
    while let line = try? lines.read() {
      hold(!line.isEmpty && !line.contains(UInt8(ascii: "\n")))
      hold(lines.end <= bytes.count)
    }
    hold(lines.end == (bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0))
    hold(lines.endsMidLine == (lines.end < bytes.count))
  }

  /// A file in memory that has a path.
  private static let file: (descriptor: Int32, path: String) = {
    let path = "/dev/shm/frameit-fuzz-journal-\(getpid())"
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { fatalError("cannot create a file in /dev/shm") }
    return (descriptor, path)
  }()

  private static func read(_ bytes: [UInt8], splitAt offset: Int) -> JournalRecords? {
    ftruncate(file.descriptor, 0)
    guard pwrite(file.descriptor, bytes, offset, 0) == offset,
      let journal = try? JournalFile(reading: file.path)
    else { return nil }
    var records = JournalRecords()
    try? records.read(on: journal)
    let rest = Array(bytes[offset...])
    _ = pwrite(file.descriptor, rest, rest.count, off_t(offset))
    try? records.read(on: journal)
    return records
  }
}
