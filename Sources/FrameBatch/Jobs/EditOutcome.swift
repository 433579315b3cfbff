import FoundationEssentials
import FrameCodec
import FrameEngine
import FrameImage
import FrameMessages
import FramePlan
import FrameScene

/// The outcome of one output of a job.
package struct EditOutcome: Sendable {
  package enum Status: String, Sendable {
    case done, planned, skipped
    /// Shown on the display, and not written.
    case shown
  }

  package var job: Job
  package var destination: Destination
  /// The fingerprint of the output; nil without a journal.
  package var fingerprint: String?
  package var size: PixelSize
  /// The planner's `largestWidth`.
  var largestWidth: Int?
  package var format: String
  /// The names of the resampling paths of all images.
  package var paths: [String]
  package var isCopy: Bool
  /// The kind of lossless transform; nil if pixels were encoded.
  package var lossless: LosslessTransform.Kind?
  /// The kept and dropped metadata of the first image.
  package var metadata: JSONFields
  /// The number of frames of a frame sequence, and their total duration in milliseconds.
  package var sequence: (frames: Int, milliseconds: Int)?
  package var notices: [EditNotice]
  /// The menus, dialogs and `say` statements of the script.
  package var dialogs: [DialogEntry]
  package var hash: String?
  /// The quality that was chosen for a number of bytes; the lowest one of a frame sequence in several files.
  package var quality: Int?
  /// The encoded image, if it goes into an answer.
  package var bytes: [UInt8]?
  /// The image for the display, if the edit is shown: `rgb8`.
  package var shown: Bitmap?
  package var status = Status.planned
  package var time: Duration = .zero

  package init(_ job: Job, _ edit: PreparedEdit, _ destination: Destination, extra: [EditNotice]) {
    self.job = job
    self.destination = destination
    (size, largestWidth) = (edit.plan.window.size, edit.largestWidth)
    format = edit.codec.format.name
    isCopy = edit.plan.copied != nil
    lossless = edit.plan.move?.kind
    paths = edit.plan.items.flatMap(\.pathNames)
    metadata = edit.filteredMetadata.fields
    sequence = edit.sequence.map { ($0.frames, $0.milliseconds) }
    notices = edit.notices + extra
    dialogs = edit.record.dialogs
  }

  /// The approximate memory of notices, dialogs and the shown image, in bytes.
  var heldBytes: Int {
    let texts = notices.map(\.message) + dialogs.map(\.message)
    return texts.reduce(shown?.bytes.count ?? 0) { $0 + $1.text.utf8.count + 128 }
  }

  /// Adds the results of writing.
  package mutating func finish(_ result: PreparedEdit.Result) {
    notices += result.notices
    (hash, quality) = (result.hash, result.quality)
  }
}

extension RenderPlan.Item {
  fileprivate var pathNames: [String] {
    switch self {
    case .image(let draw): [draw.path.name]
    case .shape, .group, .neighborhood: children.flatMap(\.pathNames)
    }
  }
}

extension JSONFields {
  /// One output, as `frameit apply` prints it.
  package init(output outcome: EditOutcome) {
    // The status is "done", "planned", "failed", or "skipped" for an output of an earlier run.
    self = [
      "schema": 1, "inputs": outcome.job.names, "output": outcome.destination.path,
      "status": outcome.status.rawValue, "code": 0, "width": outcome.size.width,
      "height": outcome.size.height, "format": outcome.format, "metadata": outcome.metadata,
      "hash": outcome.hash, "notices": outcome.notices.map(\.message.text),
    ]
    // "copy" if no pixel was computed.
    self["method"] = outcome.isCopy ? "copy" : "compose"
    // "dct", "dct+trim" or "tag" if no pixel was decoded.
    self["lossless"] = outcome.lossless?.rawValue
    // The resampling path of each image, from back to front.
    self["resampling"] = outcome.paths
    // The number of frames of a frame sequence, and its duration in seconds.
    self["frames"] = outcome.sequence?.frames
    self["duration"] = outcome.sequence.map { Double($0.milliseconds) / 1000 }
    // The quality that was chosen for a number of bytes.
    self["quality"] = outcome.quality
    let time = outcome.time.components
    self["milliseconds"] = Double(time.seconds) * 1000 + (Double(time.attoseconds) / 1e12).rounded() / 1000
    // The texts of menus, dialogs and `say` statements.
    if !outcome.dialogs.isEmpty { self["messages"] = outcome.dialogs.map(\.message.text) }
  }

  /// The record of an output that was not written.
  package init(failure error: ErrorText, of job: Job?, output: String?) {
    self = [
      "schema": 1, "inputs": job?.names ?? [], "output": output, "status": "failed", "code": error.code,
      "errors": error.messages,
    ]
    // Hints that the errors do not contain.
    if !error.hints.isEmpty { self["hints"] = error.hints }
    // The location of an error in the script.
    self["place"] = error.place
  }

  /// The answer to one job of `serve`: the record of its output, with the job's id.
  ///
  /// - Parameter describe: Puts an error into words.
  package init(answer: JobAnswer, describe: (BatchError) -> ErrorText) {
    switch answer.result {
    case .success(.edit(let outcome)):
      self.init(output: outcome)
      // The encoded image.
      self["outputBase64"] = outcome.bytes.map { Data($0).base64EncodedString() }
    case .success(.comparison(let report)):
      self = report.fields
      // The exit code of a comparison.
      self["code"] = report.result.isSame ? 0 : 1
    case .failure(let error): self.init(failure: describe(error), of: answer.job, output: error.output)
    }
    // The id of the job, if it has one, and its line number, from 1.
    self["id"] = answer.id
    self["line"] = answer.line
  }
}
