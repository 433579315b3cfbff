import Platform

/// Handles signals on a thread of its own, where any function may be called.
package enum SignalThread {
  /// Call this before other threads are started, so that none of them receives the signals.
  ///
  /// - Parameter lastWords: Called with the first signal, which ends the program when `lastWords` returns. A second one
  ///   after more than a second ends it at once. An earlier one may be the same: `timeout` sends its signal to the
  ///   process and to the group.
  package static func end(by numbers: [Int32], after lastWords: @escaping @Sendable (Int32) -> Void) {
    var set = set(of: numbers)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    Workers.detach {
      var set = Self.set(of: numbers)
      var number: Int32 = 0
      guard sigwait(&set, &number) == 0 else { return }
      Workers.detach {
        sleep(1)
        allow(numbers)
        while true { pause() }
      }
      lastWords(number)
      allow(numbers)
      // To the whole process, because only this thread has the signal unblocked.
      kill(getpid(), number)
    }
  }

  /// Lets signals end the program, on this thread.
  private static func allow(_ numbers: [Int32]) {
    var set = set(of: numbers)
    for number in numbers { signal(number, SIG_DFL) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  private static func set(of numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }
}
