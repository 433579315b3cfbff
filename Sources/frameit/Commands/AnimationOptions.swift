import ArgumentParser
import FrameKit
import FrameModel

/// An edit as frames.
struct AnimationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Render the whole edit as frames, so many a second: 30fps, 25, 29.97. The output moves, or with %d or %04d in its \
      name each frame is a file.
      """,
      valueName: "rate"))
  var frames: String?

  @Option(
    name: .customLong("max-frames"),
    help: ArgumentHelp("Frames, at the most. (default: \(Limits().frames))", valueName: "n"),
    transform: NumberRange.frameCount.option)
  var maxFrames: Int?

  var most: Int { maxFrames ?? Limits().frames }

  func validate() throws {
    if maxFrames != nil, frames == nil { throw ValidationError("--max-frames needs --frames RATE.") }
    guard let frames, rate == nil else { return }
    throw ValidationError(
      "--frames '\(frames)' is no rate: write how many a second, from 1 to 1000, as in 30fps, 25 or 29.97.")
  }

  /// nil for the end of the edit alone.
  var rate: FrameRate? { frames.flatMap { FrameRate($0) } }

  /// Frames are made of pixels.
  func check(_ encoding: EncodingOptions) throws {
    if frames != nil, encoding.lossless == .require {
      throw ValidationError("--frames makes pixels, and --lossless require excludes that.")
    }
  }
}
