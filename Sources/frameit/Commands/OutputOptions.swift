import ArgumentParser
import FrameCodec

/// Where results go and what they are.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .customShort("o"),
    help: ArgumentHelp("The file to write; '-' is stdout.", valueName: "file"))
  var path: String?

  @Option(help: ArgumentHelp("The format to write, whatever the file is called.", valueName: "name"))
  var format: String?

  @Option(
    help: ArgumentHelp("For formats that lose something: 1 to 100; JPEG's is 90.", valueName: "n"))
  var quality: Int?

  @Flag(help: "Replace a file that exists.")
  var force = false

  @Flag(name: .customLong("in-place"), help: "Write the result over its input.")
  var inPlace = false

  @Option(
    name: .customLong("on-damage"),
    help: ArgumentHelp(
      "What to do with a damaged picture: fail, warn, or salvage what can be read.", valueName: "policy"))
  var onDamage: DamagePolicy = .fail

  func validate() throws {
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality is a number from 1 to 100.")
    }
    if path == "" { throw ValidationError("-o names no file.") }
    if inPlace, path != nil { throw ValidationError("--in-place and -o exclude each other.") }
    try Self.check(format: format)
  }

  static func check(format: String?) throws {
    if let format, Codecs.all.codec(named: format) == nil {
      throw ValidationError(unknown(format))
    }
  }

  static func unknown(_ format: String) -> String {
    let names = Codecs.all.codecs.filter(\.format.holds.writes).flatMap(\.format.extensions).joined(
      separator: " ")
    return "unknown format '\(format)' for the output; known are: \(names)"
  }
}

extension DamagePolicy: ExpressibleByArgument {}
