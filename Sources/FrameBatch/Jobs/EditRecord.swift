import FoundationEssentials
import FrameMessages
import FrameScript

extension JSONFields {
  /// One output, as `frameit apply` prints it.
  package init(_ outcome: EditOutcome) {
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
  package init(_ error: ErrorText, of job: Job?, output: String?) {
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
  package init(_ answer: JobAnswer, describe: (BatchError) -> ErrorText) {
    switch answer.result {
    case .success(.edit(let outcome)):
      self.init(outcome)
      // The encoded image.
      self["outputBase64"] = outcome.bytes.map { Data($0).base64EncodedString() }
    case .success(.comparison(let report)):
      self = report.fields
      // The exit code of a comparison.
      self["code"] = report.result.isSame ? 0 : 1
    case .failure(let error): self.init(describe(error), of: answer.job, output: error.output)
    }
    // The id of the job, if it has one, and its line number, from 1.
    self["id"] = answer.id
    self["line"] = answer.line
  }
}
