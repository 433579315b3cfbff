#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The journals in the user's state folder, a folder of them for each batch that there was.
struct JournalCleanup {
  private let folder: String
  private let now = time(nil)

  private static let day = 24 * 60 * 60
  /// For as long a drive may lie in a drawer with the results on it.
  private static let lifetime = 90 * day

  init(_ folder: String) { self.folder = folder }

  /// Once a day: removes those of which no result is there any more, long after they were last written.
  func sweep() {
    guard isDue else { return }
    for name in (try? FilePath.names(in: folder)) ?? [] where Fingerprint.isOne(name) {
      let batch = FilePath.join(folder, name)
      for name in (try? FilePath.names(in: batch)) ?? [] where name.hasSuffix(".jsonl") {
        removeIfOld(FilePath.join(batch, name))
      }
      // Those that are of use stay, and their folder.
      rmdir(batch.systemName)
    }
  }

  /// Whether nobody has done it today; says that it is done.
  private var isDue: Bool {
    let stamp = FilePath.join(folder, ".swept")
    var status = stat()
    if stat(stamp.systemName, &status) == 0, status.st_mtim.tv_sec > now - Self.day { return false }
    let descriptor = open(stamp.systemName, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return futimens(descriptor, nil) == 0
  }

  private func removeIfOld(_ path: String) {
    guard let file = try? JournalFile(reading: path), let status = try? file.status,
      status.st_mtim.tv_sec < now - Self.lifetime, file.holdAlone(), !hasResults(file)
    else { return }
    unlink(path.systemName)
  }

  /// Whether one of its results is there, as it was left.
  private func hasResults(_ file: JournalFile) -> Bool {
    // What cannot be read may be of use.
    guard var lines = try? file.lines() else { return true }
    while true {
      do throws(Failure) {
        guard let text = try lines.read() else { return false }
        if let result = Journal.Line(text)?.result, let now = FileStamp(of: result.output),
          result.mark.mayBe(now, at: result.output)
        {
          return true
        }
      } catch {
        return true
      }
    }
  }
}
