import FoundationEssentials
import FrameEngine
import FrameFiles
import FrameScene
import FrameScript

/// The keys of an object.
typealias JobKey = CaseIterable & RawRepresentable<String>

/// The members of an object of a job, read by key and type.
struct JobFields<Key: JobKey> {
  private let fields: [String: JSONValue]

  /// - Parameter members: Members of which no two have the same key.
  init(_ members: [JSONMember]) {
    fields = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// The value of a key; nil if it is missing or `null`.
  subscript(key: Key) -> JSONValue? { self[key.rawValue] }

  /// The value of any key; nil if it is missing or `null`.
  subscript(key: String) -> JSONValue? {
    guard let value = fields[key] else { return nil }
    if case .null = value.kind { return nil }
    return value
  }

  /// The value of a key, even if it is `null`.
  func given(_ key: Key) -> JSONValue? { fields[key.rawValue] }

  func has(_ key: Key) -> Bool { self[key] != nil }

  /// Refuses unknown keys. A misspelled key would be silently ignored.
  func checkKeys(_ known: [String] = Key.allCases.map(\.rawValue)) throws(BatchError) {
    guard let unknown = fields.keys.filter({ !known.contains($0) }).min() else { return }
    throw BatchError(.serveJob(.unknownKey(unknown, nearest: unknown.nearest(in: known), known: known)))
  }

  /// Returns the error for an invalid value.
  func invalid(_ key: Key, _ expected: String) -> BatchError {
    BatchError(.serveJob(.invalid(key.rawValue, expected: expected)))
  }

  /// Returns the value of a key; nil if it is missing.
  ///
  /// - Parameters:
  ///   - expected: The allowed values, as a noun phrase.
  ///   - convert: Returns nil for a value that is not allowed.
  private func read<Value>(
    _ key: Key, _ expected: String, _ convert: (JSONValue) -> Value?
  ) throws(BatchError) -> Value? {
    guard let value = self[key] else { return nil }
    guard let result = convert(value) else { throw invalid(key, expected) }
    return result
  }

  func string(_ key: Key) throws(BatchError) -> String? { try read(key, "a string") { $0.string } }

  func boolean(_ key: Key) throws(BatchError) -> Bool? {
    try read(key, "true or false") { if case .boolean(let boolean) = $0.kind { boolean } else { nil } }
  }

  /// Reads a string, or any number, as an option with this value.
  func decimal<Value>(
    _ key: Key, _ expected: String, _ parse: (String) -> Value?
  ) throws(BatchError) -> Value? {
    try read(key, expected) { value in
      if case .number(let number) = value.kind { parse("\(number)") } else { value.argument.flatMap(parse) }
    }
  }

  /// Returns the elements of an array. A single value is an array of one.
  func list(_ key: Key) -> [JSONValue] {
    guard let value = self[key] else { return [] }
    if case .array(let items) = value.kind { return items }
    return [value]
  }

  func natural(_ key: Key, _ expected: String) throws(BatchError) -> UInt64? {
    try read(key, expected) { value in
      if case .natural(let natural) = value.kind {
        natural
      } else {
        value.whole.flatMap { UInt64(exactly: $0) }
      }
    }
  }

  /// Reads a string, or a whole number, as an option with this value.
  func value<Value: ArgumentValue>(_ key: Key) throws(BatchError) -> Value? {
    try read(key, Value.allowedValues) { $0.argument.flatMap(Value.init) }
  }

  /// Sets an option of an encoding, unless its key is missing.
  func set(_ option: EncodingOption, of settings: inout EncodingSettings) throws(BatchError) {
    guard let value = self[option.key] else { return }
    let text: String? =
      switch value.kind {
      case .boolean(let boolean): option.isBoolean ? "\(boolean)" : nil
      case .string(let word) where word != option.onlyString ?? word: nil
      default: option.isBoolean ? nil : value.argument
      }
    guard let text, option.set(&settings, text) else {
      throw BatchError(.serveJob(.invalid(option.key, expected: option.allowedJSON)))
    }
  }

  /// Reads a whole number in a range.
  func number(_ key: Key, _ range: NumberRange) throws(BatchError) -> Int? {
    try read(key, range.allowedValues) { $0.argument.flatMap(range.number) }
  }

  /// Reads a number of seconds.
  func seconds(_ key: Key) throws(BatchError) -> Double? {
    try read(key, "a number of seconds from 0.001 to a year") { value in
      guard let number = value.number else { return nil }
      return Seconds(count: number)?.count
    }
  }

  func path(_ key: Key) throws(BatchError) -> String? {
    guard let path = try string(key) else { return nil }
    return try checked(path, key)
  }

  func paths(_ key: Key) throws(BatchError) -> [String]? {
    guard let value = self[key] else { return nil }
    guard case .array(let items) = value.kind else { throw invalid(key, "an array of paths") }
    var paths: [String] = []
    for item in items {
      guard case .string(let path) = item.kind else { throw invalid(key, "an array of paths") }
      paths.append(try checked(path, key))
    }
    return paths
  }

  /// Decodes a base64 string (RFC 4648, section 4).
  func bytes(_ key: Key) throws(BatchError) -> [UInt8]? {
    guard let text = try string(key) else { return nil }
    guard let data = Data(base64Encoded: text) else {
      throw BatchError(.serveJob(.notBase64(key.rawValue, Self.fault(inBase64: text))))
    }
    return Array(data)
  }

  /// Returns the likely fault of a string that is not base64; nil if it is not known.
  private static func fault(inBase64 text: String) -> JobProblem.Base64Fault? {
    func has(_ characters: String) -> Bool { text.utf8.contains(where: characters.utf8.contains) }
    if text.hasPrefix("data:") { return .dataURL }
    if has(" \t\r\n") { return .whitespace }
    if has("-_") { return .urlAlphabet }
    return text.utf8.count % 4 == 0 ? nil : .length(text.utf8.count)
  }

  /// Checks that a path is not empty and does not stand for stdin or stdout.
  private func checked(_ path: String, _ key: Key) throws(BatchError) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw invalid(key, "a path") }
    if key.rawValue == EditKey.output.rawValue, FilePath.isStdout(path) {
      throw BatchError(.serveJob(.isStdout(key.rawValue)))
    }
    guard !InputSource(argument: path).readsStdin else {
      throw BatchError(.serveJob(.isStdin(key.rawValue)))
    }
    return path
  }
}

extension JSONValue: Encodable {
  /// The text of a string; nil for other values.
  fileprivate var string: String? { if case .string(let text) = kind { text } else { nil } }

  /// A whole number, which may be written as `1.0` or `1e2`; nil for other values.
  fileprivate var whole: Int64? {
    if case .whole(let whole) = kind { whole } else { number.flatMap { Int64(exactly: $0) } }
  }

  /// The text of a string or of a whole number, as the argument of an option; nil for other values.
  fileprivate var argument: String? { string ?? whole.map { "\($0)" } }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch kind {
    case .null: try value.encodeNil()
    case .boolean(let boolean): try value.encode(boolean)
    case .whole(let whole): try value.encode(whole)
    case .natural(let natural): try value.encode(natural)
    case .number(let number): try value.encode(number)
    case .string(let text): try value.encode(text)
    case .array(let array): try value.encode(array)
    case .object(let members):
      try value.encode(Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first })
    }
  }
}
