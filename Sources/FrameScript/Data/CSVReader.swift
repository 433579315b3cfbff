import FrameGeometry
import FrameImage
import FrameScene

/// Reads comma-separated values (RFC 4180) with a header as a list of records.
struct CSVReader {
  private var lexer: Lexer
  private let limits: Limits
  private let mostValues: Int
  private var count = 0

  init(_ lexer: Lexer, limits: Limits, mostValues: Int) {
    (self.lexer, self.limits, self.mostValues) = (lexer, limits, mostValues)
  }

  mutating func read() throws(ScriptError) -> Value {
    guard let header = try readRow() else { throw ScriptError(.data(.empty), at: lexer.index) }
    let columns = try names(in: header)
    let fields = FieldNames(columns.map(\.name))
    let named = Set(columns.map(\.index))
    let unnamed = header.indices.filter { !named.contains($0) }
    var rows: [Value] = []
    while let row = try readRow() {
      guard row.count == header.count else {
        throw ScriptError(.data(.valueCount(row.count, wanted: header.count)), at: row[0].offset)
      }
      for i in unnamed where !row[i].text.isEmpty {
        throw ScriptError(.data(.unnamedColumn(i + 1)), at: row[i].offset)
      }
      let place = ScriptPosition(offset: row[0].offset)
      try limited(limits.checkCancellation(), at: place)
      let values = columns.map { Value(cell: row[$0.index].text) }
      rows.append(.record(try limited(ValueRecord(fields, values, nesting: limits.nesting), at: place)))
    }
    return .list(try limited(ValueList(rows, nesting: limits.nesting), at: ScriptPosition(offset: 0)))
  }

  private typealias Cell = (text: String, offset: Int)

  /// Returns the columns with a name. Others must be empty: programs write them for empty columns of a table.
  private func names(in header: [Cell]) throws(ScriptError) -> [(name: String, index: Int)] {
    var columns: [(name: String, index: Int)] = []
    var seen: Set<String> = []
    for (i, cell) in header.enumerated() {
      let name = cell.text.trimmed
      guard !name.isEmpty else { continue }
      guard seen.insert(name).inserted else {
        throw ScriptError(.data(.repeatedColumn(name)), at: cell.offset)
      }
      columns.append((name, i))
    }
    if header.count == 1 {
      for separator in [";", "\t"] where header[0].text.utf8.contains(separator.utf8.first!) {
        throw ScriptError(.data(.otherSeparator(separator)), at: header[0].offset)
      }
    }
    guard !columns.isEmpty else { throw ScriptError(.data(.unnamedColumn(1)), at: header[0].offset) }
    return columns
  }

  /// - Returns: nil at the end. Empty lines are skipped.
  private mutating func readRow() throws(ScriptError) -> [Cell]? {
    while isLineEnd { skipLineEnd() }
    guard !lexer.atEnd else { return nil }
    var row: [Cell] = []
    while true {
      count += 1
      guard count <= mostValues else { throw DataReader.limitError(mostValues, at: lexer.index) }
      row.append(try readCell())
      guard lexer.take(",") else { break }
    }
    skipLineEnd()
    return row
  }

  private mutating func readCell() throws(ScriptError) -> Cell {
    let start = lexer.index
    guard lexer.looking(at: "\"") else {
      while let b = lexer.current, b != UInt8(ascii: ","), !isLineEnd {
        guard b != UInt8(ascii: "\"") else { throw ScriptError(.data(.strayQuote), at: lexer.index) }
        lexer.index += 1
      }
      return (String(decoding: lexer.bytes[start..<lexer.index], as: UTF8.self), offset: start)
    }
    lexer.index += 1
    var text: [UInt8] = []
    while let b = lexer.current {
      lexer.index += 1
      if b != UInt8(ascii: "\"") {
        text.append(b)
      } else if lexer.take("\"") {
        text.append(b)
      } else {
        guard lexer.atEnd || isLineEnd || lexer.looking(at: ",") else {
          throw ScriptError(.data(.strayQuote), at: lexer.index)
        }
        return (String(decoding: text, as: UTF8.self), offset: start)
      }
    }
    throw ScriptError(.data(.openQuote), at: start)
  }

  private var isLineEnd: Bool { lexer.current == Lexer.newline || lexer.current == 0x0D }

  private mutating func skipLineEnd() {
    if lexer.current == 0x0D { lexer.index += 1 }
    if lexer.current == Lexer.newline { lexer.index += 1 }
  }
}

extension Value {
  /// Creates the value of a cell. A text is a number if the number is written like that: "007", "+5" and "1.50" stay
  /// texts, so that nothing of a postal code or a price is lost.
  fileprivate init(cell text: String) {
    let trimmed = text.trimmed
    if let number = Double(trimmed), number.isFinite, number.scriptText == trimmed {
      self = .number(number)
    } else {
      self = .text(text)
    }
  }
}

extension String {
  /// The text without spaces and tabs at its ends.
  fileprivate var trimmed: String {
    var bytes = utf8[...]
    func isBlank(_ b: UInt8?) -> Bool { b == 0x20 || b == 0x09 }
    while isBlank(bytes.first) { bytes.removeFirst() }
    while isBlank(bytes.last) { bytes.removeLast() }
    return bytes.count == utf8.count ? self : String(bytes) ?? self
  }
}
