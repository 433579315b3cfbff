import FrameModel
import FrameThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ends results that take longer than `--max-time`, and all that are being made when a signal ends the program.
///
/// One thread looks at all deadlines, a hundred times a second: the library polls flags, and has no clock.
enum Deadlines {
  private struct State: Sendable {
    var running: [Entry] = []
    var isWatched = false
    var isInterrupted = false
  }

  private struct Entry: Sendable {
    // Weak, so that a result that is done needs not be taken out.
    weak var cancellation: Cancellation?
    /// nil for a result that may take as long as it likes.
    var end: ContinuousClock.Instant?
  }

  private static let state = Monitor(State())

  /// Begins the time of a result.
  ///
  /// - Parameter seconds: how long it may take; nil for as long as it likes.
  /// - Returns: the flag that ends it.
  static func start(seconds: Double?) -> Cancellation {
    let cancellation = Cancellation()
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    let needsThread = state.change { state in
      state.running.removeAll { $0.cancellation == nil }
      state.running.append(Entry(cancellation: cancellation, end: end))
      if state.isInterrupted { cancellation.cancel() }
      defer { state.isWatched = state.isWatched || end != nil }
      return end != nil && !state.isWatched
    }
    if needsThread { Workers.detach { watch() } }
    return cancellation
  }

  /// Ends all results that are being made; none is begun afterwards.
  static func interrupt() {
    state.change { state in
      state.isInterrupted = true
      for entry in state.running { entry.cancellation?.cancel() }
    }
  }

  /// Returns at once, unless a signal is about to end the program: then the signal's thread has the last word.
  static func waitIfInterrupted() {
    while state.change({ $0.isInterrupted }) { pause() }
  }

  private static func watch() {
    while true {
      usleep(10_000)
      let now = ContinuousClock.now
      state.change { state in
        for entry in state.running where entry.end.map({ $0 <= now }) ?? false {
          entry.cancellation?.cancel()
        }
      }
    }
  }
}
