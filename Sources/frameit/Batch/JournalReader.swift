import FrameCodec
import FrameKit

/// The whole lines of a journal, one after the other. One that was cut off, as the disk was full or the machine
/// stopped, is none.
struct JournalReader {
  private let input: ByteInput
  private let path: String
  /// Where to read on, and what is read and has no end yet.
  private var place: Int
  private var rest: [UInt8] = []
  private var lines: [ArraySlice<UInt8>] = []
  private var next = 0

  /// Whether the line whose end is looked for is longer than any of ours. It is passed over.
  private var isTooLong = false

  private static let piece = 1 << 20
  private static let longestLine = 64 << 20

  init(_ input: ByteInput, _ path: String, from start: Int) {
    (self.input, self.path, place) = (input, path, start)
  }

  /// - Throws: `Failure` of status `output`, where it cannot be read.
  mutating func read() throws(Failure) -> ArraySlice<UInt8>? {
    while next == lines.count {
      let bytes: [UInt8]
      do throws(CodecError) {
        bytes = try input.read(at: place, count: min(Self.piece, max(0, input.length - place)))
      } catch {
        throw Failure(.output, error.message, of: path)
      }
      guard !bytes.isEmpty else { return nil }
      place += bytes.count
      let newline = UInt8(ascii: "\n")
      guard let last = bytes.lastIndex(of: newline) else {
        rest += bytes
        if rest.count > Self.longestLine { (rest, isTooLong) = ([], true) }
        continue
      }
      lines = (rest + bytes[...last]).split(separator: newline)
      // The first is the end of what was too long.
      next = isTooLong && !lines.isEmpty ? 1 : 0
      isTooLong = false
      rest = Array(bytes[(last + 1)...])
    }
    defer { next += 1 }
    return lines[next]
  }

  /// Where the lines end that were read.
  var end: Int { place - rest.count }

  /// Whether something is behind them, when all are read.
  var isCutOff: Bool { !rest.isEmpty || isTooLong }
}
