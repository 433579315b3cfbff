import FrameGesture
import FrameImage
import Platform

/// Cancels edits that take longer than `--max-time`, and all running edits when a signal ends the program.
///
/// One thread checks all deadlines a hundred times a second. The library polls flags and has no clock.
enum Deadlines {
  private struct State: Sendable {
    var running: [Entry] = []
    var isWatched = false
    var isInterrupted = false
  }

  private struct Entry: Sendable {
    // Weak, so that a finished edit does not need to be removed.
    weak var cancellation: Cancellation?
    /// The deadline; nil for no time limit.
    var end: ContinuousClock.Instant?
  }

  private static let state = Monitor(State())

  /// Starts the time of an edit.
  ///
  /// - Parameters:
  ///   - seconds: The time limit; nil for none.
  ///   - parent: A flag that also cancels the edit.
  /// - Returns: The flag that cancels the edit.
  static func start(seconds: Double?, below parent: Cancellation? = nil) -> Cancellation {
    let cancellation = Cancellation(below: parent)
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

  /// Cancels all running edits, and each that starts later.
  static func interrupt() {
    state.change { state in
      state.isInterrupted = true
      for entry in state.running { entry.cancellation?.cancel() }
    }
  }

  /// Blocks forever if a signal is about to end the program, so that only the signal's thread reports; else returns
  /// immediately.
  static func waitIfInterrupted() {
    while state.read({ $0.isInterrupted }) { pause() }
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
