import FrameImage
import FrameScene
import Platform

/// Cancels edits that take longer than `--max-time`, and all running edits when a signal ends the program. An edit that has
/// not stopped a second later ends the program, or what its caller says.
///
/// One thread checks all deadlines a hundred times a second. The library polls flags and has no clock.
enum Deadlines {
  private struct State: Sendable {
    var running: [Entry] = []
    var isWatched = false
    var isInterrupted = false
    var lastWords: @Sendable () -> Void = {}
  }

  private struct Entry: Sendable {
    // Weak, so that a finished edit does not need to be removed.
    weak var cancellation: Cancellation?
    /// The deadline; nil for no time limit.
    var end: ContinuousClock.Instant?
    /// What to do a second after the deadline if the work goes on; nil to end the program.
    var overrun: (@Sendable () -> Void)?
  }

  /// The time that work has to stop after its deadline, in seconds.
  private static let grace = 1.0

  private static let state = Monitor(State())

  /// Starts the time of an edit.
  ///
  /// - Parameters:
  ///   - seconds: The time limit; nil for none.
  ///   - parent: A flag that also cancels the edit.
  ///   - overrun: Called once if the edit has not stopped a second after its deadline; nil to end the program with exit code 5.
  /// - Returns: The flag that cancels the edit.
  static func start(
    seconds: Double?, below parent: Cancellation? = nil, overrun: (@Sendable () -> Void)? = nil
  ) -> Cancellation {
    let cancellation = Cancellation(below: parent)
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    let needsThread = state.change { state in
      state.running.removeAll { $0.cancellation == nil }
      state.running.append(Entry(cancellation: cancellation, end: end, overrun: overrun))
      if state.isInterrupted { cancellation.cancel() }
      defer { state.isWatched = state.isWatched || end != nil }
      return end != nil && !state.isWatched
    }
    if needsThread { Workers.detach { watch() } }
    return cancellation
  }

  /// - Parameter lastWords: Called before an edit that does not stop ends the program.
  static func setLastWords(_ lastWords: @escaping @Sendable () -> Void) {
    state.change { $0.lastWords = lastWords }
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
      let overrun = state.change { state -> (@Sendable () -> Void)? in
        for index in state.running.indices {
          let entry = state.running[index]
          guard let end = entry.end, end <= now, let cancellation = entry.cancellation else { continue }
          cancellation.cancel()
          guard end + .seconds(grace) <= now, let subject = cancellation.subject else { continue }
          state.running[index].end = nil
          return entry.overrun ?? { endProgram(workingOn: subject) }
        }
        return nil
      }
      overrun?()
    }
  }

  private static func endProgram(workingOn subject: String) {
    state.read(\.lastWords)()
    let message = Message(
      "the work did not stop at the time limit (--max-time), so the program was ended a second later",
      hint: "raise it with --max-time, or omit --max-time; finished outputs are complete")
    if Console.hasRoomForErrors { Failure(.limit, message, of: subject).report() }
    // Other threads may be in the middle of anything.
    _exit(ExitStatus.limit.rawValue)
  }
}
