import FrameImage
import Platform

/// Folders in which files got their names. The names survive a crash of the system once the folders are synced, which a batch
/// does once at its end: each time takes as long as syncing a file.
package final class UnsyncedFolders: Sendable {
  /// By the bytes of their paths.
  private let folders = Monitor<[[UInt8]: String]>([:])

  package init() {}

  func add(_ folder: String) { folders.change { $0[folder.systemBytes] = folder } }

  /// Syncs them. A folder that cannot be synced is not an error.
  package func sync() {
    let unsynced = folders.change { folders in
      defer { folders = [:] }
      return folders
    }
    for folder in unsynced.values { Self.sync(folder) }
  }

  static func sync(_ folder: String) {
    let descriptor = open(folder.systemName, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
