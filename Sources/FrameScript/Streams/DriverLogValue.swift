import FrameGeometry
import FrameImage

/// The text of a value in a log, which can span lines.
struct DriverLogValue {
  let start: ScriptPosition
  private let isInspected: Bool
  private var text: [UInt8] = []
  /// The starts of its lines in the text, and in the log.
  private var starts: [(offset: Int, line: Int, column: Int)] = []
  private var depth = 0
  /// The quote of the string that is open.
  private var quote: UInt8?
  private var isEscaped = false

  init(start: ScriptPosition, isInspected: Bool) { (self.start, self.isInspected) = (start, isInspected) }

  /// True if its brackets are closed.
  var isComplete: Bool { depth == 0 && quote == nil }

  mutating func add(_ part: ArraySlice<UInt8>, of line: Int, column: Int) {
    starts.append((text.count, line, column))
    text += part
    text.append(Lexer.newline)
    for byte in part {
      if let open = quote {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == open {
          quote = nil
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): quote = byte
      case UInt8(ascii: "'"), UInt8(ascii: "`"): if isInspected { quote = byte }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
  }

  func parse(_ limits: Limits) throws(ScriptError) -> JSONValue {
    let string = String(decoding: text, as: UTF8.self)
    if isInspected, ["[Object]", "[Array]", " more item"].contains(where: string.contains) {
      throw ScriptError(.driverLog(.abridged), at: start)
    }
    return try ScriptError.placing(by: position) { () throws(ScriptError) in
      var reader = JSONReader(string, file: start.file, nesting: limits.nesting)
      reader.isInspected = isInspected
      reader.memory = (text.count, limits.memory)
      reader.skipBlanks()
      return try reader.readValue()
    }
  }

  /// Returns the position in the log of a byte of the value.
  func position(at offset: Int) -> ScriptPosition {
    let line = starts[max(0, starts.partitioningIndex { $0.offset > offset } - 1)]
    let before = text[line.offset..<max(line.offset, min(offset, text.count))]
    return ScriptPosition(
      file: start.file, line: line.line, column: line.column + before.count { $0 & 0xC0 != 0x80 } + 1)
  }
}
