import FrameFiles

/// The lists and folders that inputs come from.
package struct InputSelection {
  package var lists: [InputSource] = []
  /// The byte between names in lists.
  package var separator = UInt8(ascii: "\n")
  /// True if folders are searched.
  package var recursive = false
  /// True if a folder is searched or refused as invalid usage. Else it counts as a file and fails later.
  package var handlesFolders = false
  /// Records the lists and folders that are read.
  package var used: UsedFiles?

  package init(
    lists: [InputSource] = [], separator: UInt8 = UInt8(ascii: "\n"), recursive: Bool = false,
    handlesFolders: Bool = false
  ) {
    (self.lists, self.separator) = (lists, separator)
    (self.recursive, self.handlesFolders) = (recursive, handlesFolders)
  }
}

/// One part of a batch that is divided among several machines.
package struct Shard: Equatable {
  /// The number of this shard, from 1.
  package let number: Int
  package let count: Int

  /// Parses a shard such as `2/3`; nil for invalid text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { NumberRange.shards.number($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number <= count else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Returns true if the job at this index, from 0, belongs to this shard.
  ///
  /// Jobs are dealt out in turn, so that neighboring inputs, which often have similar sizes, go to different shards.
  package func contains(_ index: Int) -> Bool { index % count == number - 1 }
}
