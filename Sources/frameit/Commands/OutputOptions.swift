import ArgumentParser
import FrameCodec

/// Where results go and what they are.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .customShort("o"),
    help: ArgumentHelp("The file to write; '-' is stdout.", valueName: "file"), completion: .file())
  var path: String?

  @Option(
    name: .customLong("out-dir"),
    help: ArgumentHelp("The folder to write to, with the inputs' names and folders.", valueName: "dir"),
    completion: .directory)
  var outDir: String?

  @Option(
    help: ArgumentHelp("With --out-dir: the folder that inputs' folders are counted from.", valueName: "dir"),
    completion: .directory)
  var base: String?

  @Option(
    help: ArgumentHelp(
      "What results are called: text with {stem} {ext} {index} {width} {height}.", valueName: "template"))
  var name: NameTemplate?

  @Option(
    help: ArgumentHelp(
      "Write the result at these widths, from one decode: 320,640,1280.", valueName: "n,n"))
  var sizes: Widths?

  @Option(
    help: ArgumentHelp(
      "The format to write; without it the output's name says it, or the first picture.", valueName: "name"),
    completion: .outputFormat)
  var format: String?

  @OptionGroup var encoding: EncodingOptions

  @Flag(help: "Replace a file that exists.")
  var force = false

  @Flag(name: .customLong("in-place"), help: "Write the result over its input.")
  var inPlace = false

  @Option(
    name: .customLong("on-damage"),
    help: ArgumentHelp(
      "What to do with a damaged picture: fail, warn, or salvage what can be read.", valueName: "policy"))
  var onDamage: DamagePolicy = .fail

  var settings: EditSettings {
    var settings = encoding.settings
    (settings.onDamage, settings.force, settings.widths) = (onDamage, force, sizes?.all)
    return settings
  }

  func validate() throws {
    if path == "" { throw ValidationError("-o names no file.") }
    if outDir == "" { throw ValidationError("--out-dir names no folder.") }
    if inPlace, path != nil { throw ValidationError("--in-place and -o exclude each other.") }
    if outDir != nil, path != nil || inPlace {
      throw ValidationError("--out-dir excludes -o and --in-place.")
    }
    if name != nil, path != nil || inPlace { throw ValidationError("--name excludes -o and --in-place.") }
    if base != nil, outDir == nil { throw ValidationError("--base is about --out-dir.") }
    if sizes != nil, inPlace { throw ValidationError("--sizes and --in-place exclude each other.") }
    try Self.check(format: format)
  }

  static func check(format: String?) throws {
    if let format, Codecs.all.codec(named: format) == nil {
      throw ValidationError(unknown(format))
    }
  }

  static func unknown(_ format: String) -> String {
    if let why = Codecs.explained(name: format)?.wording {
      return "no codec writes '\(format)': \(why.what)" + (why.note.map { "; \($0)" } ?? "")
    }
    return "unknown format '\(format)' for the output; known are: \(writtenFormats.joined(separator: " "))"
  }

  /// By each name once, though several plugins may have it.
  fileprivate static var writtenFormats: [String] {
    var names: [String] = []
    for name in Codecs.all.codecs.filter(\.format.holds.writes).flatMap(\.format.extensions)
    where !names.contains(name) {
      names.append(name)
    }
    return names
  }
}

/// Widths of results, each once, in the order in which they were given.
struct Widths: ExpressibleByArgument {
  var all: [Int]

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    let widths = numbers.compactMap(\.self)
    guard widths.count == numbers.count, Set(widths).count == widths.count, widths.allSatisfy({ $0 > 0 })
    else {
      return nil
    }
    all = widths
  }
}

extension NameTemplate: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension CompletionKind {
  /// The formats that this installation can write: the shell asks the program, which knows its plugins.
  static let outputFormat = CompletionKind.custom { _, _, _ in OutputOptions.writtenFormats }
}

extension DamagePolicy: ExpressibleByArgument {}
