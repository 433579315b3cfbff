import FoundationEssentials
import FrameMessages
import FrameScript

/// One output as JSON, as `frameit apply` prints it.
package struct EditRecord: Encodable {
  package var schema = 1
  package var inputs: [String]
  package var output: String?
  /// "done", "planned", "failed", or "skipped" for an output of an earlier run.
  package var status: String
  package var code: Int32
  package var width: Int?
  package var height: Int?
  package var format: String?
  /// "copy" if no pixel was computed, else "compose".
  package var method: String?
  /// "dct", "dct+trim" or "tag" if no pixel was decoded.
  package var lossless: String?
  /// The resampling path of each image, from back to front.
  package var resampling: [String]?
  /// The number of frames of a frame sequence, and its duration in seconds.
  package var frames: Int?
  package var duration: Double?
  package var hash: String?
  /// The quality that was chosen for a number of bytes.
  package var quality: Int?
  /// The metadata of the first image that was kept and removed.
  package var metadata: MetadataRecord?
  package var milliseconds: Double?
  package var notices: [String]?
  /// The texts of menus, dialogs and `say` statements.
  package var messages: [String]?
  package var errors: [String]?
  /// Hints that the errors do not contain.
  package var hints: [String]?
  /// The location of an error in the script.
  package var place: ErrorText.Place?

  package init(_ outcome: EditOutcome) {
    inputs = outcome.job.names
    output = outcome.destination.path
    status = outcome.status.rawValue
    code = 0
    width = outcome.size.width
    height = outcome.size.height
    format = outcome.format
    method = outcome.isCopy ? "copy" : "compose"
    lossless = outcome.lossless?.rawValue
    resampling = outcome.paths
    frames = outcome.sequence?.frames
    duration = outcome.sequence.map { Double($0.milliseconds) / 1000 }
    (hash, quality) = (outcome.hash, outcome.quality)
    metadata = outcome.metadata
    let parts = outcome.time.components
    milliseconds = Double(parts.seconds) * 1000 + (Double(parts.attoseconds) / 1e12).rounded() / 1000
    notices = outcome.notices.map(\.message.text)
    messages = outcome.dialogs.isEmpty ? nil : outcome.dialogs.map(\.message.text)
  }

  /// The record of an output that was not written.
  package init(_ error: ErrorText, of job: Job?, output: String?) {
    inputs = job?.names ?? []
    status = "failed"
    code = error.code
    self.output = output
    errors = error.messages
    hints = error.hints.isEmpty ? nil : error.hints
    place = error.place
  }
}

/// The answer to one job of `serve`: the record of its output, with the job's id.
package struct JobAnswerRecord: Encodable {
  private enum Key: CodingKey {
    case id, line, code, outputBase64
  }

  /// The id of the job, if it has one.
  package var id: JSONValue?
  /// The line number of the job, from 1.
  package var line: Int
  private let record: any Encodable
  /// The exit code of a comparison; an edit has it in its record.
  private var code: Int?
  /// The encoded image.
  package var bytes: [UInt8]?

  /// - Parameter describe: Puts an error into words.
  package init(_ answer: JobAnswer, describe: (BatchError) -> ErrorText) {
    (id, line) = (answer.id, answer.line)
    switch answer.result {
    case .success(.edit(let outcome)): (record, bytes) = (EditRecord(outcome), outcome.bytes)
    case .success(.comparison(let report)): (record, code) = (report, report.result.isSame ? 0 : 1)
    case .failure(let error):
      record = EditRecord(describe(error), of: answer.job, output: error.output)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    try record.encode(to: encoder)
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encodeIfPresent(id, forKey: .id)
    try fields.encode(line, forKey: .line)
    try fields.encodeIfPresent(code, forKey: .code)
    try fields.encodeIfPresent(bytes.map { Data($0).base64EncodedString() }, forKey: .outputBase64)
  }
}
