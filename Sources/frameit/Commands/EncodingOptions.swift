import ArgumentParser
import FrameBatch
import FrameCodec
import FrameImage
import FrameKit
import FrameRender
import FrameScene

/// The options that control how pixels and colors are encoded.
struct EncodingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Quality of lossy formats, from 1 to 100, or 'keep' for the quality of the first image. 100 is lossless in \
      WebP, JPEG XL and 8-bit AVIF. (default: 90 for JPEG; otherwise the codec's default)
      """,
      valueName: "n|keep"),
    transform: OptionValue.parsing({ Quality(argument: $0) }, Quality.allowedValues))
  var quality: Quality?

  @Option(
    help: ArgumentHelp(
      "When to transform a JPEG without decoding it: if the result is exact (prefer); always, with an error if pixels "
        + "are needed (require); or never. (default: prefer)",
      valueName: "policy"))
  var lossless: LosslessPolicy?

  @Option(
    help: ArgumentHelp(
      "Color space of the output: that of the first image (first), or sRGB without a profile (srgb). (default: first)",
      valueName: "first|srgb"))
  var to: ColorTarget?

  @Option(
    help: ArgumentHelp(
      "Edit only this frame of each animated image, counted from 0. By default, all frames are edited, and the output "
        + "is animated.",
      valueName: "n"),
    transform: NumberRange.frame.option)
  var frame: Int?

  var frames: FrameChoice { frame.map { .one($0) } ?? .all }

  func validate() throws {
    if case .level = quality, lossless == .require {
      throw ValidationError("--quality with a number encodes pixels again, which --lossless require forbids.")
    }
  }

  var policy: LosslessPolicy { settings.policy }

  var settings: OutputSettings {
    OutputSettings(quality: quality, lossless: lossless, to: to, frames: frames)
  }
}

extension LosslessPolicy: ExpressibleByArgument {}
extension ColorTarget: ExpressibleByArgument {}

/// The options that render an edit as a frame sequence.
struct AnimationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Render the whole edit over time at this frame rate, such as 30fps, 25 or 29.97. The output is animated, or one \
      file per frame if its name contains %d or %04d.
      """,
      valueName: "rate"))
  var frames: String?

  @Option(
    name: .customLong("max-frames"),
    help: ArgumentHelp("Maximum number of frames. (default: \(Limits().frames))", valueName: "n"),
    transform: NumberRange.frameCount.option)
  var maxFrames: Int?

  var frameLimit: Int { maxFrames ?? Limits().frames }

  func validate() throws {
    if maxFrames != nil, frames == nil { throw ValidationError("--max-frames needs --frames RATE.") }
    guard let frames, rate == nil else { return }
    throw ValidationError(
      "--frames '\(frames)' is not a frame rate; expected a number from 1 to 1000, such as 30fps, 25 or 29.97."
    )
  }

  /// The frame rate; nil if only the end of the edit is rendered.
  var rate: FrameRate? { frames.flatMap { FrameRate($0) } }

  /// Checks that the encoding options allow frames, which are always encoded from pixels.
  func check(_ encoding: EncodingOptions) throws {
    if frames != nil, encoding.lossless == .require {
      throw ValidationError("--frames encodes pixels, which --lossless require forbids.")
    }
  }
}
