/// Splits SVG path data into tokens: SVG 2, part 9.3.9.
struct PathDataLexer {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Returns the letter of a command, or nil at the end.
  mutating func command(isFirst: Bool) throws(PathDataError) -> Character? {
    skipSpace()
    guard let byte = next else { return nil }
    let letter = Character(Unicode.Scalar(byte))
    guard (isFirst ? "Mm" : "MmLlHhVvCcSsQqTtAaZz").contains(letter) else {
      throw PathDataError(isFirst ? .expectedMoveTo : .expectedCommand, at: offset)
    }
    offset += 1
    skipSpace()
    return letter
  }

  /// Returns whether more arguments follow for the same command. A comma requires them.
  mutating func skipToNextRound() -> Bool {
    let hasComma = skipSeparator()
    return hasComma || next.map(Self.beginsNumber) == true
  }

  /// Skips white space and at most one comma.
  ///
  /// - Returns: whether there was a comma.
  @discardableResult
  mutating func skipSeparator() -> Bool {
    skipSpace()
    guard next == UInt8(ascii: ",") else { return false }
    offset += 1
    skipSpace()
    return true
  }

  /// Parses a number with its sign and, if a digit follows the e, its exponent.
  mutating func number() throws(PathDataError) -> Double {
    let begin = offset
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
    var digits = skipDigits()
    if next == UInt8(ascii: ".") {
      offset += 1
      digits = skipDigits()
    }
    guard digits > 0 else {
      offset = begin
      throw PathDataError(.expectedNumber, at: begin)
    }
    skipExponent()
    guard let value = Double(String(decoding: bytes[begin..<offset], as: UTF8.self)), value.isFinite else {
      throw PathDataError(.notFinite, at: begin)
    }
    return value
  }

  /// Parses 0 or 1, which needs no separator after it.
  mutating func flag() throws(PathDataError) -> Bool {
    guard let digit = next, digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1") else {
      throw PathDataError(.expectedFlag, at: offset)
    }
    offset += 1
    return digit == UInt8(ascii: "1")
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x9 || byte == 0xA || byte == 0xC || byte == 0xD {
      offset += 1
    }
  }

  private mutating func skipDigits() -> Int {
    let begin = offset
    while let byte = next, Self.isDigit(byte) { offset += 1 }
    return offset - begin
  }

  private mutating func skipExponent() {
    let begin = offset
    guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return }
    offset += 1
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
    if skipDigits() == 0 { offset = begin }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func beginsNumber(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}
