import FrameThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ends the program by a signal as its sender expects, after a word about what is done. A second one ends it at once.
enum Interruption {
  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, number) }
    return set
  }

  /// Waits for signals on a thread of its own. To be called before other threads are made, which shall not take them.
  ///
  /// - Parameter lastWords: is called before the program ends.
  static func await(_ lastWords: @escaping @Sendable () -> Void) {
    var set = signals
    pthread_sigmask(SIG_BLOCK, &set, nil)
    Workers.detach {
      var set = signals
      var number: Int32 = 0
      guard sigwait(&set, &number) == 0 else { return }
      for other in [SIGINT, SIGTERM, SIGHUP] { signal(other, SIG_DFL) }
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      lastWords()
      raise(number)
    }
  }
}

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
