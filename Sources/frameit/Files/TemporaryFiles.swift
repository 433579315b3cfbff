import FrameThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Names of files that are not finished, where the file system knows none without a name.
final class TemporaryFiles: Sendable {
  private struct State {
    var names: Set<String> = []
    /// The program is about to end.
    var isClosed = false
  }

  private let state = Monitor(State())

  /// Runs what gives a file this name. Who comes when all are removed waits for the end of the program.
  ///
  /// - Parameter body: returns 0, or the system's error number.
  /// - Returns: what `body` does.
  func name(_ name: String, _ body: () -> Int32) -> Int32 {
    state.wait { state in
      guard !state.isClosed else { return nil }
      let number = body()
      if number == 0 { state.names.insert(name) }
      return number
    }
  }

  /// It has another name now, or none.
  func forget(_ name: String) { state.change { _ = $0.names.remove(name) } }

  /// Before the program ends.
  func removeAll() {
    state.change { state in
      for name in state.names { unlink(name.systemName) }
      state = State(isClosed: true)
    }
  }
}
