import FrameCodec
import FrameKit
import FrameModel

/// How results are written, whoever asks for them.
struct OutputSettings: Sendable {
  var quality: Quality?
  var lossless: LosslessPolicy?
  var to: ColorTarget?
  var frames = FrameChoice.all
  /// nil for the end of the edit alone.
  var rate: FrameRate?
  var onDamage = DamagePolicy.fail
  /// Whether files that are there are replaced.
  var force = false
  /// Of several results; nil for one, as wide as its canvas.
  var widths: [Int]?

  /// A number asks for pixels that are encoded.
  var policy: LosslessPolicy {
    if case .level = quality { .never } else { lossless ?? .prefer }
  }
}

/// What becomes of outputs that are there, and that a journal knows.
enum ResumePolicy: Sendable {
  /// They are in the way, as any other file is.
  case none
  /// Those that follow from the same are passed over: the job is given again.
  case retries
  /// And those that follow from something else are replaced: the batch is.
  case batch
}
