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
  package var metadata: MetadataRecord
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
    metadata = MetadataRecord(edit.filteredMetadata)
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
