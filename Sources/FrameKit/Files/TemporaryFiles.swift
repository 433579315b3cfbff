import FrameImage
import Platform

/// The names of unfinished files, on file systems without unnamed files.
package final class TemporaryFiles: Sendable {
  private struct State {
    package var names: Set<String> = []
    /// True when the program is about to end.
    var isClosed = false
  }

  private let state = Monitor(State())

  package init() {}

  /// Creates a file with this name and remembers it. After `removeAll()`, it blocks until the program ends.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - body: Creates the file, and returns 0 or the system's error number.
  /// - Returns: The result of `body`.
  package func name(_ name: String, _ body: () -> Int32) -> Int32 {
    state.wait { state in
      guard !state.isClosed else { return nil }
      let number = body()
      if number == 0 { state.names.insert(name) }
      return number
    }
  }

  /// Forgets a file that was renamed or removed.
  func forget(_ name: String) { state.change { _ = $0.names.remove(name) } }

  /// Removes all files, before the program ends.
  package func removeAll() {
    state.change { state in
      for name in state.names { unlink(name.systemName) }
      state = State(isClosed: true)
    }
  }
}
