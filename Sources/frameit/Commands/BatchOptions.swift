import ArgumentParser
import FrameBatch
import FrameFiles
import FrameImage

/// The options that control the progress of a batch.
struct BatchOptions: ParsableArguments {
  @Flag(
    "Continue an earlier run: skip outputs already made from the same inputs, script and options. Only new "
      + "outputs are listed.")
  var resume = false

  @Option(file: "Keep the batch's journal in this file. (default: a file in the user's state folder)")
  var journal: String?

  @Flag("Start no further edits after one fails.")
  var failFast = false
}

/// The options that name images by lists and folders.
struct SearchOptions: ParsableArguments {
  @Option(
    "list", "Read file names from this list, one per line; '-' is stdin.",
    name: .customLong("files-from"), completion: .file())
  var lists: [InputSource] = []

  @Flag(
    "Names in lists end with a NUL byte instead of a newline.",
    name: [.customShort("0"), .customLong("null")])
  var null = false

  @Flag("Read the images in folders and their subfolders.", name: .shortAndLong)
  var recursive = false

  /// Returns the selected inputs, as a type that does not depend on the parser.
  ///
  /// - Parameter refusesFolders: True if a folder without `--recursive` is invalid usage; else it is reported as a file
  ///   that is not an image.
  func selection(refusesFolders: Bool) -> InputSelection {
    InputSelection(
      lists: lists, separator: null ? 0 : UInt8(ascii: "\n"), recursive: recursive,
      handlesFolders: recursive || refusesFolders)
  }

  /// True if inputs come from lists or folders, so that their number is not known from the command line.
  var isGiven: Bool { recursive || !lists.isEmpty }

  func validate() throws {
    if null, lists.isEmpty { throw ValidationError("-0 needs --files-from.") }
  }
}

/// The option that selects a shard of a batch.
struct ShardOptions: ParsableArguments {
  @Option("i/n", "Edit only shard i of the n shards of the batch; i counts from 1.")
  var shard: String?

  /// Returns the selected shard; nil for the whole batch.
  ///
  /// - Throws: `Failure` of status `usage`.
  func selected() throws(Failure) -> Shard? {
    guard let shard else { return nil }
    guard let selected = Shard(shard) else {
      throw Failure(
        .usage, "--shard '\(shard.printable(keeping: ""))' is not a shard",
        hint: "write I/N, with I from 1 to N, and N from 1 to 1000000000: --shard 2/3")
    }
    return selected
  }
}
