import FrameFiles
import Platform

/// The location of a journal: a folder for each batch in the user's state folder (XDG Base Directory Specification), with
/// a file for each shard.
package struct JournalLocation {
  /// The batch that a journal records.
  package enum Subject {
    /// All outputs in a folder.
    case results(in: String)
    /// All images that one edit, known by its fingerprint, replaced in place.
    case editsInPlace(fingerprint: String)
    /// The jobs of `serve` processes that run in a folder.
    case jobs(in: String)

    /// The name of the batch's folder. It does not depend on the current folder or on links.
    fileprivate var fingerprint: String {
      let (kind, detail) =
        switch self {
        case .results(let folder): ("results", FilePath.real(folder) ?? folder)
        case .editsInPlace(let edit): ("in place", edit)
        case .jobs(let folder): ("jobs", FilePath.real(folder) ?? folder)
        }
      let fingerprint = Fingerprint()
      fingerprint.add(kind)
      fingerprint.add(detail)
      return fingerprint.finish()
    }
  }

  private let folder: String?
  /// The path of the file; nil if the user has no state folder.
  private let file: String?

  /// - Parameters:
  ///   - file: The path given by the user, if any.
  ///   - subject: The batch that the journal records.
  ///   - shard: The shard of the batch; nil for the whole batch.
  ///   - state: The user's folder for state; nil if there is none.
  package init(file: String?, of subject: Subject, shard: Shard? = nil, state: String?) {
    if let file {
      (folder, self.file) = (nil, file)
      return
    }
    guard let state else {
      (folder, self.file) = (nil, nil)
      return
    }
    let folder = FilePath.join(state, "frameit/batches/\(subject.fingerprint)")
    self.folder = folder
    self.file = FilePath.join(folder, shard.map { "\($0.number)-of-\($0.count).jsonl" } ?? "whole.jsonl")
  }

  /// Opens the journal for writing.
  ///
  /// - Parameter isSmallRun: True if the run has so few jobs that reading the journal would dominate its time.
  /// - Throws: `BatchError` if the journal cannot be written.
  package func open(isSmallRun: Bool = false) throws(BatchError) -> Journal {
    guard let file else {
      throw BatchError(.journal(.noHome))
    }
    let journal = try Journal(file, beside: others, isSmallRun: isSmallRun)
    if let folder { JournalCleanup(FilePath.folder(folder)).sweep() }
    return journal
  }

  /// Opens the journal for reading; nil if it does not exist.
  ///
  /// - Throws: `BatchError` if the journal cannot be read.
  package func openForReading() throws(BatchError) -> Journal? {
    guard let file, OutputFile.identity(of: file) != nil else { return nil }
    return try Journal(reading: file, beside: others)
  }

  /// The journals of all shards.
  private var others: [String] {
    guard let folder else { return [] }
    return ((try? FilePath.names(in: folder)) ?? []).filter { $0.hasSuffix(".jsonl") }.map {
      FilePath.join(folder, $0)
    }
  }
}

/// Removes old journals from the user's state folder, which has a folder for each batch.
package struct JournalCleanup {
  private let folder: String
  private let now = time(nil)

  private static let day = 24 * 60 * 60
  /// The minimum age of a journal that is removed. A removable drive with its outputs may be away for that long.
  private static let lifetime = 90 * day

  init(_ folder: String) { self.folder = folder }

  /// Removes journals that were last written long ago and whose outputs are all gone. Runs at most once a day.
  func sweep() {
    guard isDue else { return }
    for name in (try? FilePath.names(in: folder)) ?? [] where Fingerprint.isValid(name) {
      let batch = FilePath.join(folder, name)
      for name in (try? FilePath.names(in: batch)) ?? [] where name.hasSuffix(".jsonl") {
        removeIfOld(FilePath.join(batch, name))
      }
      // This fails, as intended, if a useful journal is left in the folder.
      rmdir(batch.systemName)
    }
  }

  /// True if no run cleaned up today. Records that this run does.
  private var isDue: Bool {
    let stamp = FilePath.join(folder, ".swept")
    if let status = stat(of: stamp), status.st_mtim.tv_sec > now - Self.day { return false }
    let descriptor = open(stamp.systemName, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return futimens(descriptor, nil) == 0
  }

  private func removeIfOld(_ path: String) {
    guard let file = try? JournalFile(reading: path), let status = try? file.status,
      status.st_mtim.tv_sec < now - Self.lifetime, file.lockExclusively(), !hasResults(file)
    else { return }
    unlink(path.systemName)
  }

  /// Returns true if one of the journal's outputs may still exist unmodified.
  private func hasResults(_ file: JournalFile) -> Bool {
    // An unreadable journal may be useful.
    guard var lines = try? file.lines() else { return true }
    while true {
      do throws(BatchError) {
        guard let text = try lines.read() else { return false }
        if let result = Journal.Line(text)?.result, let now = FileStamp(of: result.output),
          result.record.stamp.couldMatch(now, at: result.output)
        {
          return true
        }
      } catch {
        return true
      }
    }
  }
}
