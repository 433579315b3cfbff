import FrameCodec
import FrameEngine

/// The settings of an edit, apart from its script and its images.
public struct EditOptions: Sendable {
  /// The formats of sources and outputs.
  public var formats = Formats.builtIn
  /// The resources that the edit may use.
  public var limits = Limits()
  /// Ends all calls of the edit early, from any thread.
  public var cancellation: Cancellation?
  /// The values of the script's parameters, which it declares with `param`.
  ///
  ///     var options = EditOptions()
  ///     options.parameters = ["angle": "30deg", "title": "North"]
  ///     let edit = try Edit(script: "param angle = 0deg; param title = \"\"; rotate $angle", options: options)
  ///
  /// A value is a number, a length, a color or any other text, as on the command line after `-D`. A name that the script does not
  /// declare is an error.
  public var parameters: [String: String] = [:]
  /// The seed of the script's random numbers.
  public var seed: UInt64 = 0
  /// The metadata that outputs keep of the first image.
  public var metadata = MetadataPolicy.all
  /// The color profile of outputs.
  public var colors = ColorTarget.first
  /// What the edit does with the HDR gain maps of its images.
  public var gainMaps = GainMapPolicy.keep
  /// The frames of animated images.
  public var frames = FrameChoice.all
  /// The rate at which the edit is rendered over time, from its start to its end, as the frames of an animation; nil
  /// renders only its end.
  public var frameRate: FrameRate?
  /// The treatment of damaged images.
  public var onDamage = DamagePolicy.fail
  /// The largest number of threads that draw one image. Pixels do not depend on it.
  public var threads = 1
  /// Receives the part of an output that is done, from 0 to 1, while it is rendered. Any thread may call it, one at a
  /// time.
  public var progress: (@Sendable (Double) -> Void)?

  public init() {}

  /// The limits, with the cancellation.
  var allLimits: Limits {
    var all = limits
    all.cancellation = cancellation
    return all
  }

  var editor: Editor {
    Editor(
      codecs: formats.codecs, limits: allLimits, metadata: metadata, colors: colors, frames: frames)
  }

  var rendering: PreparedEdit.Options {
    var rendering = PreparedEdit.Options(onDamage: onDamage, jobs: max(1, threads))
    if let progress { rendering.progress = { progress(Double($0) / Double($1)) } }
    return rendering
  }

  var sequence: FrameSequenceRequest? {
    frameRate.map { FrameSequenceRequest(rate: $0, jobs: max(1, threads)) }
  }
}
