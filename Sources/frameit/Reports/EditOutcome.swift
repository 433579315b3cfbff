import FrameKit
import FrameModel

/// What became of one edit.
struct EditOutcome: Sendable {
  enum Status: String, Sendable {
    case done, planned, skipped
  }

  var job: Job
  var place: Output.Place
  /// What the result follows from, where that was asked for.
  var key: String?
  var size: PixelSize
  var format: String
  var paths: [String]
  var isCopy: Bool
  /// nil where pixels are encoded.
  var lossless: LosslessTransform.Kind?
  var metadata: MetadataRecord
  var notices: [Message]
  /// What menus, dialogs and the script itself said.
  var dialogs: [Message]
  /// How many frames the edit was made to, and how long they are shown, in milliseconds.
  var sequence: (frames: Int, milliseconds: Int)?
  var hash: String?
  /// The result itself, where it goes nowhere else.
  var bytes: [UInt8]?
  var status = Status.planned
  var time: Duration = .zero

  init(_ job: Job, _ edit: PreparedEdit, _ place: Output.Place, extra: [EditNotice]) {
    self.job = job
    self.place = place
    size = edit.plan.window.size
    format = edit.codec.format.name
    isCopy = edit.plan.copied != nil
    lossless = edit.plan.move?.kind
    paths = edit.plan.items.flatMap(\.pathNames)
    metadata = MetadataRecord(edit.filteredMetadata)
    sequence = edit.sequence.map { ($0.frames, $0.milliseconds) }
    notices = (edit.notices + extra).map(\.message)
    dialogs = edit.record.dialogs.map(\.message)
  }

  /// Takes over what writing brought.
  mutating func finish(_ result: PreparedEdit.Result) {
    notices += result.notices.map(\.message)
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

/// Says what became of each edit: the path of its result, or a line of JSON.
struct EditReporter: Sendable {
  /// What is printed of results.
  enum Results {
    case names(end: UInt8)
    case json
    /// And of how far it is.
    case nothing
  }

  let results: Results
  let isVerbose: Bool
  /// Removed where stdout ends the program.
  let temporaries: TemporaryFiles

  private var json: Bool { if case .json = results { true } else { false } }

  var isQuiet: Bool { if case .nothing = results { true } else { false } }

  /// - Parameter notices: those of the outcome's that are news.
  func report(_ outcome: EditOutcome, warning notices: [Message]) {
    for said in outcome.dialogs where isVerbose { Console.error("frameit: \(said.what.printable)\n") }
    for notice in notices where !json {
      Console.warn(notice.what + (notice.note.map { " (\($0))" } ?? ""))
    }
    switch results {
    case .json: Console.report(json: EditRecord(outcome), lastly: temporaries.removeAll)
    case .names(let end): name(outcome, end)
    case .nothing: break
    }
  }

  private func name(_ outcome: EditOutcome, _ end: UInt8) {
    let files = outcome.place.files
    for path in files {
      // Whoever reads names wants them all, also of what was done before or would be done. They are bytes to programs; a
      // terminal would take some of them for commands.
      let name = Console.outIsTerminal && end != 0 ? Array(path.printable.utf8) : path.systemBytes
      Console.out(name + [end], lastly: temporaries.removeAll)
    }
    if files.isEmpty, outcome.status == .planned {
      Console.error("would write to stdout\n")
    }
  }

  func reportNoImage(_ job: Job) {
    for name in job.names where isVerbose { Console.note("\(name.quoted): no image, and passed over") }
  }

  /// - Parameters:
  ///   - job: nil for what fails before any edit begins.
  ///   - isNews: else it is a line of JSON alone.
  func report(_ failure: Failure, of job: Job?, isNews: Bool = true) {
    if isNews { failure.report() }
    if json { Console.report(json: EditRecord(failure, of: job), lastly: temporaries.removeAll) }
  }
}

/// One edit as `apply --json` tells it.
struct EditRecord: Encodable {
  var schema = 1
  var inputs: [String]
  var output: String?
  /// "done", "planned", "failed", or "skipped" for what an earlier run has done.
  var status: String
  var code: Int32
  var width: Int?
  var height: Int?
  var format: String?
  /// "copy" where no pixel was computed, else "compose".
  var path: String?
  /// "dct", "dct+trim" or "tag" where no pixel was decoded.
  var lossless: String?
  /// How each image got to its place, from the back.
  var resampling: [String]?
  /// Of an edit that was made to frames: how many, and for how many seconds they are shown together.
  var frames: Int?
  var duration: Double?
  var hash: String?
  /// What became of the first image's metadata.
  var metadata: MetadataRecord?
  var milliseconds: Double?
  var notices: [String]?
  /// What menus, dialogs and the script itself said.
  var talk: [String]?
  var errors: [String]?
  /// What helps, where the errors do not say it.
  var notes: [String]?

  init(_ outcome: EditOutcome) {
    inputs = outcome.job.names
    output = outcome.place.path
    status = outcome.status.rawValue
    code = ExitStatus.done.rawValue
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
    notices = outcome.notices.map(\.what)
    talk = outcome.dialogs.isEmpty ? nil : outcome.dialogs.map(\.what)
  }

  init(_ failure: Failure, of job: Job?) {
    inputs = job?.names ?? []
    status = "failed"
    code = failure.status.rawValue
    output = failure.output
    errors = failure.sentences
    notes = failure.notes.isEmpty ? nil : failure.notes
  }
}
