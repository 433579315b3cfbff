import ArgumentParser
import FrameModel

/// What all commands that read a script take.
struct EditOptions: ParsableArguments {
  @Argument(help: "The script's file, then pictures; '-' is stdin. With -e, pictures alone.")
  var paths: [String] = []

  @Option(
    name: .customShort("e"), parsing: .singleValue,
    help: ArgumentHelp("A line of script instead of a file; may be given again.", valueName: "script"))
  var expressions: [String] = []

  @Option(
    name: .customShort("D"), parsing: .singleValue,
    help: ArgumentHelp("Set a parameter of the script.", valueName: "name=value"))
  var definitions: [String] = []

  @Option(help: ArgumentHelp("Start of the script's random numbers.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(
    name: .customLong("allow-read"), parsing: .singleValue,
    help: ArgumentHelp("Let the script name files in this folder too.", valueName: "dir"))
  var allowRead: [String] = []

  @OptionGroup(title: "Limits") var limitOptions: LimitOptions

  func validate() throws { try ScriptSource.validate(allowRead) }
}

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
