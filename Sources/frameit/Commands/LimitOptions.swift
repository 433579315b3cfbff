import ArgumentParser
import FrameModel

/// How much an image may cost, for the commands that look at plugins.
struct LimitOptions: ParsableArguments {
  static let standardPixels = PixelCount(Limits().pixels)!
  static let maxPixelsHelp = ArgumentHelp(
    """
    Pixels of an image or canvas, at the most; its frames together may have 16 times as many. With K, M, G or T for \
    thousands and so on.
    """,
    valueName: "n")
  static let standardMemory = ByteCount(Limits().memory)!
  static let maxMemoryHelp = ArgumentHelp(
    """
    Bytes that an edit holds at once, at the most: of what its script makes and of pixels; with K, M, G or T, or KiB \
    and so on, for units of 1024, KB and so on for 1000.
    """,
    valueName: "n")

  @Option(
    name: .customLong("max-pixels"), help: Self.maxPixelsHelp,
    transform: OptionValue.reading({ PixelCount($0) }, PixelCount.valid))
  var maxPixels = Self.standardPixels

  @Option(
    name: .customLong("max-memory"), help: Self.maxMemoryHelp,
    transform: OptionValue.reading({ ByteCount($0) }, ByteCount.valid))
  var maxMemory = Self.standardMemory

  var limits: Limits {
    var limits = Limits()
    limits.pixels = maxPixels.count
    limits.memory = maxMemory.count
    return limits
  }
}
