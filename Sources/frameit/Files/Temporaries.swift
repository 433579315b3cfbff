import FrameThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Names of files that are not finished, where the file system knows none without a name.
final class Temporaries: Sendable {
  private let names = Monitor<Set<String>>([])

  func add(_ name: String) { names.change { _ = $0.insert(name) } }

  func remove(_ name: String) { names.change { _ = $0.remove(name) } }

  func removeAll() {
    names.change { names in
      for name in names { unlink(name.systemName) }
      names = []
    }
  }
}
