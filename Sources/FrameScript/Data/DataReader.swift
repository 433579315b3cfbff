import FrameGeometry
import FrameImage
import FrameScene

/// Reads files of data as values of variables.
enum DataReader {
  /// The largest number of values in a file.
  static let mostValues = 1_000_000

  /// Returns the error for a file with more than `most` values.
  static func limitError(_ most: Int, at offset: Int) -> ScriptError {
    ScriptError(
      LimitExceeded(.parts("values in a data file"), needed: most + 1, allowed: most), at: offset)
  }

  /// Reads a file of at most `most` values.
  ///
  /// - Throws: the first error of the text.
  static func value(
    of file: DataFile, limits: Limits, most: Int = mostValues
  ) throws(ScriptError) -> Value {
    try file.read { lexer throws(ScriptError) in
      if file.path.lowercased().hasSuffix(".csv") {
        var reader = CSVReader(lexer, limits: limits, mostValues: most)
        return try reader.read()
      }
      var reader = JSONReader(lexer, nesting: limits.nesting)
      return try reader.readData(nesting: limits.nesting, most: most)
    }
  }

  /// Reads lookup tables of colors.
  ///
  /// - Throws: the first error of the text.
  static func lookup(of file: DataFile, limits: Limits) throws(ScriptError) -> ColorLookup {
    try file.read { lexer throws(ScriptError) in
      var reader = CubeReader(lexer, limits: limits)
      return try reader.read(path: file.path)
    }
  }
}

extension ColorLookup {
  /// Reads the text of a .cube file.
  ///
  /// - Parameter path: The name of the table.
  /// - Throws: the first error of the text.
  package init(cube text: String, path: String, limits: Limits) throws(ScriptError) {
    self = try DataReader.lookup(of: DataFile(path: path, text: text, index: 0), limits: limits)
  }
}

/// A file that is read before the script runs.
package struct DataFile {
  /// As the script names it.
  let path: String
  let text: String
  /// The index in the script's files.
  let index: Int

  fileprivate func read<Result>(
    _ content: (Lexer) throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    let lexer = Lexer(text, file: index)
    return try ScriptError.placing(by: lexer.position) { () throws(ScriptError) in
      if let nul = lexer.bytes.firstIndex(of: 0) { throw ScriptError(.nulByte, at: nul) }
      return try content(lexer)
    }
  }

  /// True if a path has the extension of any kind.
  package static func isNamed(_ path: String) -> Bool { Kind.allCases.contains { $0.names(path) } }

  package enum Kind: CaseIterable, Equatable, Sendable {
    case values, lookup

    /// True if a path has the extension of this kind.
    func names(_ path: String) -> Bool { extensions.contains(where: path.lowercased().hasSuffix) }

    package var extensions: [String] {
      switch self {
      case .values: [".json", ".csv"]
      case .lookup: [".cube"]
      }
    }
  }
}

extension JSONReader {
  /// Reads a text that is one JSON value.
  fileprivate mutating func readData(nesting: Int, most: Int) throws(ScriptError) -> Value {
    mostValues = most
    skipBlanks()
    guard !lexer.atEnd else { throw ScriptError(.data(.empty), at: lexer.index) }
    let value = try readValue()
    skipBlanks()
    guard lexer.atEnd else { throw expected("the end of the data") }
    var names: [[String]: FieldNames] = [:]
    return try Value(value, nesting: nesting, &names)
  }
}

extension Value {
  /// Creates the value of a parameter from its text: lists and records are written as JSON, other texts are texts.
  package init(parameter text: String, nesting: Int) {
    self = .text(text)
    let first = text.utf8.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else { return }
    var reader = JSONReader(Lexer(text, file: 0), nesting: nesting)
    if let value = try? reader.readData(nesting: nesting, most: DataReader.mostValues) { self = value }
  }

  /// - Parameter known: The names of earlier records, which many records share.
  fileprivate init(
    _ json: JSONValue, nesting: Int, _ known: inout [[String]: FieldNames]
  ) throws(ScriptError) {
    switch json.kind {
    case .null: self = .text("")
    case .boolean(let value): self = .number(value ? 1 : 0)
    // A whole number that a Double cannot hold keeps its digits as a text.
    case .whole(let whole): self = Double(exactly: whole).map(Value.number) ?? .text("\(whole)")
    case .natural(let natural): self = Double(exactly: natural).map(Value.number) ?? .text("\(natural)")
    case .number(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .array(let items):
      var values: [Value] = []
      values.reserveCapacity(items.count)
      for item in items { values.append(try Value(item, nesting: nesting, &known)) }
      self = .list(try limited(ValueList(values, nesting: nesting), at: ScriptPosition(offset: json.offset)))
    case .object(let members):
      var values: [Value] = []
      try members.forEachUnique { member throws(ScriptError) in
        values.append(try Value(member.value, nesting: nesting, &known))
      }
      let names = members.map(\.key)
      let fields = known[names] ?? FieldNames(names)
      known[names] = fields
      let record = try limited(
        ValueRecord(fields, values, nesting: nesting), at: ScriptPosition(offset: json.offset))
      self = .record(record)
    }
  }
}

/// An error in a file of data, or of its name.
package enum DataProblem: Equatable, Sendable {
  /// Another extension than those of this kind of file.
  case unknownFormat(String, DataFile.Kind)
  case nameNotLiteral(DataFile.Kind)
  case unreadable(String, reason: String)
  case empty
  /// A row of CSV with another number of values than the header.
  case valueCount(Int, wanted: Int)
  case openQuote
  /// A quote inside of a value that does not begin with one, or text after the closing quote.
  case strayQuote
  case repeatedColumn(String)
  /// A column without a name, from 1.
  case unnamedColumn(Int)
  /// A header of one column that contains this separator of other dialects.
  case otherSeparator(String)
}
