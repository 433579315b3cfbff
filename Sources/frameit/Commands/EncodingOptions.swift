import ArgumentParser
import FrameBatch
import FrameEngine
import FrameImage
import FramePlan
import FrameScene

/// The options that control how pixels and colors are encoded.
struct EncodingOptions: ParsableArguments {
  @Option(
    .quality, "n|keep",
    "Quality of lossy formats, from 1 to 100, or 'keep' for the quality of the first image. 100 is lossless "
      + "in WebP, JPEG XL and 8-bit AVIF. (default: 90 for JPEG; otherwise the codec's default)")
  var quality: String?

  @Option(
    .maxBytes, "n",
    "Largest size of each output file, such as 200K or 1.5M (powers of 1000). The highest quality that fits "
      + "is used, up to --quality or the default.")
  var maxBytes: String?

  @Option(
    .chroma, "444|422|420|auto",
    "Resolution of the color of JPEG files: 444 (full), 422 or 420. (default: auto, which is 444 from quality "
      + "90 on, and 420 below)",
    completion: .list(["444", "422", "420", "auto"]))
  var chroma: String?

  @Flag("Write progressive JPEG files, which viewers can show before they are complete.")
  var progressive = false

  @Option(
    .depth, "8|16",
    "Bits per channel of the output, instead of those of the images: 8, or 16 for formats that have them.",
    completion: .list(["8", "16"]))
  var depth: String?

  @Option(.dpi, "n", "Resolution of the output in dots per inch, instead of that of the first image.")
  var dpi: String?

  @Option(
    "policy",
    "When to transform a JPEG without decoding it: if the result is exact (prefer); always, with an error if "
      + "pixels are needed (require); or never. (default: prefer)")
  var lossless: LosslessPolicy?

  @Option(
    "first|srgb",
    "Color space of the output: that of the first image (first), or sRGB without a profile (srgb). (default: "
      + "first)", name: [.customLong("profile"), .customLong("to")])
  var to: ColorTarget?

  @Option(
    "policy",
    "How to handle the HDR gain maps of photos: transform them like the photos (keep), remove them (drop), or "
      + "write the HDR image that they give (apply). JPEG files can have a gain map; PNG, AVIF and JPEG XL "
      + "files can be HDR images; 'apply' compresses the light for other formats. (default: keep)")
  var gainMap: GainMapChoice?

  @Option(
    "n",
    "With --gain-map apply, the headroom of the screen in stops, from 0 to 16. (default: that of the whole "
      + "gain)", transform: OptionValue.parsing({ Double(stops: $0) }, Double.allowedStops))
  var headroom: Double?

  @Option("pq|hlg", "With --gain-map apply, the transfer function of HDR images: pq or hlg. (default: pq)")
  var transfer: HDRTransfer?

  @Option(
    "n",
    "Edit only this frame of each animated image, counted from 0. By default, all frames are edited, and the "
      + "output is animated.", in: .frame)
  var frame: Int?

  @Option(
    .loop, "n|forever",
    "How often an animated output plays; 0 or 'forever' repeats it forever. (default: as the first animated "
      + "image, or forever)")
  var loop: String?

  var frames: FrameChoice { frame.map { .one($0) } ?? .all }

  private var gainMapPolicy: GainMapPolicy {
    switch gainMap {
    case nil, .keep: .keep
    case .drop: .drop
    case .apply: .apply(HDRSettings(headroom: headroom, transfer: transfer ?? .pq))
    }
  }

  func validate() throws {
    if gainMap != .apply, headroom != nil || transfer != nil {
      throw ValidationError("\(headroom != nil ? "--headroom" : "--transfer") needs --gain-map apply.")
    }
    let encoding = settings.encoding
    guard let setting = encoding.pixelSetting else { return }
    let option = setting.key.optionName + setting.value
    if lossless == .require {
      throw ValidationError("\(option) encodes pixels again, which --lossless require forbids.")
    }
    if encoding.quality == .keep {
      throw ValidationError("--quality keep cannot be combined with \(option), \(setting.reason).")
    }
  }

  var policy: LosslessPolicy { settings.policy }

  var settings: OutputSettings {
    var settings = OutputSettings()
    let texts: [(EncodingOption, String?)] = [
      (.quality, quality), (.maxBytes, maxBytes), (.chroma, chroma), (.depth, depth), (.dpi, dpi),
      (.loop, loop),
    ]
    for case (let option, let text?) in texts { _ = option.set(&settings.encoding, text) }
    (settings.encoding.isProgressive, settings.encoding.gainMap) = (progressive, gainMapPolicy)
    (settings.lossless, settings.to, settings.frames) = (lossless, to, frames)
    return settings
  }
}

extension Option where Value == String? {
  /// An option for the text of an allowed value.
  fileprivate init(
    _ option: EncodingOption, _ word: String, _ help: String, completion: CompletionKind? = nil
  ) {
    self.init(
      help: ArgumentHelp(help, valueName: word), completion: completion,
      transform: OptionValue.parsing({ option.allows($0) ? $0 : nil }, option.allowedValues))
  }
}

extension String {
  /// The option with the words of a key, as in `--max-bytes` for `maxBytes`.
  fileprivate var optionName: String {
    "--" + map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}

extension LosslessPolicy: ExpressibleByArgument {}
extension ColorTarget: ExpressibleByArgument {}
extension HDRTransfer: ExpressibleByArgument {}

/// The values of `--gain-map`.
enum GainMapChoice: String, ExpressibleByArgument, CaseIterable {
  case keep, drop, apply
}

extension Double {
  static let allowedStops = "a number of stops from 0 to 16"

  init?(stops text: String) {
    guard let stops = Double(text), (0...16).contains(stops) else { return nil }
    self = stops
  }
}

/// The options that render an edit as a frame sequence.
struct AnimationOptions: ParsableArguments {
  @Option(
    "rate",
    "Render the whole edit over time at this frame rate, such as 30fps, 25 or 29.97. The output is animated, "
      + "or one file per frame if its name contains %d or %04d.")
  var frames: String?

  @Option("n", "Maximum number of frames. (default: \(Limits().frames))", in: .frameCount)
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
