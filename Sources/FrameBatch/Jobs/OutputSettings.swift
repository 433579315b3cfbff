import FrameCodec
import FrameEngine
import FramePlan
import FrameScene

/// The settings of outputs, for `apply` and `serve`.
package struct OutputSettings: Sendable {
  package var encoding = EncodingSettings()
  package var lossless: LosslessPolicy?
  package var to: ColorTarget?
  package var frames = FrameChoice.all
  /// The frame rate; nil if only the end of the edit is rendered.
  package var rate: FrameRate?
  package var onDamage = DamagePolicy.fail
  /// True if existing files are replaced.
  package var force = false
  /// Several outputs by their widths; nil for one output with the width of its canvas.
  package var sizes: Sizes?

  package struct Sizes: Equatable, Sendable {
    let widths: [Int]
    /// True if images may be enlarged to one of these widths.
    let enlarges: Bool

    package init(widths: [Int], enlarges: Bool) {
      (self.widths, self.enlarges) = (widths, enlarges)
    }
  }

  package init(
    encoding: EncodingSettings = EncodingSettings(), lossless: LosslessPolicy? = nil, to: ColorTarget? = nil,
    frames: FrameChoice = .all
  ) {
    (self.encoding, self.lossless, self.to, self.frames) = (encoding, lossless, to, frames)
  }

  /// The lossless policy. Some settings require that pixels are encoded.
  package var policy: LosslessPolicy { encoding.pixelSetting != nil ? .never : lossless ?? .prefer }
}
