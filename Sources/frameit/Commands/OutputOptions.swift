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
      "What results are called: text with {stem} {ext} {index} {index:04} {width} {height}.",
      valueName: "template"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Write the result at these widths, from one decode: 320,640,1280.", valueName: "n,n"))
  var sizes: String?

  @Option(
    help: ArgumentHelp(
      "The format to write; without it the output's name says it, or the first image.", valueName: "name"),
    completion: .outputFormat)
  var format: String?

  @Flag(help: "Replace a file that exists.")
  var force = false

  @Flag(name: .customLong("in-place"), help: "Write the result over its input.")
  var inPlace = false

  @Option(
    name: .customLong("on-damage"),
    help: ArgumentHelp(
      "What to do with a damaged image: fail, warn, or salvage what can be read.", valueName: "policy"))
  var onDamage: DamagePolicy = .fail

  /// - Throws: `Failure` of wrong use.
  func settings(_ encoding: EncodingOptions) throws(Failure) -> OutputSettings {
    var settings = encoding.settings
    (settings.onDamage, settings.force) = (onDamage, force)
    settings.widths = try sizes.map(Self.widths)
    return settings
  }

  /// - Throws: `Failure` of wrong use.
  func template() throws(Failure) -> NameTemplate? {
    guard let name else { return nil }
    do throws(NameTemplate.Problem) {
      return try NameTemplate(name)
    } catch {
      let message = error.message
      throw Failure(.usage, "--name '\(name.printable(keeping: ""))': \(message.what)", note: message.note)
    }
  }

  /// Widths of results, in the order in which they were given.
  private static func widths(_ text: String) throws(Failure) -> [Int] {
    var widths: [Int] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let width = NumberRange.width.number(word) else {
        throw Failure(
          .usage, "--sizes '\(text.printable(keeping: ""))': '\(word.prefix(40))' is no width",
          note: "a width is \(NumberRange.width.words): --sizes 320,640,1280")
      }
      guard !widths.contains(width) else {
        throw Failure(
          .usage, "--sizes '\(text)': \(width) is there twice, and would be one file",
          note: "name each width once")
      }
      widths.append(width)
    }
    return widths
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
    if let why = Codecs.explained(name: format)?.message {
      return "no codec writes '\(format)': \(why.what)" + (why.note.map { "; \($0)" } ?? "")
    }
    return "unknown format '\(format)' for the output; known are: \(writtenFormats.joined(separator: " "))"
  }

  /// By each name once, though several plugins may have it.
  fileprivate static var writtenFormats: [String] {
    var names: [String] = []
    for name in Codecs.all.codecs.filter(\.format.capabilities.writes).flatMap(\.format.extensions)
    where !names.contains(name) {
      names.append(name)
    }
    return names
  }
}

extension CompletionKind {
  /// The formats that this installation can write: the shell asks the program, which knows its plugins.
  static let outputFormat = CompletionKind.custom { _, _, _ in OutputOptions.writtenFormats }
}

extension DamagePolicy: ExpressibleByArgument {}
