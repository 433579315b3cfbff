import CSystem
import FrameKit
import FrameModel
import FrameThreads

/// Bytes that edits hold together: no more than the limit, though one alone may need as much as it needs.
final class MemoryBudget: Sendable {
  /// The bytes that each script may use before its edit is counted here.
  let scriptBytes: Int
  private let limit: Int
  private let held = Monitor(0)

  /// - Parameter jobs: how many edits may run at a time.
  init(limit: Int, jobs: Int) {
    self.limit = limit
    // The scripts of edits that wait for room are not counted: all together use a quarter of the limit.
    scriptBytes = jobs > 1 ? limit / (4 * jobs) : limit
  }

  /// For an edit that runs while no other holds anything.
  static let unlimited = MemoryBudget(limit: .max, jobs: 1)

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
    guard isHeld else { throw Failure(.limit, LimitExceeded.cancelled.message) }
    defer { held.change { $0 -= bytes } }
    return try body()
  }

  /// The same for all bytes that there are.
  func holdingAll<R>(
    until cancellation: Cancellation?, _ body: () throws(Failure) -> R
  ) throws(Failure) -> R {
    // The allocator keeps what a thread has freed for that thread: the next edit may run on another one.
    defer { frameit_return_freed_memory() }
    return try holding(limit, until: cancellation, body)
  }
}
