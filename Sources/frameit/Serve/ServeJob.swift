import FoundationEssentials
import FrameCodec
import FrameGeometry
import FrameKit
import FrameScript

/// A job of `serve`.
struct ServeJob {
  enum ScriptInput {
    case text(String)
    case file(String)
  }

  /// The id of the job, which its answer repeats.
  var id: JSON?
  var script: ScriptInput
  var inputs: [Input]
  /// The path of the output; nil if it goes into the answer.
  var output: String?
  var format: String?
  var quality: Quality?
  var force: Bool?
  var definitions: [(name: String, value: String)]
  var seed: UInt64
  var index: Int
  /// The time limit in seconds.
  var maxTime: Double?

  /// Reads a job from a JSON object.
  ///
  /// - Throws: `Failure` of status `usage`.
  init(_ object: [String: JSON]) throws(Failure) {
    let fields = JobFields(object)
    try fields.checkKeys()
    id = object["id"]
    script = try Self.script(fields)
    inputs = try Self.inputs(fields).map { Input(source: $0) }
    output = try fields.path(.output)
    let goesIntoAnswer = try fields.boolean(.outputBase64) ?? false
    guard (output == nil) == goesIntoAnswer else {
      throw Failure(
        .usage,
        goesIntoAnswer
          ? "'output' and 'outputBase64' cannot be combined"
          : "no output given: 'output' names a file, and 'outputBase64': true asks for the bytes")
    }
    format = try fields.string(.format)
    quality = try Self.quality(fields)
    force = try fields.boolean(.force)
    definitions = try fields.definitions()
    seed = try fields.natural(.seed) ?? 0
    guard let index = NumberRange.index.number(try fields.natural(.index) ?? 0) else {
      throw fields.invalid(.index, "a whole number from 0 to \(1 << 53)")
    }
    self.index = index
    maxTime = try fields.seconds(.maxTime)
  }

  private static func script(_ fields: JobFields) throws(Failure) -> ScriptInput {
    switch (try fields.string(.script), try fields.path(.scriptFile)) {
    case (let text?, nil): return .text(text)
    case (nil, let path?): return .file(path)
    case (nil, nil):
      throw Failure(.usage, "no script given: 'script' is its text, 'scriptFile' is its file")
    case (_?, _?): throw Failure(.usage, "'script' and 'scriptFile' cannot be combined")
    }
  }

  private static func inputs(_ fields: JobFields) throws(Failure) -> [InputSource] {
    let keys: [JobFields.Key] = [.input, .inputs, .inputBase64]
    let given = keys.filter { fields.has($0) }
    guard given.count < 2 else {
      throw Failure(.usage, "'\(given[0].rawValue)' and '\(given[1].rawValue)' cannot be combined")
    }
    if let bytes = try fields.bytes(.inputBase64) { return [.memory(bytes, name: "inputBase64")] }
    if let path = try fields.path(.input) { return [.file(path)] }
    return try (fields.paths(.inputs) ?? []).map(InputSource.file)
  }

  private static func quality(_ fields: JobFields) throws(Failure) -> Quality? {
    switch fields[.quality] {
    case nil: return nil
    case .string("keep"): return .keep
    case .whole(let number):
      if let level = NumberRange.quality.number(number) { return .level(level) }
    default: break
    }
    throw fields.invalid(.quality, "a whole number from 1 to 100 or \"keep\"")
  }
}

/// The members of a job's object, read by key and type.
struct JobFields {
  enum Key: String, CaseIterable {
    case id, script, scriptFile, input, inputs, inputBase64, output, outputBase64
    case format, quality, force, define, seed, index, maxTime
  }

  private let fields: [String: JSON]

  init(_ fields: [String: JSON]) { self.fields = fields }

  /// The value of a key; nil if it is missing or `null`.
  subscript(key: Key) -> JSON? {
    if case .null = fields[key.rawValue] { nil } else { fields[key.rawValue] }
  }

  func has(_ key: Key) -> Bool { self[key] != nil }

  /// Refuses unknown keys. A misspelled key would be silently ignored.
  ///
  /// - Throws: `Failure` of status `usage`.
  func checkKeys() throws(Failure) {
    let known = Key.allCases.map(\.rawValue)
    guard let unknown = fields.keys.filter({ !known.contains($0) }).min() else { return }
    let hint =
      unknown.nearest(in: known).map { "did you mean '\($0)'?" }
      ?? "the keys are: \(known.joined(separator: " "))"
    throw Failure(.usage, "unknown key '\(unknown.printable)' (\(hint))")
  }

