import Platform

/// The identity of a file, independent of its name and its contents.
package struct FileIdentity: Hashable {
  package var device: UInt64
  package var number: UInt64

  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }
}

/// The identity of a file and of its current contents. It changes when the file is replaced or written to.
package struct FileStamp: Codable, Hashable, Sendable {
  package var device: UInt64
  package var number: UInt64
  package var size: Int64
  /// The time of the last change in nanoseconds. It wraps around, because a file can have any time.
  package var time: Int64

  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    time = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
  }

  /// Reads the stamp of the file at a path; nil if there is none. Does not follow links.
  package init?(of path: String) {
    var status = stat()
    guard lstat(path.systemName, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Returns true if the file of this stamp may still exist.
  ///
  /// A file of the same size at the path may have the same bytes, for example if it was touched or copied. A file on
  /// another file system may reappear when its disk is mounted.
  ///
  /// - Parameters:
  ///   - now: The stamp of the file that is at the path now.
  ///   - path: The path.
  package func couldMatch(_ now: FileStamp?, at path: String) -> Bool {
    now?.size == size || !isOfFileSystem(at: path)
  }

  /// Returns true if a path leads to the file system of this stamp. If not, that file system may be unmounted.
  private func isOfFileSystem(at path: String) -> Bool {
    var folder = FilePath.folder(path)
    var status = stat()
    while stat(folder.systemName, &status) != 0 {
      guard folder != FilePath.folder(folder) else { return false }
      folder = FilePath.folder(folder)
    }
    return UInt64(status.st_dev) == device
  }
}

/// The state of a path, which changes whenever what can be read there does.
package enum PathState: Equatable, Sendable {
  /// There is no file, or it cannot be read.
  case missing
  case file(FileStamp)
  /// A folder with these names in it, except hidden ones.
  case folder([String])

  /// Reads the state. Follows links.
  package init(of path: String) {
    var status = stat()
    guard stat(path.systemName, &status) == 0 else {
      self = .missing
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG where access(path.systemName, R_OK) == 0: self = .file(FileStamp(status))
    case S_IFDIR: self = (try? FilePath.names(in: path)).map(PathState.folder) ?? .missing
    default: self = .missing
    }
  }
}
