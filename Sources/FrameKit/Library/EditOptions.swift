import FrameCodec
import FrameImage

/// The settings of an edit, apart from its script and its images.
public struct EditOptions: Sendable {
  /// The formats of sources and outputs.
  public var formats = Formats.builtIn
  /// The resources that the edit may use. Its `cancellation` ends all calls of the edit early, from any thread.
  public var limits = Limits()
  /// The values of the script's parameters, which it declares with `param`.
  public var parameters: [String: String] = [:]
  /// The seed of the script's random numbers.
  public var seed: UInt64 = 0
  /// The metadata that outputs keep of the first image.
  public var metadata = MetadataPolicy.all
  /// The color profile of outputs.
  public var colors = ColorTarget.first
  /// The frames of animated images.
  public var frames = FrameChoice.all
  /// The treatment of damaged images.
  public var onDamage = DamagePolicy.fail
  /// The largest number of threads that draw one image. Pixels do not depend on it.
  public var threads = 1

  public init() {}

  var editor: Editor {
    Editor(
      codecs: formats.codecs, limits: limits, metadata: metadata, colors: colors, frames: frames)
  }

  var rendering: PreparedEdit.Options { PreparedEdit.Options(onDamage: onDamage, jobs: max(1, threads)) }
}
