import FrameGeometry

// Text that is not frameit's own (names, scripts, metadata, plugins' texts) is printed only through the functions of
// this file: `printable` for each line where it is made, and `printable(keeping:)` for everything that goes to stderr
// or stdout as text.

extension String {
  /// The text as a terminal can show it on one line: control characters (ISO 6429), which it would interpret as
  /// commands, and bytes that are not Unicode are escaped as in C. So a line break in a name or message cannot forge
  /// a line of a log.
  package var printable: String {
    if isEmpty { return "''" }
    if isPlain() { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if let byte = scalar.byteOfName ?? scalar.control {
        text += Self.spelled(byte)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// A file name as a word of a sentence: quoted if it could be mistaken for several words or none.
  package var quoted: String {
    guard contains(where: { $0.isWhitespace || $0 == "'" || $0 == "\"" }) else { return printable }
    return contains("'") ? "\"\(printable)\"" : "'\(printable)'"
  }

  /// Returns the text without control characters, except some, and without the characters at the end of plane 16 that
  /// stand for bytes of names that are not Unicode. Every character keeps its column, so that a caret can be placed
  /// below it.
  package func printable(keeping kept: String) -> String {
    if isPlain(besides: kept) { return self }
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars {
      let isControl = scalar.control != nil && !kept.unicodeScalars.contains(scalar)
      scalars.append(isControl || scalar.byteOfName != nil ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  /// Returns the text with other texts in place of some scalars, for a syntax in which these have a meaning.
  ///
  /// A `Character` can hide a scalar: "\r\n" is one, and so is U+0600 with a "<" after it. So `replacing` of the standard
  /// library does not find them, but a parser does.
  package func replacing(scalars texts: [Unicode.Scalar: String]) -> String {
    guard unicodeScalars.contains(where: { texts[$0] != nil }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if let other = texts[scalar] { text += other } else { text.unicodeScalars.append(scalar) }
    }
  }

  /// The text as one word of a POSIX shell, in single quotes.
  package var singleQuoted: String { "'" + replacing(scalars: ["'": "'\\''"]) + "'" }

  /// The text as one word of a POSIX shell, in quotes if it needs them.
  package var shellWord: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x2B...0x3A).contains(byte) || byte == UInt8(ascii: "_")
          || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "=")
      }
    return isPlain ? self : singleQuoted
  }

  /// Returns whether it is ASCII without control characters except some, as nearly all text is.
  private func isPlain(besides kept: String = "") -> Bool {
    utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 < 0x20 && kept.utf8.contains($0) }
  }

  private static func spelled(_ byte: UInt8) -> String {
    switch byte {
    case 0x09: return "\\t"
    case 0x0A: return "\\n"
    case 0x0D: return "\\r"
    default: return "\\x" + String(byte, digits: 2, radix: 16).uppercased()
    }
  }
}

extension Unicode.Scalar {
  /// The number of a control character; all are below 256.
  fileprivate var control: UInt8? {
    properties.generalCategory == .control ? UInt8(truncatingIfNeeded: value) : nil
  }

  /// The byte that a character at the end of plane 16 stands for, in a name that is not Unicode.
  fileprivate var byteOfName: UInt8? {
    (0x10FF80...0x10FFFF).contains(value) ? UInt8(truncatingIfNeeded: value) : nil
  }
}
