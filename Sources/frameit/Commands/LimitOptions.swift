import ArgumentParser
import FrameModel

struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("max-pixels"),
    help: ArgumentHelp(
      """
      Pixels of a picture or canvas, at the most; its frames together may have 16 times as many. With K, M, G or T for \
      thousands and so on.
      """,
      valueName: "n"),
    transform: OptionValue.reading({ PixelCount($0) }, PixelCount.valid))
  var maxPixels = PixelCount(Limits().pixels)!

  @Option(
    name: .customLong("max-memory"),
    help: ArgumentHelp(
      """
      Bytes that an edit holds at once, at the most: of what its script makes and of pixels; with K, M, G or T, or KiB \
      and so on, for units of 1024, KB and so on for 1000.
      """,
      valueName: "n"),
    transform: OptionValue.reading({ ByteCount($0) }, ByteCount.valid))
  var maxMemory = ByteCount(Limits().memory)!

  var limits: Limits {
    var limits = Limits()
    limits.pixels = maxPixels.count
    limits.memory = maxMemory.count
    return limits
  }
}
