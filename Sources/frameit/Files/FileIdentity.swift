#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Which file a descriptor stands for, whatever its name, and whatever is written to it.
struct FileIdentity: Hashable {
  var device: UInt64
  var number: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }
}
