import FoundationEssentials
import FrameEngine
import FrameFiles
import FrameGeometry
import FrameScript

/// The keys of a job that edits images.
enum EditKey: String, CaseIterable {
  case id, script, scriptFile, input, inputs, inputBase64, output, outputBase64
  case format, force, define, seed, index, maxTime
  /// The key of a job that compares images instead.
  case compare

  /// All keys, including the keys of `EncodingOption`.
  static let names = allCases.flatMap { key in
    [key.rawValue] + (key == .format ? EncodingOption.all.map(\.key) : [])
  }
}

/// A job of `serve` that edits images.
struct EditJob {
  enum ScriptInput {
    case text(String)
    case file(String)
  }

  var script: ScriptInput
  var inputs: [Input]
  /// The path of the output; nil if it goes into the answer.
  var output: String?
  var format: String?
  var encoding: EncodingSettings
  var force: Bool?
  var definitions: [(name: String, value: String)]
  var seed: UInt64
  var index: Int
  /// The time limit in seconds.
  var maxTime: Double?

  /// Reads a job from the fields of a JSON object.
  ///
  /// - Parameter settings: The encoding of all jobs. It counts for missing fields.
  init(
    _ fields: JobFields<EditKey>, over settings: EncodingSettings = EncodingSettings()
  ) throws(BatchError) {
    try fields.checkKeys(EditKey.names)
    script = try Self.script(fields)
    inputs = try Self.inputs(fields).map { Input(source: $0) }
    output = try fields.path(.output)
    let goesIntoAnswer = try fields.boolean(.outputBase64) ?? false
    guard (output == nil) == goesIntoAnswer else {
      throw BatchError(.serveJob(goesIntoAnswer ? .combined("output", "outputBase64") : .noOutput))
    }
    format = try fields.string(.format)
    encoding = settings
    for option in EncodingOption.all { try fields.set(option, of: &encoding) }
    force = try fields.boolean(.force)
    definitions = try fields.definitions()
    seed = try fields.natural(.seed, "a whole number from 0 to \(UInt64.max)") ?? 0
    let range = NumberRange.index
    guard let index = range.number(try fields.natural(.index, range.allowedValues) ?? 0) else {
      throw fields.invalid(.index, range.allowedValues)
    }
    self.index = index
    maxTime = try fields.seconds(.maxTime)
  }

  private static func script(_ fields: JobFields<EditKey>) throws(BatchError) -> ScriptInput {
    switch (try fields.string(.script), try fields.path(.scriptFile)) {
    case (let text?, nil): return .text(text)
    case (nil, let path?): return .file(path)
    case (nil, nil):
      throw BatchError(.serveJob(.noScript))
    case (_?, _?): throw BatchError(.serveJob(.combined("script", "scriptFile")))
    }
  }

  private static func inputs(_ fields: JobFields<EditKey>) throws(BatchError) -> [InputSource] {
    let keys: [EditKey] = [.input, .inputs, .inputBase64]
    let given = keys.filter { fields.has($0) }
    guard given.count < 2 else {
      throw BatchError(.serveJob(.combined(given[0].rawValue, given[1].rawValue)))
    }
    if let bytes = try fields.bytes(.inputBase64) { return [.memory(bytes, name: "inputBase64")] }
    if let path = try fields.path(.input) { return [.file(path)] }
    return try (fields.paths(.inputs) ?? []).map(InputSource.file)
  }
}

extension JobFields<EditKey> {
  /// Reads the parameters of the script. Their values are numbers, strings, arrays or objects, as after `-D`.
  func definitions() throws(BatchError) -> [(name: String, value: String)] {
    guard let value = self[.define] else { return [] }
    guard case .object(let members) = value.kind else { throw invalid(.define, "an object") }
    var definitions: [(name: String, value: String)] = []
    for member in members.sorted(by: { $0.key < $1.key }) {
      let text: String
      switch member.value.kind {
      case .string(let string): text = string
      case .whole(let whole): text = "\(whole)"
      case .natural(let natural): text = "\(natural)"
      case .number(let number): text = number.scriptText
      case .array, .object:
        guard let data = try? JSONEncoder().encode(member.value) else { fallthrough }
        text = String(decoding: data, as: UTF8.self)
      default: throw BatchError(.serveJob(.definition(member.key)))
      }
      definitions.append((member.key, text))
    }
    return definitions
  }
}

/// A problem of a line with a job.
package indirect enum JobProblem: Equatable, Sendable {
  case lineTooLong(line: Int, limit: Int)
  case notUTF8(line: Int)
  /// Among the problems is a key that occurs twice in an object.
  case notJSON(line: Int, ScriptProblem, column: Int)
  case notAnObject(line: Int)
  case unknownKey(String, nearest: String?, known: [String])
  /// The value of a key is not allowed; with the allowed values, as a noun phrase.
  case invalid(String, expected: String)
  /// Two keys exclude each other.
  case combined(String, String)
  case noScript
  case noOutput
  /// A comparison has neither the path nor the bytes of an image.
  case noImage(String, base64: String)
  /// The value of a parameter is neither a number nor a string.
  case definition(String)
  case notBase64(String, Base64Fault?)
  /// The path of a key is that of stdout or stdin, which `serve` uses.
  case isStdout(String)
  case isStdin(String)
  case tooManyInputs(taken: Int, given: Int)
  /// Settings that need pixels are requested where a lossless transform is required.
  case pixelsOfLossless
  /// The first image's quality is requested with settings that choose another one.
  case qualityNotKept

  package enum Base64Fault: Equatable, Sendable {
    case dataURL, whitespace
    /// The text is base64url (RFC 4648, section 5).
    case urlAlphabet
    /// The number of characters, which is not a multiple of 4.
    case length(Int)
  }
}
