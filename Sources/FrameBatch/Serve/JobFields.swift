import FoundationEssentials
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
  subscript(key: Key) -> JSONValue? {
    guard let value = given(key) else { return nil }
    if case .null = value.kind { return nil }
    return value
  }

  /// The value of a key, even if it is `null`.
  func given(_ key: Key) -> JSONValue? { fields[key.rawValue] }

  func has(_ key: Key) -> Bool { self[key] != nil }

  /// Refuses unknown keys. A misspelled key would be silently ignored.
  func checkKeys() throws(BatchError) {
    let known = Key.allCases.map(\.rawValue)
    guard let unknown = fields.keys.filter({ !known.contains($0) }).min() else { return }
    throw BatchError(.serveJob(.unknownKey(unknown, nearest: unknown.nearest(in: known), known: known)))
  }

  /// Returns the error for an invalid value.
  func invalid(_ key: Key, _ expected: JobProblem.Value) -> BatchError {
    BatchError(.serveJob(.invalid(key.rawValue, expected: expected)))
  }

  func string(_ key: Key) throws(BatchError) -> String? {
    guard let value = self[key] else { return nil }
    guard case .string(let text) = value.kind else { throw invalid(key, .string) }
    return text
  }

  func boolean(_ key: Key) throws(BatchError) -> Bool? {
    guard let value = self[key] else { return nil }
    guard case .boolean(let boolean) = value.kind else {
      throw invalid(key, .boolean)
    }
    return boolean
  }

  /// Reads a string, or any number, as an option with this value.
  func decimal<Value>(
    _ key: Key, _ expected: JobProblem.Value, _ read: (String) -> Value?
  ) throws(BatchError) -> Value? {
    guard case .number(let number)? = self[key]?.kind else { return try value(key, expected, read) }
    guard let result = read("\(number)") else { throw invalid(key, expected) }
    return result
  }

  /// Returns the elements of an array. A single value is an array of one.
  func list(_ key: Key) -> [JSONValue] {
    guard let value = self[key] else { return [] }
    if case .array(let items) = value.kind { return items }
    return [value]
  }

  func natural(_ key: Key, _ expected: JobProblem.Value) throws(BatchError) -> UInt64? {
    if case .natural(let natural) = self[key]?.kind { return natural }
    guard let whole = try whole(key, expected) else { return nil }
    guard whole >= 0 else { throw invalid(key, expected) }
    return UInt64(whole)
  }

  /// Reads a whole number, which may be written as `1.0` or `1e2`.
  func whole(_ key: Key, _ expected: JobProblem.Value) throws(BatchError) -> Int64? {
    guard let value = self[key] else { return nil }
    if case .whole(let whole) = value.kind { return whole }
    guard let number = value.number, let whole = Int64(exactly: number) else { throw invalid(key, expected) }
    return whole
  }

  /// Reads a string, or a whole number, as an option with this value.
  func value<Value>(
    _ key: Key, _ expected: JobProblem.Value, _ read: (String) -> Value?
  ) throws(BatchError) -> Value? {
    guard let value = self[key] else { return nil }
    let text: String
    if case .string(let string) = value.kind {
      text = string
    } else if let whole = try whole(key, expected) {
      text = "\(whole)"
    } else {
      throw invalid(key, expected)
    }
    guard let result = read(text) else { throw invalid(key, expected) }
    return result
  }

  /// Reads a number of seconds.
  func seconds(_ key: Key) throws(BatchError) -> Double? {
    guard let value = self[key] else { return nil }
    guard let number = value.number, let seconds = Seconds(count: number) else {
      throw invalid(key, .seconds)
    }
    return seconds.count
  }

  func path(_ key: Key) throws(BatchError) -> String? {
    guard let path = try string(key) else { return nil }
    return try checked(path, key)
  }

  func paths(_ key: Key) throws(BatchError) -> [String]? {
    guard let value = self[key] else { return nil }
    guard case .array(let items) = value.kind else { throw invalid(key, .paths) }
    var paths: [String] = []
    for item in items {
      guard case .string(let path) = item.kind else { throw invalid(key, .paths) }
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
    guard !path.isEmpty, !path.utf8.contains(0) else { throw invalid(key, .path) }
    if key.rawValue == EditKey.output.rawValue, FilePath.isStdout(path) {
      throw BatchError(.serveJob(.isStdout(key.rawValue)))
    }
    guard !InputSource(argument: path).readsStdin else {
      throw BatchError(.serveJob(.isStdin(key.rawValue)))
    }
    return path
  }
}
