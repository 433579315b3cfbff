import ArgumentParser
import FrameBatch
import FrameCodec
import FrameImage
import FrameMessages

/// The options that select the destination of outputs.
struct OutputOptions: ParsableArguments {
  @Option(file: "Output file; '-' is stdout.", name: .output)
  var path: String?

  @Option(
    folder: "Output folder. Relative inputs keep their folders in it; absolute inputs keep only their names.")
  var outDir: String?

  @Flag("Replace each input with its output.")
  var inPlace = false

  @Flag("Replace existing files.", name: .force)
  var force = false

  /// True if no option names a destination.
  var isDefault: Bool { path == nil && outDir == nil && !inPlace }

  func validate() throws {
    if path == "" { throw ValidationError("-o needs a file name.") }
    if outDir == "" { throw ValidationError("--out-dir needs a folder name.") }
    if inPlace, path != nil { throw ValidationError("--in-place cannot be combined with -o.") }
    if outDir != nil, path != nil || inPlace {
      throw ValidationError("--out-dir cannot be combined with -o or --in-place.")
    }
  }

  /// Returns the requested destinations.
  ///
  /// - Throws: `Failure` for an invalid template, or `BatchError` for an invalid folder.
  func request(_ format: FormatOptions) throws -> OutputNaming.Rule {
    if let path { return .file(path) }
    if inPlace { return .inPlace }
    return .named(
      try format.template(), in: try outDir.map { try OutputFolder($0, base: format.base) })
  }
}

/// The options that control names, sizes and formats of outputs.
struct FormatOptions: ParsableArguments {
  @Option(
    "name",
    "Output format. (default: from the file extension of -o; without -o, the format of the first image)",
    completion: .outputFormat)
  var format: String?

  @Option(
    help: ArgumentHelp(
      "What to do with a damaged image: report an error (fail), accept damage that leaves the image complete (warn), "
        + "or keep the readable part (salvage).", valueName: "policy"))
  var onDamage: DamagePolicy = .fail

  @Option(
    "template",
    "Template for output names, such as '{stem}-small.{ext}', with {stem}, {ext}, {index}, {index:04} (padded "
      + "with zeros), {width} and {height}.")
  var name: String?

  @Option(folder: "With --out-dir, mirror the folders of the inputs relative to this folder.")
  var base: String?

  @Option(
    "n,n",
    "Write one output for each of these widths, such as 320,640,1280, and decode each image only once.")
  var sizes: String?

  @Flag("With --sizes, enlarge images to widths for which they have too few pixels.")
  var enlarge = false

  /// Returns the settings of the outputs.
  ///
  /// - Throws: `Failure` of status `usage`.
  func settings(_ encoding: EncodingOptions, force: Bool) throws(Failure) -> OutputSettings {
    var settings = encoding.settings
    (settings.onDamage, settings.force) = (onDamage, force)
    if let sizes { settings.sizes = (try Self.widths(sizes), enlarges: enlarge) }
    return settings
  }

  /// Parses the value of `--name`.
  func template() throws(BatchError) -> NameTemplate? {
    guard let name else { return nil }
    return try NameTemplate(name)
  }

  /// Parses the value of `--sizes`, and keeps its order.
  private static func widths(_ text: String) throws(Failure) -> [Int] {
    var widths: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let width = NumberRange.width.number(part) else {
        throw Failure(
          .usage, "--sizes '\(text.printable(keeping: ""))': '\(part.prefix(40))' is not a width",
          hint: "a width is \(NumberRange.width.allowedValues): --sizes 320,640,1280")
      }
      guard !widths.contains(width) else {
        throw Failure(
          .usage, "--sizes '\(text)': the width \(width) is given twice", hint: "name each width once")
      }
      widths.append(width)
    }
    return widths
  }

  func validate() throws { try Self.check(format: format) }

  /// Checks the combination with the destination.
  func check(_ output: OutputOptions) throws {
    if name != nil, output.path != nil || output.inPlace {
      throw ValidationError("--name cannot be combined with -o or --in-place.")
    }
    if base != nil, output.outDir == nil { throw ValidationError("--base needs --out-dir.") }
    if enlarge, sizes == nil { throw ValidationError("--enlarge needs --sizes.") }
    if sizes != nil, output.inPlace { throw ValidationError("--sizes cannot be combined with --in-place.") }
  }

  /// Checks the value of `--format`.
  static func check(format: String?) throws {
    if let format, Codecs.all.codec(named: format) == nil {
      throw ValidationError(unknown(format))
    }
  }

  /// Returns the message for a format that cannot be written.
  static func unknown(_ format: String) -> String {
    if let why = Codecs.found.reason(forName: format)?.message.withOptions {
      return "no codec writes '\(format)': \(why.text)" + (why.hint.map { "; \($0)" } ?? "")
    }
    return "unknown output format '\(format)'; the formats are: \(writtenFormats.joined(separator: " "))"
  }

  /// The extensions of all formats that can be written, each once, though several plugins may have the same.
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
  /// Completes the formats that this installation can write. The shell asks the program, which knows its plugins.
  static let outputFormat = CompletionKind.custom { _, _, _ in FormatOptions.writtenFormats }
}

extension DamagePolicy: ExpressibleByArgument {}
