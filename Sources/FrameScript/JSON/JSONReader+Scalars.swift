/// Strings, numbers and literals.
extension JSONReader {
  mutating func readString() throws(ScriptError) -> String {
    let start = lexer.index
    let quote = lexer.bytes[start]
    lexer.index += 1
    var text = ""
    while true {
      let run = lexer.index
      while let b = lexer.current, b >= 0x20, b != quote, b != UInt8(ascii: "\\") {
        lexer.index += 1
      }
      text += String(decoding: lexer.bytes[run..<lexer.index], as: UTF8.self)
      switch lexer.current {
      case quote:
        lexer.index += 1
        return text
      case UInt8(ascii: "\\"): text.unicodeScalars.append(try readEscape())
      case nil, Lexer.newline, 0x0D: throw ScriptError(.unterminatedString, at: start)
      default: throw expected("a valid character in a string")
      }
    }
  }

  private mutating func readEscape() throws(ScriptError) -> Unicode.Scalar {
    lexer.index += 1
    let letter = lexer.current
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): break
    case UInt8(ascii: "'") where isInspected: break
    case UInt8(ascii: "u"): return try readCharacterNumber()
    default:
      guard let letter, let control = Self.controls[letter] else { throw expected("a JSON escape") }
      lexer.index += 1
      return control
    }
    lexer.index += 1
    return Unicode.Scalar(letter ?? 0)
  }

  private static let controls: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  /// Parses the rest of `\uXXXX`, or of two that are a surrogate pair.
  private mutating func readCharacterNumber() throws(ScriptError) -> Unicode.Scalar {
    let start = lexer.index
    let first = try readUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if UTF16.isLeadSurrogate(first), lexer.looking(at: "\\u") {
      lexer.index += 1
      let second = try readUnit()
      if UTF16.isTrailSurrogate(second) { return UTF16.decode(UTF16.EncodedScalar([first, second])) }
    }
    throw ScriptError(.expected("a character", found: "an unpaired surrogate"), at: start - 1)
  }

  private mutating func readUnit() throws(ScriptError) -> UInt16 {
    lexer.index += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let b = lexer.current, let digit = Character(Unicode.Scalar(b)).hexDigitValue else {
        throw expected("four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      lexer.index += 1
    }
    return unit
  }

  /// Parses a number, or `true`, `false` or `null`.
  mutating func readScalar() throws(ScriptError) -> JSONValue.Kind {
    let start = lexer.index
    let text = lexer.take {
      Lexer.isWordByte($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "+")
    }
    switch text {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .null
    case "undefined" where isInspected: return .null
    default: break
    }
    let bytes = lexer.bytes[start..<lexer.index]
    if Self.isNumber(bytes) {
      // The sign of -0 is kept.
      if text == "-0" { return .number(-0.0) }
      if let whole = Int64(text) { return .whole(whole) }
      if let natural = UInt64(text) { return .natural(natural) }
      if let number = Double(text), number.isFinite { return .number(number) }
    }
    lexer.index = start
    let isMeantAsNumber = Self.notFinite.contains(text) || bytes.prefix(2).contains { Lexer.isDigit($0) }
    throw isMeantAsNumber ? ScriptError(.badNumber(text), at: start) : expected("a value")
  }

  /// Words of programs that ignore that JSON has none for these.
  private static let notFinite: Set = ["NaN", "Infinity", "-Infinity", "nan", "inf", "-inf"]

  /// `-1.5e+3`: no leading zeros, and digits on both sides of the point.
  private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    func passDigits(_ rest: inout ArraySlice<UInt8>) -> Bool {
      let digits = rest.prefix { Lexer.isDigit($0) }
      rest = rest[digits.endIndex...]
      return !digits.isEmpty
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    if rest.first == UInt8(ascii: "0") {
      rest = rest.dropFirst()
    } else if !passDigits(&rest) {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard passDigits(&rest) else { return false }
    }
    if let b = rest.first, b | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard passDigits(&rest) else { return false }
    }
    return rest.isEmpty
  }
}
