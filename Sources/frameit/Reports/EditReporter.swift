import FrameBatch
import FrameFiles
import FrameGeometry
import FrameImage
import FrameMessages
import FrameScene

/// Prints the outcome of each edit: the paths of its output, or a line of JSON.
struct EditReporter: Sendable {
  /// The form of the report on stdout.
  enum Results {
    /// The path of each file, followed by a separator.
    case names(end: UInt8)
    case json
    case nothing
  }

  let results: Results
  let isVerbose: Bool
  /// True if neither progress nor a summary is printed.
  let isQuiet: Bool
  /// The files to remove if a failed write to stdout ends the program.
  let temporaries: TemporaryFiles
  /// The display that shows outputs; nil for none.
  var display: EditDisplay?

  var isJSON: Bool { if case .json = results { true } else { false } }

  /// Reports an outcome.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - notices: The notices to print.
  ///   - isOneOfSeveral: True for one of several jobs. The names of its inputs follow an image that is only shown.
  func report(_ outcome: EditOutcome, _ notices: [Message], isOneOfSeveral: Bool) {
    if let image = outcome.shown { display?.show(image, beforeExit: temporaries.removeAll) }
    if outcome.status == .shown, isOneOfSeveral {
      Console.out(outcome.job.names.map { $0.printable }.joined(separator: ", ") + "\n")
    }
    for dialog in outcome.dialogs where isVerbose {
      Console.error("frameit: \(dialog.message.text.printable)\n")
    }
    if isVerbose, let quality = outcome.quality {
      let name = outcome.destination.path.map { "\($0.quoted): " } ?? ""
      Console.error("frameit: \(name.printable)quality \(quality)\n")
    }
    if isVerbose { Console.error("frameit: \(outcome.summary.printable)\n") }
    if !isJSON { notices.forEach(Console.warn) }
    switch results {
    case .json: Console.report(json: JSONFields(output: outcome), beforeExit: temporaries.removeAll)
    case .names(let end): if outcome.status != .skipped { printNames(outcome, end) }
    case .nothing: break
    }
  }

  private func printNames(_ outcome: EditOutcome, _ end: UInt8) {
    let files = outcome.destination.files
    for path in files {
      // Paths of planned outputs are printed, too. Programs receive the bytes of the paths. On a terminal, control
      // characters are replaced.
      let name = Console.outIsTerminal && end != 0 ? Array(path.printable.utf8) : path.systemBytes
      Console.out(name + [end], beforeExit: temporaries.removeAll)
    }
    if files.isEmpty, outcome.status == .planned {
      Console.error("would write to stdout\n")
    }
  }

  /// Runs `body` before any job starts, and reports its error.
  ///
  /// - Throws: a reported `Failure` after a `Failure` or a `BatchError`.
  func reportingErrors<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch {
      guard let failure = Failure(thrown: error), !failure.isReported else { throw error }
      report(failure, of: nil)
      throw Failure(reported: failure.status)
    }
  }

  func reportNonImage(_ job: Job) {
    for name in job.names where isVerbose { Console.note("\(name.quoted): not an image, skipped") }
  }

  /// Reports a failure.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - text: The text for stderr; nil for all that the failure says. Empty if earlier failures say the same.
  ///   - job: The job; nil for a failure before any job starts.
  ///   - output: The path of the output, as far as it is known.
  func report(_ failure: Failure, as text: String? = nil, of job: Job?, output: String? = nil) {
    Console.error(text ?? failure.text)
    if isJSON {
      Console.report(
        json: JSONFields(failure: failure.record, of: job, output: output), beforeExit: temporaries.removeAll)
    }
  }
}

extension EditOutcome {
  /// The inputs, the output and how it was made, on one line.
  fileprivate var summary: String {
    let images = job.names.isEmpty ? "" : job.names.map(\.quoted).joined(separator: ", ") + " to "
    let way =
      lossless != nil
      ? "lossless"
      : isCopy
        ? format == "jpeg" ? "pixels copied and encoded" : "pixels copied"
        : paths.isEmpty ? "drawn" : "resampled"
    var parts = ["\(size.width) x \(size.height) \(format)", way]
    if let sequence = sequence { parts.append("\(sequence.frames) frames") }
    switch status {
    case .done: parts.append("\((time.seconds * 1000).fixed(0)) ms")
    case .planned: parts.append("planned")
    case .skipped: parts.append("done before")
    case .shown: parts.append("shown, \((time.seconds * 1000).fixed(0)) ms")
    }
    return images + (destination.path?.quoted ?? (status == .shown ? "the terminal" : "stdout")) + ": "
      + parts.joined(separator: ", ")
  }
}
