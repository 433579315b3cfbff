import ArgumentParser

/// What all commands that read a script take.
struct ScriptOptions: ParsableArguments {
  @Argument(
    help: "The script's file, then images; '-' is stdin. With -e, images alone.", completion: .file())
  var paths: [InputSource] = []

  @Option(
    name: .customShort("e"), parsing: .singleValue,
    help: ArgumentHelp("A line of script instead of a file; may be given again.", valueName: "script"))
  var expressions: [String] = []

  @Option(
    name: .customShort("D"), parsing: .singleValue,
    help: ArgumentHelp("Set a parameter of the script.", valueName: "name=value"))
  var definitions: [String] = []

  @Option(
    help: ArgumentHelp("Start of the script's random numbers.", valueName: "n"), transform: OptionValue.seed)
  var seed: UInt64 = 0

  @Option(
    name: .customLong("allow-read"), parsing: .singleValue,
    help: ArgumentHelp("Let the script name files in this folder too.", valueName: "dir"),
    completion: .directory)
  var allowRead: [String] = []

  /// nil where it is written behind `-e`, or missing.
  var script: InputSource? { expressions.isEmpty ? paths.first : nil }

  var images: [InputSource] { Array(paths.dropFirst(expressions.isEmpty ? 1 : 0)) }

  func validate() throws { try ScriptSource.validate(allowRead) }
}
