import ArgumentParser
import FrameCodec
import FrameModel

/// How images are read.
///
/// It repeats the options of `LimitOptions` and `PluginOptions`, and every command has it in a group of its own. In a
/// debug build, the argument parser checks a nested group four times for each level: that took half of the tests' time.
struct InputOptions: ParsableArguments {
  @Option(
    name: .customLong("max-pixels"), help: LimitOptions.maxPixelsHelp,
    transform: OptionValue.reading({ PixelCount($0) }, PixelCount.valid))
  var maxPixels = LimitOptions.standardPixels

  @Option(
    name: .customLong("max-memory"), help: LimitOptions.maxMemoryHelp,
    transform: OptionValue.reading({ ByteCount($0) }, ByteCount.valid))
  var maxMemory = LimitOptions.standardMemory

  @Flag(help: "Run built-in codecs, too, in sandboxed processes of their own, as loaded ones are.")
  var isolate = false

  @Flag(help: PluginOptions.allowUnsandboxedHelp)
  var allowUnsandboxed = false

  @Option(
    name: .customLong("max-time"),
    help: ArgumentHelp(
      "Seconds that a result may take; then it fails with exit code 5.", valueName: "seconds"),
    transform: OptionValue.reading({ Seconds(argument: $0) }, Seconds.valid))
  var maxTime: Seconds?

  /// Begins the time of one result.
  ///
  /// - Returns: the limits of that result.
  func startLimits() -> Limits {
    var limits = Limits()
    limits.pixels = maxPixels.count
    limits.memory = maxMemory.count
    limits.cancellation = Deadlines.start(seconds: maxTime?.count)
    return limits
  }

  var codecs: CodecList {
    Codecs.list(isIsolated: isolate, allowsUnsandboxed: allowUnsandboxed)
  }
}

/// How plugins are run.
struct PluginOptions: ParsableArguments {
  static let allowUnsandboxedHelp: ArgumentHelp =
    "Run plugins even if this system has no Landlock or no seccomp to restrict them."

  @Flag(help: Self.allowUnsandboxedHelp)
  var allowUnsandboxed = false
}

/// A length of time: `2`, `0.5`, `2s`, `500ms` or `3min`.
struct Seconds {
  /// From a millisecond to a year.
  let count: Double

  static let valid = "a length of time from 1ms to a year, such as 30, 0.5, 500ms or 3min"

  init?(count: Double) {
    guard (0.001...31_536_000).contains(count) else { return nil }
    self.count = count
  }

  init?(argument: String) {
    let units = [("ms", 0.001), ("min", 60), ("s", 1)]
    let unit = units.first { argument.hasSuffix($0.0) } ?? ("", 1)
    let digits = argument.dropLast(unit.0.count)
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(digits) else {
      return nil
    }
    self.init(count: number * unit.1)
  }
}
