import ArgumentParser
import FrameKit
import FrameModel

/// What an output may lose.
struct EncodingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      For formats that lose something: 1 to 100, or 'keep' for that of the first image; JPEG's is 90. 100 is \
      without any loss in WebP and JPEG XL, and in AVIF of 8 bits.
      """,
      valueName: "n|keep"),
    transform: OptionValue.reading({ Quality($0) }, "\(NumberRange.quality.words), or 'keep'"))
  var quality: Quality?

  @Option(
    help: ArgumentHelp(
      "Move a JPEG's blocks in the place of pixels: prefer (where the result is exact), require, or never.",
      valueName: "policy"))
  var lossless: LosslessPolicy?

  @Option(
    help: ArgumentHelp(
      "Bring all colors to sRGB, which needs no profile (srgb); by default they are the first image's (first).",
      valueName: "srgb|first"))
  var to: ColorTarget?

  @Option(
    help: ArgumentHelp(
      "Take one frame of animated images, counted from 0. Without it every frame is edited, and the output moves.",
      valueName: "n"),
    transform: NumberRange.frame.option)
  var frame: Int?

  var frames: FrameChoice { frame.map { .one($0) } ?? .all }

  func validate() throws {
    if case .level = quality, lossless == .require {
      throw ValidationError("--quality with a number encodes anew, and --lossless require excludes that.")
    }
  }

  var policy: LosslessPolicy { settings.policy }

  var settings: OutputSettings {
    OutputSettings(quality: quality, lossless: lossless, to: to, frames: frames)
  }
}

extension Quality {
  /// `keep`, or a level.
  init?(_ text: String) {
    if text == "keep" {
      self = .keep
    } else if let level = NumberRange.quality.number(text) {
      self = .level(level)
    } else {
      return nil
    }
  }
}

extension LosslessPolicy: ExpressibleByArgument {}
extension ColorTarget: ExpressibleByArgument {}
