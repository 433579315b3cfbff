import Platform

/// A value shared by several threads: one at a time can access it, and others can wait for changes (Hoare, "Monitors:
/// an operating system structuring concept", 1974).
///
/// Everything a thread did before it left the monitor is visible to every thread that enters it later.
///
/// `@unchecked`, because the compiler does not know that `mutex` protects `state`: nothing here accesses one without
/// the other.
package final class Monitor<State: Sendable>: @unchecked Sendable {
  private var state: State
  // The system identifies them by their addresses, which must not change.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ state: State) {
    self.state = state
    // With default attributes neither can fail on Linux.
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(mutex)
    change.deallocate()
    mutex.deallocate()
  }

  /// Changes the state and wakes all waiting threads.
  package func change<R>(_ body: (inout State) throws -> R) rethrows -> R {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(change)
      pthread_mutex_unlock(mutex)
    }
    return try body(&state)
  }

  /// Looks at the state without changing it. No thread is woken.
  package func read<R>(_ body: (State) throws -> R) rethrows -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(state)
  }

  /// Waits until the body returns a value, and returns that.
  ///
  /// - Parameter body: called at once, and again after every change. What it takes from the state belongs to this
  ///   thread; other threads are not woken for it.
  package func wait<R>(for body: (inout State) -> R?) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let found = body(&state) { return found }
      pthread_cond_wait(change, mutex)
    }
  }

  /// As `wait(for:)`, but also calls the body about 50 times per second, for conditions that change outside of the
  /// state.
  package func poll<R>(for body: (inout State) -> R?) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let found = body(&state) { return found }
      var end = timespec()
      clock_gettime(CLOCK_REALTIME, &end)
      end.tv_nsec += 20_000_000
      if end.tv_nsec >= 1_000_000_000 {
        end.tv_nsec -= 1_000_000_000
        end.tv_sec += 1
      }
      pthread_cond_timedwait(change, mutex, &end)
    }
  }
}
