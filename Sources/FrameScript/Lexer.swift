import FrameGeometry

extension Unicode.Scalar {
  /// False for blanks and control characters.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}

/// Reads one text byte by byte. Tokens depend on the context, so the parser asks for what it expects instead of
/// receiving a list of tokens.
struct Lexer {
  let bytes: [UInt8]
  let file: Int
  var index = 0
  /// True if the rest of the text was skipped: something missing at its end is then not an error.
  private(set) var gaveUp = false
  /// The layout of the text before the current byte; nil unless a caller needs it.
  var layout: ScriptLayout?
  private let lineStarts: [Int]
  /// For each stretch of bytes, the number of UTF-8 continuation bytes before it: they are not characters, and a line
  /// can be as long as the script.
  private let continuations: [Int]
  private static let stretch = 1024

  init(_ text: String, file: Int) {
    bytes = Array(text.utf8)
    self.file = file
    lineStarts = [0] + bytes.indices.filter { [bytes] in bytes[$0] == Lexer.newline }.map { $0 + 1 }
    var counts = [0]
    for start in stride(from: 0, to: bytes.count, by: Self.stretch) {
      let part = bytes[start..<min(start + Self.stretch, bytes.count)]
      counts.append(counts[counts.count - 1] + part.count { $0 & 0xC0 == 0x80 })
    }
    continuations = counts
    if hasByteOrderMark { index = 3 }
  }

  // MARK: Places

  /// Returns the line and column of a byte; columns count characters.
  func position(at offset: Int) -> ScriptPosition {
    let offset = min(offset, bytes.count)
    let line = lineStarts.partitioningIndex { $0 > offset }
    let start = line == 1 && hasByteOrderMark ? min(3, offset) : lineStarts[line - 1]
    let column = offset - start - continuations(in: start..<offset) + 1
    return ScriptPosition(file: file, line: line, column: column)
  }

  /// Returns the line and column of the current byte.
  func position() -> ScriptPosition { position(at: index) }

  private func continuations(in range: Range<Int>) -> Int {
    guard range.count > Self.stretch else { return bytes[range].count { $0 & 0xC0 == 0x80 } }
    return continuations(before: range.upperBound) - continuations(before: range.lowerBound)
  }

  private func continuations(before offset: Int) -> Int {
    let stretch = offset / Self.stretch
    return continuations[stretch]
      + bytes[stretch * Self.stretch..<offset].count { $0 & 0xC0 == 0x80 }
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var hasByteOrderMark: Bool { bytes.starts(with: Self.byteOrderMark) }

  // MARK: Looking

  var atEnd: Bool { index >= bytes.count }
  var current: UInt8? { peek(0) }

  func peek(_ ahead: Int) -> UInt8? {
    bytes.indices.contains(index + ahead) ? bytes[index + ahead] : nil
  }

  func looking(at text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }

  /// True if a statement ends here: at `;`, the end of a line or of the text, or a closing brace.
  var atStatementEnd: Bool {
    guard let b = current else { return true }
    return b == Self.newline || b == UInt8(ascii: ";") || b == UInt8(ascii: "}")
  }

  static let newline = UInt8(ascii: "\n")

  static func isLetter(_ b: UInt8?) -> Bool {
    guard let b else { return false }
    return (b | 0x20) >= 0x61 && (b | 0x20) <= 0x7A
  }

  static func isDigit(_ b: UInt8?) -> Bool {
    guard let b else { return false }
    return b >= 0x30 && b <= 0x39
  }

  static func isBlank(_ b: UInt8?) -> Bool {
    b == UInt8(ascii: " ") || b == UInt8(ascii: "\t")
  }

  /// For names of variables.
  static func isNameByte(_ b: UInt8?) -> Bool {
    isLetter(b) || isDigit(b) || b == UInt8(ascii: "_")
  }

  /// For statements, keywords and names of layers.
  static func isWordByte(_ b: UInt8?) -> Bool { isNameByte(b) || b == UInt8(ascii: "-") }

  // MARK: Moving

  /// Skips the rest of the text.
  mutating func giveUp() {
    index = bytes.count
    gaveUp = true
  }

  /// Skips spaces, and unless a color is expected, a comment.
  mutating func skipBlanks(comments: Bool = true) {
    while let b = current, b == 0x20 || b == 0x09 || b == 0x0D { index += 1 }
    guard comments, current == UInt8(ascii: "#") else { return }
    let start = index
    while let b = current, b != Self.newline { index += 1 }
    layout?.literals.append(start..<index)
  }

  /// Adds a statement to the layout. It ends before the current byte.
  mutating func addStatement(from start: Int) {
    guard let literals = layout?.literals else { return }
    // The parser may have passed blanks and a comment when it looked for an optional argument.
    var end = index
    if let last = literals.last, last.upperBound == end, bytes[last.lowerBound] == UInt8(ascii: "#") {
      end = last.lowerBound
    }
    while end > start, Self.isBlank(bytes[end - 1]) || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    layout?.statements.append(start..<end)
  }

  /// Skips spaces, comments, line ends and `;`.
  mutating func skipBetweenStatements() {
    while true {
      skipBlanks()
      guard let b = current, b == Self.newline || b == UInt8(ascii: ";") else { return }
      index += 1
    }
  }

  /// Consumes `text` if it is next.
  mutating func take(_ text: StaticString) -> Bool {
    guard looking(at: text) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  /// Consumes the longest run of bytes of a kind.
  mutating func take(while isPart: (UInt8?) -> Bool) -> String {
    let start = index
    while isPart(current) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// The next word, without consuming it.
  var word: String {
    var ahead = self
    return ahead.take(while: Self.isWordByte)
  }

  /// Returns the first words of a line from a byte on, separated by blanks.
  func words(from start: Int, atMost count: Int) -> [Substring] {
    // Names and keywords are short.
    let line = bytes[start...].prefix(1024).prefix { $0 != Self.newline && $0 != UInt8(ascii: "\r") }
    return Array(String(decoding: line, as: UTF8.self).split(separator: " ").prefix(count))
  }

  /// Returns the text from a byte to the current one.
  func text(from start: Int) -> String { String(decoding: bytes[start..<index], as: UTF8.self) }

  /// The next word, number or character, for errors.
  var found: String {
    guard let b = current else { return "the end of the script" }
    switch b {
    case Self.newline, UInt8(ascii: ";"), UInt8(ascii: "#"): return "the end of the statement"
    case UInt8(ascii: "\""): return "a string"
    case let b where Self.isBlank(b): return "a blank"
    default: break
    }
    var ahead = self
    let run = ahead.take { Self.isWordByte($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "$") }
    if !run.isEmpty { return "'\(run)'" }
    var end = index + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let text = String(decoding: bytes[index..<end], as: UTF8.self)
    if let scalar = text.unicodeScalars.first, !scalar.isVisible {
      return "the character U+" + String(scalar.value, digits: 4, radix: 16).uppercased()
    }
    return "'\(text)'"
  }
}
