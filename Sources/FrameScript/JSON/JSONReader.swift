import FrameImage

/// Reads JSON values (RFC 8259) from a text, one after another.
///
/// We have our own reader because it knows the byte offset of each value and each error, keeps whole numbers exact,
/// finds repeated keys, handles one value per line, and needs nothing of the system.
struct JSONReader {
  var lexer: Lexer
  /// True if a value must end on the line it begins on.
  var isLineByLine = false
  /// True for a value that `util.inspect` of Node.js has printed: keys can have no quotes, and strings have any quotes.
  var isInspected = false
  private let nesting: Int
  private var depth = 0
  /// The largest number of values in a file of data; nil for other texts.
  var mostValues: Int?
  /// The bytes that are held beside a value, and the limit of all; nil for texts that are short.
  var memory: (held: Int, limit: Int)?
  /// The bytes of the present value, roughly.
  private var bytes = 0
  /// The number of values so far, including those in arrays and objects.
  private var values = 0

  init(_ text: String, file: Int, nesting: Int) { self.init(Lexer(text, file: file), nesting: nesting) }

  init(_ lexer: Lexer, nesting: Int) {
    self.lexer = lexer
    self.nesting = nesting
  }

  // MARK: Values

  /// The memory of an array's value, and of an object with the room for its first members.
  private static let valueBytes = 64
  private static let objectBytes = 512

  mutating func readValue() throws(ScriptError) -> JSONValue {
    let start = lexer.index
    values += 1
    if let mostValues, values > mostValues { throw DataReader.limitError(mostValues, at: start) }
    if depth == 0 { bytes = 0 }
    bytes += Self.valueBytes
    if let memory {
      try ScriptPosition(offset: start).check(.scriptMemory, memory.held + bytes, atMost: memory.limit)
    }
    let kind: JSONValue.Kind
    switch lexer.current {
    case UInt8(ascii: "{"): kind = .object(try nested { reader throws(ScriptError) in try reader.members() })
    case UInt8(ascii: "["): kind = .array(try nested { reader throws(ScriptError) in try reader.items() })
    case UInt8(ascii: "\""): kind = .string(try readString())
    case UInt8(ascii: "'") where isInspected, UInt8(ascii: "`") where isInspected:
      kind = .string(try readString())
    default: kind = try readScalar()
    }
    return JSONValue(kind: kind, offset: start)
  }

  private mutating func members() throws(ScriptError) -> [JSONMember] {
    var members: [JSONMember] = []
    // A touch has this many; a stream is a million objects of that size.
    members.reserveCapacity(6)
    bytes += Self.objectBytes
    try list(until: UInt8(ascii: "}")) { reader throws(ScriptError) in
      let start = reader.lexer.index
      let key = try reader.readKey()
      reader.skipBlanks()
      guard reader.accept(UInt8(ascii: ":")) else { throw reader.expected("':'") }
      reader.skipBlanks()
      let value = try reader.readValue()
      // What has no value in JavaScript is printed nevertheless.
      if reader.isInspected, case .null = value.kind { return }
      members.append(JSONMember(key: key, offset: start, value: value))
    }
    return members
  }

  private mutating func readKey() throws(ScriptError) -> String {
    switch lexer.current {
    case UInt8(ascii: "\""): return try readString()
    case UInt8(ascii: "'") where isInspected: return try readString()
    case let byte where isInspected && Lexer.isNameByte(byte): return lexer.take(while: Lexer.isNameByte)
    default: throw expected("a key in quotes")
    }
  }

  private mutating func items() throws(ScriptError) -> [JSONValue] {
    var values: [JSONValue] = []
    try list(until: UInt8(ascii: "]")) { reader throws(ScriptError) in
      values.append(try reader.readValue())
    }
    return values
  }

  /// Parses comma-separated parts after the opening bracket, up to the closing one.
  private mutating func list(
    until close: UInt8, _ readPart: (inout JSONReader) throws(ScriptError) -> Void
  ) throws(ScriptError) {
    lexer.index += 1
    skipBlanks()
    if accept(close) { return }
    while true {
      try readPart(&self)
      skipBlanks()
      if accept(close) { return }
      guard accept(UInt8(ascii: ",")) else {
        throw expected("',' or '\(Character(Unicode.Scalar(close)))'")
      }
      skipBlanks()
    }
  }

  /// Runs `body` one level deeper. The text determines the depth, so there is a limit.
  private mutating func nested<R>(
    _ body: (inout JSONReader) throws(ScriptError) -> R
  ) throws(ScriptError) -> R {
    depth += 1
    defer { depth -= 1 }
    try ScriptPosition(offset: lexer.index).check(.nesting, depth, atMost: nesting)
    return try body(&self)
  }

  // MARK: Between values

  /// Skips spaces, and line ends unless values end with their line.
  mutating func skipBlanks() {
    while let b = lexer.current, b == 0x20 || b == 0x09 || b == 0x0D || b == Lexer.newline {
      if b == Lexer.newline, isLineByLine { return }
      lexer.index += 1
    }
  }

  /// Skips spaces and line ends, up to the next value.
  mutating func skipBetweenValues() {
    while true {
      skipBlanks()
      guard lexer.current == Lexer.newline else { return }
      lexer.index += 1
    }
  }

  mutating func skipLine() {
    while let b = lexer.current, b != Lexer.newline { lexer.index += 1 }
  }

  /// - Throws: an error if more follows on the line.
  mutating func endLine() throws(ScriptError) {
    while let b = lexer.current, b == 0x20 || b == 0x09 || b == 0x0D { lexer.index += 1 }
    guard lexer.atEnd || lexer.current == Lexer.newline else { throw expected("the end of the line") }
  }

  private mutating func accept(_ byte: UInt8) -> Bool {
    guard lexer.current == byte else { return false }
    lexer.index += 1
    return true
  }

  func expected(_ what: String) -> ScriptError {
    ScriptError(.expected(what, found: found), at: lexer.index)
  }

  private var found: String {
    switch lexer.current {
    case Lexer.newline, 0x0D: "the end of the line"
    case nil where isLineByLine: "the end of the line"
    case nil where mostValues != nil: "the end of the file"
    case UInt8(ascii: ";"): "';'"
    case UInt8(ascii: "#"): "'#'"
    default: lexer.found
    }
  }
}
