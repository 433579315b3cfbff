import FrameImage

/// A file that a script names, as the loader returns it.
package enum LoadedFile {
  case text(ScriptFile)
  /// A log, whose text is never held as a whole.
  case log(LogFile)
}

extension ScriptFile {
  /// Returns true for recorded touches, which have the limit of logs.
  ///
  /// - Parameter start: The first `LogFile.startLength` bytes.
  package static func isRecording(_ start: some Collection<UInt8>) -> Bool {
    LogFile.format(of: start) != nil || StreamReader.reads(start)
  }
}

/// A log of touches, which is read in pieces.
package struct LogFile {
  /// The formats that are recognized by the start of a text.
  package enum Format: Sendable {
    /// Events of a touchscreen.
    case input
    /// The log of a WebDriver server or client.
    case driver
  }

  package let name: String
  package let format: Format
  /// Returns the next bytes; none at the end.
  let read: () throws(ScriptError) -> [UInt8]

  package init(name: String, format: Format, read: @escaping () throws(ScriptError) -> [UInt8]) {
    (self.name, self.format, self.read) = (name, format, read)
  }

  /// Creates a log of a text; nil if the text is none.
  init?(_ file: ScriptFile) {
    guard let format = Self.format(of: file.text.utf8.prefix(Self.startLength)) else { return nil }
    var rest = file.text.utf8[...]
    self.init(name: file.name, format: format) { () throws(ScriptError) in
      let piece = rest.prefix(Self.pieceLength)
      rest = rest[piece.endIndex...]
      return Array(piece)
    }
  }

  /// The number of bytes that are read at once.
  package static let pieceLength = 1 << 18

  /// The number of bytes that decide the format.
  package static let startLength = 1 << 14

  /// Returns the format of a log; nil for other texts.
  ///
  /// - Parameter start: The first `startLength` bytes.
  package static func format(of start: some Collection<UInt8>) -> Format? {
    var lines = start.split(separator: Lexer.newline, maxSplits: 100).prefix(100).map { Array($0)[...] }
    if let first = lines.first, first.starts(with: Lexer.byteOrderMark) {
      lines[0] = first.dropFirst(Lexer.byteOrderMark.count)
    }
    if InputLogLine.begins(lines) { return .input }
    return DriverLogLine.begins(lines) ? .driver : nil
  }
}

/// The lines of a log.
struct LogLines {
  /// The number of the line that was read last; the first is 1.
  private(set) var number = 0
  /// The number of bytes so far.
  private(set) var count = 0
  /// A hash of all bytes so far, which tells whether a log has changed.
  private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The line that was read last.
  private(set) var line: ArraySlice<UInt8> = []
  private var piece: [UInt8] = []
  private var index = 0
  private var isASCII = true
  private let file: Int
  private let limits: Limits
  private let read: () throws(ScriptError) -> [UInt8]

  /// - Parameters:
  ///   - file: The log's index in the script's files.
  ///   - earlier: The number of bytes of other recorded touches, which have the same limit.
  init(_ log: LogFile, file: Int, limits: Limits, after earlier: Int) {
    (read, self.file, self.limits, count) = (log.read, file, limits, earlier)
  }

  /// The position of the line.
  var position: ScriptPosition { ScriptPosition(file: file, line: max(number, 1)) }

  /// Reads the next line, without its end.
  ///
  /// - Returns: false at the end of the log.
  mutating func advance() throws(ScriptError) -> Bool {
    line = []
    if let end = piece[index...].firstIndex(of: Lexer.newline) {
      try take(to: end)
      return true
    }
    // The line continues in the next pieces.
    piece.removeFirst(index)
    index = 0
    while true {
      let next = try read()
      if next.isEmpty {
        if piece.isEmpty { return false }
        try take(to: piece.count)
        return true
      }
      try check(next)
      let start = piece.count
      if piece.isEmpty { piece = next } else { piece += next }
      if let end = piece[start...].firstIndex(of: Lexer.newline) {
        try take(to: end)
        return true
      }
    }
  }

  private mutating func take(to end: Int) throws(ScriptError) {
    line = piece[index..<end]
    number += 1
    index = min(end + 1, piece.count)
    if number == 1, line.starts(with: Lexer.byteOrderMark) {
      line = line.dropFirst(Lexer.byteOrderMark.count)
    }
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    if !isASCII, String(validating: line, as: UTF8.self) == nil {
      let start = String(decoding: line, as: UTF8.self).unicodeScalars.prefix { $0 != "\u{FFFD}" }
      var place = position
      place.column = start.count + 1
      throw ScriptError(.logLineNotUTF8, at: place)
    }
  }

  private mutating func check(_ next: [UInt8]) throws(ScriptError) {
    if limits.cancellation?.isCancelled == true {
      throw ScriptError(.scene(.limit(.cancelled)), at: position)
    }
    count += next.count
    try position.check(.logBytes, count, atMost: limits.logBytes)
    var all: UInt8 = 0
    // FNV-1a.
    for byte in next {
      all |= byte
      digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    // Once there are other characters, each line is checked.
    if all >= 0x80 { isASCII = false }
  }
}
