import ArgumentParser

/// Which images are meant, beside those that are named.
struct SearchOptions: ParsableArguments {
  @Option(
    name: .customLong("files-from"), parsing: .singleValue,
    help: ArgumentHelp("Take images from a list, a name a line; '-' is stdin.", valueName: "list"),
    completion: .file())
  var lists: [InputSource] = []

  @Flag(name: [.customShort("0"), .customLong("null")], help: "Names in lists end with a zero byte.")
  var null = false

  @Flag(name: .shortAndLong, help: "Take the images in folders, too, and in folders below.")
  var recursive = false

  /// Which images are asked for, without the parser's own.
  ///
  /// - Parameter refusesFolders: whether a folder that is not to be searched is wrong use; else it is no image.
  func selection(refusesFolders: Bool) -> InputSelection {
    InputSelection(
      lists: lists, separator: null ? 0 : UInt8(ascii: "\n"), recursive: recursive,
      canSearch: recursive || refusesFolders)
  }

  /// Whether images are looked for: how many there are is seen then.
  var isGiven: Bool { recursive || !lists.isEmpty }

  func validate() throws {
    if null, lists.isEmpty { throw ValidationError("-0 is about --files-from.") }
  }
}

/// Which part of a batch is edited.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Edit the I-th of N parts of a batch alone, I from 1.", valueName: "i/n"))
  var shard: String?

  /// - Throws: `Failure` of wrong use.
  func part() throws(Failure) -> Shard? {
    guard let shard else { return nil }
    guard let part = Shard(shard) else {
      throw Failure(
        .usage, "--shard '\(shard.printable(keeping: ""))' is no part of a batch",
        note: "write I/N, with I from 1 to N, and N from 1 to 1000000000: --shard 2/3")
    }
    return part
  }
}

/// Where images come from, beside those that are named.
struct InputSelection {
  var lists: [InputSource] = []
  /// Between names in lists.
  var separator = UInt8(ascii: "\n")
  /// Whether folders are searched, and whether they could be.
  var recursive = false
  var canSearch = false
}

/// One part of a batch, for machines that each do one.
struct Shard: Equatable {
  /// From 1.
  let number: Int
  let count: Int

  /// - Parameter text: as `2/3`.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { NumberRange.shards.number($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number <= count else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Whether the edit of this number, from 0, is its own: each in turn, so that neighbors, which are often alike in
  /// size, spread.
  func contains(_ index: Int) -> Bool { index % count == number - 1 }
}
