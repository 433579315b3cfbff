import Platform

/// Threads that work together and end together.
package enum Workers {
  /// The stack size of each thread: drawing keeps small buffers there, and some systems give threads far less than
  /// the main thread has.
  private static let stackBytes = 4 << 20

  /// Runs `body` on `count` threads, one of which is the caller's, and returns when all have ended.
  ///
  /// If the system does not start a thread, the work continues without it: the body must complete with any number of
  /// threads. For one, no thread is started.
  package static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    var threads: [pthread_t] = []
    for _ in 1..<max(1, count) {
      guard let thread = start(body) else { break }
      threads.append(thread)
    }
    body()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Runs `body` on a thread that is not joined.
  package static func detach(_ body: @escaping @Sendable () -> Void) {
    guard let thread = start(body) else { return }
    pthread_detach(thread)
  }

  /// A closure that is passed to a thread.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// - Returns: nil if the system does not start a thread.
  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_setstacksize(&attributes, stackBytes) == 0 else { return nil }
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let result = pthread_create(
      &thread, &attributes,
      { work in
        Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard result == 0 else {
      work.release()
      return nil
    }
    return thread
  }

  /// Runs `body` on a thread of its own, and suspends the calling task until it returns. If the system does not start
  /// a thread, the caller's thread runs it.
  package static func runDetached<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withUnsafeContinuation { continuation in
      guard let thread = start({ continuation.resume(returning: body()) }) else {
        return continuation.resume(returning: body())
      }
      pthread_detach(thread)
    }
  }
}
