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
  /// - Throws: `BatchError`.
  init(_ object: [String: JSON]) throws(BatchError) {
    let fields = JobFields(object)
    try fields.checkKeys()
    id = object["id"]
    script = try Self.script(fields)
    inputs = try Self.inputs(fields).map { Input(source: $0) }
    output = try fields.path(.output)
    let goesIntoAnswer = try fields.boolean(.outputBase64) ?? false
    guard (output == nil) == goesIntoAnswer else {
      throw BatchError(.serveJob(goesIntoAnswer ? .combined("output", "outputBase64") : .noOutput))
    }
    format = try fields.string(.format)
    quality = try Self.quality(fields)
    force = try fields.boolean(.force)
    definitions = try fields.definitions()
    seed = try fields.natural(.seed) ?? 0
    guard let index = NumberRange.index.number(try fields.natural(.index) ?? 0) else {
      throw fields.invalid(.index, .index)
    }
    self.index = index
    maxTime = try fields.seconds(.maxTime)
  }

  private static func script(_ fields: JobFields) throws(BatchError) -> ScriptInput {
    switch (try fields.string(.script), try fields.path(.scriptFile)) {
    case (let text?, nil): return .text(text)
    case (nil, let path?): return .file(path)
    case (nil, nil):
      throw BatchError(.serveJob(.noScript))
    case (_?, _?): throw BatchError(.serveJob(.combined("script", "scriptFile")))
    }
  }

  private static func inputs(_ fields: JobFields) throws(BatchError) -> [InputSource] {
    let keys: [JobFields.Key] = [.input, .inputs, .inputBase64]
    let given = keys.filter { fields.has($0) }
    guard given.count < 2 else {
      throw BatchError(.serveJob(.combined(given[0].rawValue, given[1].rawValue)))
    }
    if let bytes = try fields.bytes(.inputBase64) { return [.memory(bytes, name: "inputBase64")] }
    if let path = try fields.path(.input) { return [.file(path)] }
    return try (fields.paths(.inputs) ?? []).map(InputSource.file)
  }

  private static func quality(_ fields: JobFields) throws(BatchError) -> Quality? {
    switch fields[.quality] {
    case nil: return nil
    case .string("keep"): return .keep
    case .whole(let number):
      if let level = NumberRange.quality.number(number) { return .level(level) }
    default: break
    }
    throw fields.invalid(.quality, .quality)
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
  /// - Throws: `BatchError`.
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
    guard case .string(let text) = value else { throw invalid(key, .string) }
    return text
  }

  func boolean(_ key: Key) throws(BatchError) -> Bool? {
    guard let value = self[key] else { return nil }
    guard case .boolean(let boolean) = value else {
      throw invalid(key, .boolean)
    }
    return boolean
  }

  func natural(_ key: Key) throws(BatchError) -> UInt64? {
    guard let value = self[key] else { return nil }
    switch value {
    case .whole(let whole) where whole >= 0: return UInt64(whole)
    case .natural(let natural): return natural
    default: throw invalid(key, .natural)
    }
  }

  /// Reads a number of seconds.
  func seconds(_ key: Key) throws(BatchError) -> Double? {
    guard let value = self[key] else { return nil }
    let count: Double? =
      switch value {
      case .whole(let whole): Double(whole)
      case .number(let number): number
      default: nil
      }
    guard let seconds = count.flatMap(Seconds.init(count:)) else {
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
    guard case .array(let items) = value else { throw invalid(key, .paths) }
    var paths: [String] = []
    for item in items {
      guard case .string(let path) = item else { throw invalid(key, .paths) }
      paths.append(try checked(path, key))
    }
    return paths
  }

  /// Reads the parameters of the script. Their values are numbers or strings, as after `-D`.
  func definitions() throws(BatchError) -> [(name: String, value: String)] {
    guard let value = self[.define] else { return [] }
    guard case .object(let object) = value else { throw invalid(.define, .object) }
    var definitions: [(name: String, value: String)] = []
    for (name, value) in object.sorted(by: { $0.key < $1.key }) {
      switch value {
      case .string(let text): definitions.append((name, text))
      case .whole(let whole): definitions.append((name, "\(whole)"))
      case .natural(let natural): definitions.append((name, "\(natural)"))
      case .number(let number): definitions.append((name, number.scriptText))
      default:
        throw BatchError(.serveJob(.definition(name)))
      }
    }
    return definitions
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
    if key == .output, FilePath.isStdout(path) {
      throw BatchError(.serveJob(.isStdout(key.rawValue)))
    }
    guard !InputSource(argument: path).readsStdin else {
      throw BatchError(.serveJob(.isStdin(key.rawValue)))
    }
    return path
  }
}

/// A problem of a line with a job.
package enum JobProblem: Hashable, Sendable {
  case lineTooLong(line: Int, limit: Int)
  case notUTF8(line: Int)
  case notJSON(line: Int)
  case notAnObject(line: Int)
  case duplicateKey(String, line: Int)
  case unknownKey(String, nearest: String?, known: [String])
  /// The value of a key is not of this kind.
  case invalid(String, expected: Value)
  /// Two keys exclude each other.
  case combined(String, String)
  case noScript
  case noOutput
  /// The value of a parameter is neither a number nor a string.
  case definition(String)
  case notBase64(String, Base64Fault?)
  /// The path of a key is that of stdout or stdin, which `serve` uses.
  case isStdout(String)
  case isStdin(String)
  case tooManyInputs(taken: Int, given: Int)
  /// A numeric quality is requested where a lossless transform is required.
  case qualityOfLossless

  package enum Value: Hashable, Sendable {
    case string, boolean, natural, index, seconds, path, paths, object, quality
  }

  package enum Base64Fault: Hashable, Sendable {
    case dataURL, whitespace
    /// The text is base64url (RFC 4648, section 5).
    case urlAlphabet
    /// The number of characters, which is not a multiple of 4.
    case length(Int)
  }
}
