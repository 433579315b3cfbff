import ArgumentParser
import FrameBatch
import FrameCodec
import FrameImage

/// The options that control how images are read.
struct InputOptions: ParsableArguments {
  @OptionGroup var limitOptions: LimitOptions

  @Flag("Run built-in codecs in sandboxed processes, as is always done for plugins.")
  var isolate = false

  @OptionGroup var pluginOptions: PluginOptions

  @Option(
    "seconds",
    "Time limit for each image or output, such as 30, 500ms or 2min; an image that takes longer "
      + "fails with exit code 5.")
  var maxTime: Seconds?

  /// Starts the time limit of one job.
  ///
  /// - Parameter parent: A flag that also cancels the job.
  /// - Returns: The limits of that job.
  func startLimits(below parent: Cancellation? = nil) -> Limits {
    var limits = limitOptions.limits
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
    Codecs.list(isIsolated: isolate, allowsUnsandboxed: pluginOptions.allowUnsandboxed)
  }
}

/// The options that control how plugins run.
struct PluginOptions: ParsableArguments {
  @Flag("Run plugins even if this system lacks Landlock or seccomp to restrict them.")
  var allowUnsandboxed = false
}

/// The limits of pixels and memory.
struct LimitOptions: ParsableArguments {
  @Option(
    "n",
    "Maximum number of pixels in an image or canvas. All frames of an animated image together may have "
      + "16 times as many. Units: K, M, G and T (powers of 1000). (default: \(Limits().pixels / 1_000_000)M)")
  var maxPixels = PixelCount(Limits().pixels)!

  @Option(
    "n",
    "Maximum memory in use at any time for the script and for pixels, in bytes. Units: K, M, G and T, or "
      + "KiB, MiB, GiB and TiB (powers of 1024); KB, MB, GB and TB (powers of 1000). (default: "
      + "\(Limits().memory >> 30)G)")
  var maxMemory = ByteCount(Limits().memory)!

  var limits: Limits {
    var limits = Limits()
    limits.pixels = maxPixels.count
    limits.memory = maxMemory.count
    return limits
  }
}
