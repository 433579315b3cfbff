import FrameKit
import FrameModel

/// What a line asks for.
struct ServeJob {
  enum ScriptPlace {
    case text(String)
    case file(String)
  }

  /// What its answer is known by, as it was given.
  var id: JSON?
  var script: ScriptPlace
  var inputs: [Input]
  /// nil: the result goes into the answer.
  var output: String?
  var format: String?
  var quality: Quality?
  var force: Bool?
  var definitions: [(name: String, value: String)]
  var seed: UInt64
  var index: Int
  /// Seconds.
  var maxTime: Double?

  /// - Parameter object: of JSON.
  /// - Throws: `Failure` of wrong use.
  init(_ object: [String: JSON]) throws(Failure) {
    let members = JobFields(object)
    try members.checkKeys()
    id = object["id"]
    script = try Self.script(members)
    inputs = try Self.inputs(members).map { Input(source: $0) }
    output = try members.path(.output)
    let isAnswered = try members.boolean(.outputBase64) ?? false
    guard (output == nil) == isAnswered else {
      throw Failure(
        .usage,
        isAnswered
          ? "'output' and 'outputBase64' exclude each other"
          : "where to? 'output' names a file, and 'outputBase64': true asks for the bytes")
    }
    format = try members.string(.format)
    quality = try Self.quality(members)
    force = try members.boolean(.force)
    definitions = try members.definitions()
    seed = try members.natural(.seed) ?? 0
    guard let index = NumberRange.index.number(try members.natural(.index) ?? 0) else {
      throw members.wrong(.index, "whole number from 0 to \(1 << 53)")
    }
    self.index = index
    maxTime = try members.seconds(.maxTime)
  }

  private static func script(_ members: JobFields) throws(Failure) -> ScriptPlace {
    switch (try members.string(.script), try members.path(.scriptFile)) {
    case (let text?, nil): return .text(text)
    case (nil, let path?): return .file(path)
    case (nil, nil):
      throw Failure(.usage, "which script? 'script' is its text, 'scriptFile' its file")
    case (_?, _?): throw Failure(.usage, "'script' and 'scriptFile' exclude each other")
    }
  }

  private static func inputs(_ members: JobFields) throws(Failure) -> [InputSource] {
    let keys: [JobFields.Key] = [.input, .inputs, .inputBase64]
    let given = keys.filter { members.has($0) }
    guard given.count < 2 else {
      throw Failure(.usage, "'\(given[0].rawValue)' and '\(given[1].rawValue)' exclude each other")
    }
    if let bytes = try members.bytes(.inputBase64) { return [.memory(bytes, name: "inputBase64")] }
    if let path = try members.path(.input) { return [.file(path)] }
    return try (members.paths(.inputs) ?? []).map(InputSource.file)
  }

  private static func quality(_ members: JobFields) throws(Failure) -> Quality? {
    switch members[.quality] {
    case nil: return nil
    case .string("keep"): return .keep
    case .whole(let number):
      if let level = NumberRange.quality.number(number) { return .level(level) }
    default: break
    }
    throw members.wrong(.quality, "whole number from 1 to 100, and not \"keep\"")
  }
}
