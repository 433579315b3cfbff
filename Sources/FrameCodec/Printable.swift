// Text that is not frameit's own (names, scripts, metadata, words of plugins) reaches people through the functions of
// this file: `printable` for each line, where the line is made, and `printable(keeping:)` for all that goes to stderr or
// stdout as text.

extension String {
  /// A file's name, or other words that are not ours, as a terminal can show them on one line: control characters
  /// (ISO 6429), which it would take for commands, and bytes that are no Unicode are spelled as in C. A line break in a
  /// name or a message cannot make up a line of a log.
  public var printable: String {
    if isEmpty { return "''" }
    if isPlain { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if let byte = scalar.byteOfName ?? scalar.control {
        text += Self.spelled(byte)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// A file's name as a word of a sentence: in quotes, where it could be more words or less.
  public var quoted: String {
    guard contains(where: { $0.isWhitespace || $0 == "'" || $0 == "\"" }) else { return printable }
    return contains("'") ? "\"\(printable)\"" : "'\(printable)'"
  }

  /// The text without control characters, but for some, and without those at the end of plane 16, by which names that
  /// are no Unicode are told apart. Every character has its place, so that a caret may stand below it.
  public func printable(keeping kept: String) -> String {
    if isPlain { return self }
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars {
      let isControl = scalar.control != nil && !kept.unicodeScalars.contains(scalar)
      scalars.append(isControl || scalar.byteOfName != nil ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  /// Whether it is ASCII without control characters, as nearly all text is.
  private var isPlain: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

  private static func spelled(_ byte: UInt8) -> String {
    switch byte {
    case 0x09: return "\\t"
    case 0x0A: return "\\n"
    case 0x0D: return "\\r"
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      return "\\x" + (digits.count < 2 ? "0" : "") + digits
    }
  }
}

extension Unicode.Scalar {
  /// A control character's number; all of them are below 256.
  fileprivate var control: UInt8? {
    properties.generalCategory == .control ? UInt8(truncatingIfNeeded: value) : nil
  }

  /// The byte that a character at the end of plane 16 stands for, in a name that is no Unicode.
  fileprivate var byteOfName: UInt8? {
    (0x10FF80...0x10FFFF).contains(value) ? UInt8(truncatingIfNeeded: value) : nil
  }
}
