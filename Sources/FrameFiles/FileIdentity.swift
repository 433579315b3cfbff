import Platform

extension stat {
  /// Reads the status of the file at a path; nil if there is none.
  package init?(of path: String, followsLinks: Bool = true) {
    self.init()
    let number = followsLinks ? stat(path.systemName, &self) : lstat(path.systemName, &self)
    guard number == 0 else { return nil }
  }

  /// The kind of the file: `S_IFREG` for a regular one.
  package var kind: mode_t { st_mode & S_IFMT }
}

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
    guard let status = stat(of: path, followsLinks: false) else { return nil }
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
    let folder = FilePath.folder(path)
    if let status = stat(of: folder) { return UInt64(status.st_dev) == device }
    return folder != FilePath.folder(folder) && isOfFileSystem(at: folder)
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
    let status = stat(of: path)
    switch status?.kind {
    case S_IFREG where access(path.systemName, R_OK) == 0: self = .file(FileStamp(status!))
    case S_IFDIR: self = (try? FilePath.names(in: path)).map(PathState.folder) ?? .missing
    default: self = .missing
    }
  }
}
