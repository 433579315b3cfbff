#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Handles signals on a thread of its own, where any function may be called.
package enum SignalThread {
  /// Call this before other threads are started, so that none of them receives the signals.
  ///
  /// - Parameter lastWords: called for the first signal. A second one ends the program at once; the first does when
  ///   `lastWords` returns.
  package static func end(by numbers: [Int32], after lastWords: @escaping @Sendable () -> Void) {
    var set = set(of: numbers)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    Workers.detach {
      var set = Self.set(of: numbers)
      var number: Int32 = 0
      guard sigwait(&set, &number) == 0 else { return }
      for other in numbers { signal(other, SIG_DFL) }
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      lastWords()
      // To the whole process, because only this thread has the signal unblocked.
      kill(getpid(), number)
    }
  }

  private static func set(of numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }
}
