#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where a journal lies: in the user's state folder (XDG Base Directory Specification), in a folder of its own, a file for
/// each part of a batch.
struct JournalLocation {
  /// What a journal is of.
  enum Subject {
    /// All results in a folder.
    case results(in: String)
    /// All that was edited in place by one edit, which is known by its key.
    case editsInPlace(key: String)
    /// What workers do in a folder.
    case jobs(in: String)
  }

  private let folder: String?
  /// nil where there is no place for it.
  private let file: String?

  /// - Parameter file: named by the user, if it was.
  init(file: String?, of matter: Subject, shard: Shard? = nil) {
    if let file {
      (folder, self.file) = (nil, file)
      return
    }
    guard let state = Self.state else {
      (folder, self.file) = (nil, nil)
      return
    }
    let folder = FilePath.join(state, "frameit/batches/\(matter.key)")
    self.folder = folder
    self.file = FilePath.join(folder, shard.map { "\($0.number)-of-\($0.count).jsonl" } ?? "whole.jsonl")
  }

  /// To write it.
  ///
  /// - Parameter isShort: whether the run does so little that reading it would be most of it.
  /// - Throws: `Failure`, where there can be none.
  func open(isShort: Bool = false) throws(Failure) -> Journal {
    guard let file else {
      throw Failure(
        .output, "there is no home folder for a journal",
        note: "--journal FILE keeps the batch's journal elsewhere")
    }
    let journal = try Journal(file, beside: others, isShort: isShort)
    if let folder { JournalCleanup(FilePath.folder(folder)).sweep() }
    return journal
  }

  /// To look at it, where it is there.
  ///
  /// - Throws: `Failure`, where it cannot be read.
  func look() throws(Failure) -> Journal? {
    guard let file, OutputFile.identity(of: file) != nil else { return nil }
    return try Journal(lookingAt: file, beside: others)
  }

  /// Those of all parts.
  private var others: [String] {
    guard let folder else { return [] }
    return ((try? FilePath.names(in: folder)) ?? []).filter { $0.hasSuffix(".jsonl") }.map {
      FilePath.join(folder, $0)
    }
  }

  private static var state: String? {
    if let state = Terminal.variable("XDG_STATE_HOME"), FilePath.isAbsolute(state) { return state }
    guard let home = Terminal.variable("HOME"), FilePath.isAbsolute(home) else { return nil }
    return FilePath.join(home, ".local/state")
  }
}

extension JournalLocation.Subject {
  /// However the folder is called, and wherever the run begins.
  fileprivate var key: String {
    let key = Fingerprint()
    switch self {
    case .results(let folder):
      key.add("results")
      key.add(FilePath.real(folder) ?? folder)
    case .editsInPlace(let edit):
      key.add("in place")
      key.add(edit)
    case .jobs(let folder):
      key.add("jobs")
      key.add(FilePath.real(folder) ?? folder)
    }
    return key.end()
  }
}
