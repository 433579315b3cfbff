import FoundationEssentials

/// One job as its answer tells it: as `apply --json` tells an edit, and whose it is.
struct JobAnswer: Encodable {
  private enum Key: CodingKey {
    case id, line, outputBase64, place
  }

  /// That of the job, if it has one.
  var id: JSON?
  /// The job's own, from 1.
  var line: Int
  var record: EditRecord
  /// The encoded image.
  var bytes: [UInt8]?
  /// Where the script is wrong.
  var place: ScriptPlace?

  var isFailure: Bool { record.code != ExitStatus.done.rawValue }

  func encode(to encoder: any Encoder) throws {
    try record.encode(to: encoder)
    var members = encoder.container(keyedBy: Key.self)
    try members.encodeIfPresent(id, forKey: .id)
    try members.encode(line, forKey: .line)
    try members.encodeIfPresent(bytes.map { Data($0).base64EncodedString() }, forKey: .outputBase64)
    try members.encodeIfPresent(place, forKey: .place)
  }
}
