#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the journal of a batch lies: in the user's state folder (XDG Base Directory Specification), in a folder of the
/// batch's own, a file for each of its parts.
struct JournalPlace {
  private let folder: String?
  /// nil where there is no place for it.
  private let file: String?

  /// - Parameters:
  ///   - file: named by the user, if it was.
  ///   - batch: what makes it this batch: where it is run, its script, and where its results go.
  init(file: String?, batch: [String], shard: Shard?) {
    if let file {
      (folder, self.file) = (nil, file)
      return
    }
    let key = ContentKey()
    for part in [Path.real(".") ?? "."] + batch { key.add(part) }
    guard let state = Self.state else {
      (folder, self.file) = (nil, nil)
      return
    }
    let folder = Path.join(state, "frameit/batches/\(key.end())")
    self.folder = folder
    self.file = Path.join(folder, shard.map { "\($0.number)-of-\($0.count).jsonl" } ?? "whole.jsonl")
  }

  /// - Parameter isShared: whether other runs may write it, too.
  /// - Throws: `Failure`, where there can be none.
  func open(isShared: Bool = false) throws(Failure) -> Journal {
    guard let file else {
      throw Failure(
        .output, "there is no home folder for a journal",
        note: "--journal FILE keeps the batch's journal elsewhere")
    }
    let others = folder.flatMap { Path.names(in: $0) }?.map { Path.join(folder!, $0) } ?? []
    let journal = try Journal(file, beside: others.filter { $0.hasSuffix(".jsonl") }, isShared: isShared)
    if let folder { OldJournals(Path.folder(folder)).sweep() }
    return journal
  }

  private static var state: String? {
    if let state = Terminal.variable("XDG_STATE_HOME"), Path.isAbsolute(state) { return state }
    guard let home = Terminal.variable("HOME"), Path.isAbsolute(home) else { return nil }
    return Path.join(home, ".local/state")
  }
}