  /// Returns the failure for an invalid value.
  ///
  /// - Parameter wanted: The allowed values, as a noun phrase with its article.
  func invalid(_ key: Key, _ wanted: String) -> Failure {
    Failure(.usage, "'\(key.rawValue)' is not \(wanted)")
  }

  func string(_ key: Key) throws(Failure) -> String? {
    guard let value = self[key] else { return nil }
    guard case .string(let text) = value else { throw invalid(key, "a string") }
    return text
  }

  func boolean(_ key: Key) throws(Failure) -> Bool? {
    guard let value = self[key] else { return nil }
    guard case .boolean(let boolean) = value else {
      throw invalid(key, "true or false")
    }
    return boolean
  }

  func natural(_ key: Key) throws(Failure) -> UInt64? {
    guard let value = self[key] else { return nil }
    switch value {
    case .whole(let whole) where whole >= 0: return UInt64(whole)
    case .natural(let natural): return natural
    default: throw invalid(key, "a whole number of at least 0")
    }
  }

  /// Reads a number of seconds, as `--max-time` accepts without a unit.
  func seconds(_ key: Key) throws(Failure) -> Double? {
    guard let value = self[key] else { return nil }
    let count: Double? =
      switch value {
      case .whole(let whole): Double(whole)
      case .number(let number): number
      default: nil
      }
    guard let seconds = count.flatMap(Seconds.init(count:)) else {
      throw invalid(key, "a number of seconds from 0.001 to a year")
    }
    return seconds.count
  }

  func path(_ key: Key) throws(Failure) -> String? {
    guard let path = try string(key) else { return nil }
    return try checked(path, key)
  }

  func paths(_ key: Key) throws(Failure) -> [String]? {
    guard let value = self[key] else { return nil }
    guard case .array(let items) = value else { throw invalid(key, "an array of paths") }
    var paths: [String] = []
    for item in items {
      guard case .string(let path) = item else { throw invalid(key, "an array of paths") }
      paths.append(try checked(path, key))
    }
    return paths
  }

  /// Reads the parameters of the script. Their values are numbers or strings, as after `-D`.
  func definitions() throws(Failure) -> [(name: String, value: String)] {
    guard let value = self[.define] else { return [] }
    guard case .object(let object) = value else { throw invalid(.define, "an object") }
    var definitions: [(name: String, value: String)] = []
    for (name, value) in object.sorted(by: { $0.key < $1.key }) {
      switch value {
      case .string(let text): definitions.append((name, text))
      case .whole(let whole): definitions.append((name, "\(whole)"))
      case .natural(let natural): definitions.append((name, "\(natural)"))
      case .number(let number): definitions.append((name, number.scriptText))
      default:
        throw Failure(.usage, "'\(Key.define.rawValue)': '\(name.printable)' is not a number or a string")
      }
    }
    return definitions
  }

  /// Decodes a base64 string (RFC 4648, section 4).
  func bytes(_ key: Key) throws(Failure) -> [UInt8]? {
    guard let text = try string(key) else { return nil }
    guard let data = Data(base64Encoded: text) else {
      throw Failure(.usage, "'\(key.rawValue)' is not base64", hint: Self.fault(inBase64: text))
    }
    return Array(data)
  }

  /// Returns a hint for a string that is not base64.
  private static func fault(inBase64 text: String) -> String? {
    func has(_ characters: String) -> Bool { text.utf8.contains(where: characters.utf8.contains) }
    if text.hasPrefix("data:") { return "it is a data URL: send only the text after 'base64,'" }
    if has(" \t\r\n") { return "it contains spaces or line breaks: remove them" }
    if has("-_") { return "it is base64url: write + instead of -, and / instead of _" }
    return text.utf8.count % 4 == 0
      ? nil : "it has \(text.utf8.count) characters, not a multiple of 4: it may be truncated"
  }

  /// Checks that a path is not empty and does not stand for stdin or stdout.
  private func checked(_ path: String, _ key: Key) throws(Failure) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw invalid(key, "a path") }
    if key == .output, FilePath.isStdout(path) {
      throw Failure(
        .usage, "'\(key.rawValue)' cannot be stdout, which is used for answers",
        hint: "use 'outputBase64': true to get the bytes in the answer")
    }
    guard !InputSource(argument: path).readsStdin else {
      throw Failure(
        .usage, "'\(key.rawValue)' cannot be stdin, which is used for jobs",
        hint: key == .scriptFile ? "use 'script' for the text" : "use 'inputBase64' for the bytes")
    }
    return path
  }
}
