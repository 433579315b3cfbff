import FrameKit
import FrameModel
import FrameThreads

/// Bytes that edits hold together: no more than the limit, though one alone may need as much as it needs.
final class MemoryBudget: Sendable {
  private let limit: Int
  private let held = Monitor(0)

  init(limit: Int) { self.limit = limit }

  /// Waits until there is room for so many bytes, and runs `body` with them.
  ///
  /// - Parameter cancellation: ends the wait.
  /// - Throws: `Failure` of status `limit` where the wait was cancelled, and what `body` throws.
  func holding<R>(
    _ bytes: Int, until cancellation: Cancellation?, _ body: () throws(Failure) -> R
  ) throws(Failure) -> R {
    let isHeld = held.poll { held -> Bool? in
      if cancellation?.isCancelled == true { return false }
      guard held == 0 || bytes <= limit - held else { return nil }
      held += bytes
      return true
    }
    guard isHeld else { throw Failure(.limit, LimitExceeded.cancelled.wording) }
    defer { held.change { $0 -= bytes } }
    return try body()
  }
}
