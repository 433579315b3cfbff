import FoundationEssentials
import FrameKit
import FrameModel

/// The members of a job's object, asked for by key and type.
struct JobFields {
  enum Key: String, CaseIterable {
    case id, script, scriptFile, input, inputs, inputBase64, output, outputBase64
    case format, quality, force, define, seed, index, maxTime
  }

  private let members: [String: JSON]

  init(_ members: [String: JSON]) { self.members = members }

  /// What is `null` is left out.
  subscript(key: Key) -> JSON? {
    if case .null = members[key.rawValue] { nil } else { members[key.rawValue] }
  }

  func has(_ key: Key) -> Bool { self[key] != nil }

  /// - Throws: for a key that means nothing, which would be passed over quietly if it were only misspelt.
  func checkKeys() throws(Failure) {
    let known = Key.allCases.map(\.rawValue)
    guard let unknown = members.keys.filter({ !known.contains($0) }).min() else { return }
    let hint =
      unknown.nearest(in: known).map { "did you mean '\($0)'?" }
      ?? "the keys are: \(known.joined(separator: " "))"
    throw Failure(.usage, "a job has no key '\(unknown.printable)' (\(hint))")
  }

  func wrong(_ key: Key, _ wanted: String) -> Failure { Failure(.usage, "'\(key.rawValue)' is no \(wanted)") }

  func string(_ key: Key) throws(Failure) -> String? {
    guard let value = self[key] else { return nil }
    guard case .string(let text) = value else { throw wrong(key, "string") }
    return text
  }

  func boolean(_ key: Key) throws(Failure) -> Bool? {
    guard let value = self[key] else { return nil }
    guard case .boolean(let boolean) = value else {
      throw Failure(.usage, "'\(key.rawValue)' is neither true nor false")
    }
    return boolean
  }

  func natural(_ key: Key) throws(Failure) -> UInt64? {
    guard let value = self[key] else { return nil }
    switch value {
    case .whole(let whole) where whole >= 0: return UInt64(whole)
    case .natural(let natural): return natural
    default: throw wrong(key, "whole number from 0")
    }
  }

  /// Seconds, as `--max-time` takes them without a unit.
  func seconds(_ key: Key) throws(Failure) -> Double? {
    guard let value = self[key] else { return nil }
    let count: Double? =
      switch value {
      case .whole(let whole): Double(whole)
      case .number(let number): number
      default: nil
      }
    guard let seconds = count.flatMap(Seconds.init(count:)) else {
      throw wrong(key, "number of seconds from 0.001 to a year")
    }
    return seconds.count
  }

  func path(_ key: Key) throws(Failure) -> String? {
    guard let path = try string(key) else { return nil }
    return try checked(path, key)
  }

  func paths(_ key: Key) throws(Failure) -> [String]? {
    guard let value = self[key] else { return nil }
    guard case .array(let items) = value else { throw wrong(key, "array of paths") }
    var paths: [String] = []
    for item in items {
      guard case .string(let path) = item else { throw wrong(key, "array of paths") }
      paths.append(try checked(path, key))
    }
    return paths
  }

  /// Values of parameters are numbers or texts, as behind `-D`.
  func definitions() throws(Failure) -> [(name: String, value: String)] {
    guard let value = self[.define] else { return [] }
    guard case .object(let object) = value else { throw wrong(.define, "object") }
    var definitions: [(name: String, value: String)] = []
    for (name, value) in object.sorted(by: { $0.key < $1.key }) {
      switch value {
      case .string(let text): definitions.append((name, text))
      case .whole(let whole): definitions.append((name, "\(whole)"))
      case .natural(let natural): definitions.append((name, "\(natural)"))
      case .number(let number): definitions.append((name, number.scriptText))
      default:
        throw Failure(.usage, "'\(Key.define.rawValue)': '\(name.printable)' is no number and no string")
      }
    }
    return definitions
  }

  /// The bytes of what stands there in base64 (RFC 4648, section 4).
  func bytes(_ key: Key) throws(Failure) -> [UInt8]? {
    guard let text = try string(key) else { return nil }
    guard let data = Data(base64Encoded: text) else {
      throw Failure(.usage, "'\(key.rawValue)' is no base64", note: Self.fault(inBase64: text))
    }
    return Array(data)
  }

  private static func fault(inBase64 text: String) -> String? {
    func has(_ characters: String) -> Bool { text.utf8.contains(where: characters.utf8.contains) }
    if text.hasPrefix("data:") { return "it is a data URL: what follows 'base64,' is the image" }
    if has(" \t\r\n") { return "there are blanks or ends of lines in it: it is one word" }
    if has("-_") { return "it is the kind for URLs: write + in the place of -, and / in that of _" }
    return text.utf8.count % 4 == 0
      ? nil : "it has \(text.utf8.count) characters, no multiple of 4: was it cut off?"
  }

  private func checked(_ path: String, _ key: Key) throws(Failure) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw wrong(key, "path") }
    if key == .output, FilePath.isStdout(path) {
      throw Failure(
        .usage, "'\(key.rawValue)' cannot be stdout, which has the answers",
        note: "'outputBase64': true asks for the bytes")
    }
    guard !InputSource(argument: path).readsStdin else {
      throw Failure(
        .usage, "'\(key.rawValue)' cannot be stdin, which brings the jobs",
        note: key == .scriptFile ? "'script' has the text itself" : "'inputBase64' has the bytes themselves")
    }
    return path
  }
}
