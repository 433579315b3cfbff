import ArgumentParser
import FrameBatch
import FrameCodec
import FrameImage

/// The options that control how images are read.
///
/// They repeat the options of `LimitOptions` and `PluginOptions`, and every command has them in a separate group: in a
/// debug build, the argument parser checks a nested group four times for each level, which took half of the tests' time.
struct InputOptions: ParsableArguments {
  @Option(
    name: .customLong("max-pixels"), help: LimitOptions.maxPixelsHelp,
    transform: OptionValue.argument)
  var maxPixels = LimitOptions.defaultPixels

  @Option(
    name: .customLong("max-memory"), help: LimitOptions.maxMemoryHelp,
    transform: OptionValue.argument)
  var maxMemory = LimitOptions.defaultMemory

  @Flag(help: "Run built-in codecs in sandboxed processes, as is always done for plugins.")
  var isolate = false

  @Flag(help: PluginOptions.allowUnsandboxedHelp)
  var allowUnsandboxed = false

  @Option(
    name: .customLong("max-time"),
    help: ArgumentHelp(
      "Time limit for each image or output, such as 30, 500ms or 2min; an image that takes longer fails with exit "
        + "code 5.", valueName: "seconds"),
    transform: OptionValue.argument)
  var maxTime: Seconds?

  /// Starts the time limit of one job.
  ///
  /// - Parameter parent: A flag that also cancels the job.
  /// - Returns: The limits of that job.
  func startLimits(below parent: Cancellation? = nil) -> Limits {
    var limits = Limits()
    limits.pixels = maxPixels.count
    limits.memory = maxMemory.count
    limits.cancellation = Deadlines.start(seconds: maxTime?.count, below: parent)
    return limits
  }

  /// The time limit of each output; nil without one.
  ///
  /// - Parameter parent: A flag that also cancels the edit.
  func timeLimit(below parent: Cancellation? = nil) -> TimeLimit? {
    guard let seconds = maxTime?.count else { return nil }
    return { Deadlines.start(seconds: seconds, below: parent) }
  }

  /// The codecs that the options ask for.
  var codecs: CodecList {
    Codecs.list(isIsolated: isolate, allowsUnsandboxed: allowUnsandboxed)
  }
}

/// The options that control how plugins run.
struct PluginOptions: ParsableArguments {
  static let allowUnsandboxedHelp: ArgumentHelp =
    "Run plugins even if this system lacks Landlock or seccomp to restrict them."

  @Flag(help: Self.allowUnsandboxedHelp)
  var allowUnsandboxed = false
}

/// The limits of the commands that examine plugins.
struct LimitOptions: ParsableArguments {
  static let defaultPixels = PixelCount(Limits().pixels)!
  static let maxPixelsHelp = ArgumentHelp(
    """
    Maximum number of pixels in an image or canvas. All frames of an animated image together may have 16 times as \
    many. Units: K, M, G and T (powers of 1000). (default: \(Limits().pixels / 1_000_000)M)
    """,
    valueName: "n")
  static let defaultMemory = ByteCount(Limits().memory)!
  static let maxMemoryHelp = ArgumentHelp(
    """
    Maximum memory in use at any time for the script and for pixels, in bytes. Units: K, M, G and T, or KiB, MiB, \
    GiB and TiB (powers of 1024); KB, MB, GB and TB (powers of 1000). (default: \(Limits().memory >> 30)G)
    """,
    valueName: "n")

  @Option(
    name: .customLong("max-pixels"), help: Self.maxPixelsHelp,
    transform: OptionValue.argument)
  var maxPixels = Self.defaultPixels

  @Option(
    name: .customLong("max-memory"), help: Self.maxMemoryHelp,
    transform: OptionValue.argument)
  var maxMemory = Self.defaultMemory

  var limits: Limits {
    var limits = Limits()
    limits.pixels = maxPixels.count
    limits.memory = maxMemory.count
    return limits
  }
}
