import ArgumentParser
import FrameModel

struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("max-pixels"),
    help: ArgumentHelp(
      "Pixels of a picture or canvas, at the most; with K, M, G or T for thousands and so on.", valueName: "n"
    ))
  var maxPixels = PixelCount(count: Limits().pixels)

  @Option(
    name: .customLong("max-memory"),
    help: ArgumentHelp(
      "Bytes that an edit holds at once, at the most: of what its script makes and of pixels; with K, M, G or T, or KiB and so on, for units of 1024, KB and so on for 1000.",
      valueName: "n"))
  var maxMemory = ByteCount(count: Limits().memory)

  func validate() throws {
    guard maxPixels.count > 0 else { throw ValidationError("--max-pixels must be at least 1.") }
    guard maxMemory.count > 0 else { throw ValidationError("--max-memory must be at least 1.") }
  }

  var limits: Limits {
    var limits = Limits()
    limits.pixels = maxPixels.count
    limits.memory = maxMemory.count
    return limits
  }
}
