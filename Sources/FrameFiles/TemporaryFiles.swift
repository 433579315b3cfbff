import FrameImage
import Platform

/// The names of unfinished files, on file systems without unnamed files.
package final class TemporaryFiles: Sendable {
  private struct State {
    package var names: Set<String> = []
    /// True when the program is about to end.
    var isClosed = false
    /// The number of files that are being given their names.
    var publishing = 0
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

  /// Gives a file its name. `removeAll()` waits for it; after `removeAll()`, it blocks until the program ends.
  func publish<E: Error>(_ body: () throws(E) -> Void) throws(E) {
    state.wait { state -> Void? in
      guard !state.isClosed else { return nil }
      state.publishing += 1
      return ()
    }
    defer { state.change { $0.publishing -= 1 } }
    try body()
  }

  /// Removes all files, before the program ends.
  package func removeAll() {
    state.wait { state -> Void? in
      state.isClosed = true
      guard state.publishing == 0 else { return nil }
      for name in state.names { unlink(name.systemName) }
      state.names = []
      return ()
    }
  }
}
