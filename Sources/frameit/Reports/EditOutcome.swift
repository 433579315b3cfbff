import FrameCodec
import FrameImage
import FrameKit
import FrameRender

/// The outcome of one output of a job.
struct EditOutcome: Sendable {
  enum Status: String, Sendable {
    case done, planned, skipped
  }

  var job: Job
  var destination: Output.Destination
  /// The fingerprint of the output; nil without a journal.
  var fingerprint: String?
  var size: PixelSize
  var format: String
  /// The names of the resampling paths of all images.
  var paths: [String]
  var isCopy: Bool
  /// The kind of lossless transform; nil if pixels were encoded.
  var lossless: LosslessTransform.Kind?
  var metadata: MetadataRecord
  var notices: [Message]
  /// The texts of menus, dialogs and `say` statements.
  var dialogs: [Message]
  /// The number of frames of a frame sequence, and their total duration in milliseconds.
  var sequence: (frames: Int, milliseconds: Int)?
  var hash: String?
  /// The encoded image, if it goes into an answer.
  var bytes: [UInt8]?
  var status = Status.planned
  var time: Duration = .zero

  init(_ job: Job, _ edit: PreparedEdit, _ destination: Output.Destination, extra: [EditNotice]) {
    self.job = job
    self.destination = destination
    size = edit.plan.window.size
    format = edit.codec.format.name
    isCopy = edit.plan.copied != nil
    lossless = edit.plan.move?.kind
    paths = edit.plan.items.flatMap(\.pathNames)
    metadata = MetadataRecord(edit.filteredMetadata)
    sequence = edit.sequence.map { ($0.frames, $0.milliseconds) }
    notices = (edit.notices + extra).map(\.hintedMessage)
    dialogs = edit.record.dialogs.map(\.message)
  }

  /// Adds the results of writing.
  mutating func finish(_ result: PreparedEdit.Result) {
    notices += result.notices.map(\.hintedMessage)
    hash = result.hash
  }
}

extension RenderPlan.Item {
  fileprivate var pathNames: [String] {
    switch self {
    case .image(let draw): [draw.path.name]
    case .shape: []
    case .group(let group): group.items.flatMap(\.pathNames)
    }
  }
}

/// Prints the outcome of each edit: the paths of its output, or a line of JSON.
struct EditReporter: Sendable {
  /// The form of the report on stdout.
  enum Results {
    /// The path of each file, followed by a separator.
    case names(end: UInt8)
    case json
    /// Neither results nor progress.
    case nothing
  }

  let results: Results
  let isVerbose: Bool
  /// The files to remove if a failed write to stdout ends the program.
  let temporaries: TemporaryFiles

  private var json: Bool { if case .json = results { true } else { false } }

  var isQuiet: Bool { if case .nothing = results { true } else { false } }

  /// Reports an outcome.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - notices: The notices to print, without those that were printed before.
  func report(_ outcome: EditOutcome, warning notices: [Message]) {
    for dialog in outcome.dialogs where isVerbose { Console.error("frameit: \(dialog.text.printable)\n") }
    for notice in notices where !json {
      Console.warn(notice.text + (notice.hint.map { " (\($0))" } ?? ""))
    }
    switch results {
    case .json: Console.report(json: EditRecord(outcome), beforeExit: temporaries.removeAll)
    case .names(let end): printNames(outcome, end)
    case .nothing: break
    }
  }

  private func printNames(_ outcome: EditOutcome, _ end: UInt8) {
    let files = outcome.destination.files
    for path in files {
      // All paths are printed, also those of skipped and planned outputs. Programs receive the bytes of the paths. On a
      // terminal, control characters are replaced.
      let name = Console.outIsTerminal && end != 0 ? Array(path.printable.utf8) : path.systemBytes
      Console.out(name + [end], beforeExit: temporaries.removeAll)
    }
    if files.isEmpty, outcome.status == .planned {
      Console.error("would write to stdout\n")
    }
  }

  func reportNonImage(_ job: Job) {
    for name in job.names where isVerbose { Console.note("\(name.quoted): not an image, skipped") }
  }

  /// Reports a failure.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - job: The job; nil for a failure before any job starts.
  ///   - isNew: False for a failure that is reported only as JSON, because an earlier one had the same cause.
  func report(_ failure: Failure, of job: Job?, isNew: Bool = true) {
    if isNew { failure.report() }
    if json { Console.report(json: EditRecord(failure, of: job), beforeExit: temporaries.removeAll) }
  }
}

/// One output in the format of `apply --json`.
struct EditRecord: Encodable {
  var schema = 1
  var inputs: [String]
  var output: String?
  /// "done", "planned", "failed", or "skipped" for an output of an earlier run.
  var status: String
  var code: Int32
  var width: Int?
  var height: Int?
  var format: String?
  /// "copy" if no pixel was computed, else "compose".
  var path: String?
  /// "dct", "dct+trim" or "tag" if no pixel was decoded.
  var lossless: String?
  /// The resampling path of each image, from back to front.
  var resampling: [String]?
  /// The number of frames of a frame sequence, and its duration in seconds.
  var frames: Int?
  var duration: Double?
  var hash: String?
  /// The metadata of the first image that was kept and removed.
  var metadata: MetadataRecord?
  var milliseconds: Double?
  var notices: [String]?
  /// The texts of menus, dialogs and `say` statements.
  var talk: [String]?
  var errors: [String]?
  /// Hints that the errors do not contain.
  var notes: [String]?

  init(_ outcome: EditOutcome) {
    inputs = outcome.job.names
    output = outcome.destination.path
    status = outcome.status.rawValue
    code = ExitStatus.success.rawValue
    width = outcome.size.width
    height = outcome.size.height
    format = outcome.format
    path = outcome.isCopy ? "copy" : "compose"
    lossless = outcome.lossless?.rawValue
    resampling = outcome.paths
    frames = outcome.sequence?.frames
    duration = outcome.sequence.map { Double($0.milliseconds) / 1000 }
    hash = outcome.hash
    metadata = outcome.metadata
    let parts = outcome.time.components
    milliseconds = Double(parts.seconds) * 1000 + (Double(parts.attoseconds) / 1e12).rounded() / 1000
    notices = outcome.notices.map(\.text)
    talk = outcome.dialogs.isEmpty ? nil : outcome.dialogs.map(\.text)
  }

  init(_ failure: Failure, of job: Job?) {
    inputs = job?.names ?? []
    status = "failed"
    code = failure.status.rawValue
    output = failure.output
    errors = failure.messages
    notes = failure.hints.isEmpty ? nil : failure.hints
  }
}
