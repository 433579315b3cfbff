#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Which file, and which state of it: it is another one when it was written anew, or written to.
struct FileStamp: Codable, Equatable {
  var device: UInt64
  var number: UInt64
  var size: Int64
  /// Of its last change, in nanoseconds; wrapped around, as a file may say any time.
  var time: Int64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    time = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
  }

  /// The mark of what has this name now.
  init?(of path: String) {
    var status = stat()
    guard lstat(path.systemName, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether what it is of may have the same bytes as the file that a path leads to now: that was touched, say, or
  /// copied. And whether it may be there when a disk is mounted.
  ///
  /// - Parameter now: the mark of what is there.
  func mayBe(_ now: FileStamp?, at path: String) -> Bool { now?.size == size || !isOfFileSystem(at: path) }

  /// Whether the file system that it is of is the one that a path leads to now. One that is not mounted has its files
  /// all the same.
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
