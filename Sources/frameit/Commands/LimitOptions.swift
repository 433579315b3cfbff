import ArgumentParser
import FrameModel

struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("max-pixels"),
    help: ArgumentHelp("Pixels of a picture or canvas, at the most.", valueName: "n"))
  var maxPixels = Limits().pixels

  @Option(
    name: .customLong("max-memory"),
    help: ArgumentHelp("Bytes of pixels held at once, at the most; with K, M or G for units.", valueName: "n")
  )
  var maxMemory = ByteCount(count: Limits().memory)

  func validate() throws {
    guard maxPixels > 0 else { throw ValidationError("--max-pixels must be at least 1.") }
    guard maxMemory.count > 0 else { throw ValidationError("--max-memory must be at least 1.") }
  }

  var limits: Limits {
    var limits = Limits()
    limits.pixels = maxPixels
    limits.memory = maxMemory.count
    return limits
  }
}

/// A number of bytes: `1000000`, `512M`, `2G`.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
  var count: Int

  init(count: Int) {
    self.count = count
  }

  init?(argument: String) {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = argument.last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? argument : String(argument.dropLast())) else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflow else { return nil }
    count = bytes
  }

  var description: String { "\(count)" }
}
