import CFrameSystem
import FrameImage

/// The memory that concurrent edits share. Their sum stays within the limit, but a single edit may exceed it.
package final class MemoryBudget: Sendable {
  /// The memory that each script may use before its edit reserves memory here, in bytes.
  let scriptBytes: Int
  private let limit: Int
  private let reserved = Monitor(0)

  /// - Parameters:
  ///   - limit: The memory limit in bytes.
  ///   - jobs: The maximum number of concurrent edits.
  package init(limit: Int, jobs: Int) {
    self.limit = limit
    // Scripts of waiting edits reserve nothing, so all scripts together may use a quarter of the limit.
    scriptBytes = jobs > 1 ? limit / (4 * jobs) : limit
  }

  /// A budget for an edit that runs while no other edit holds memory.
  package static let unlimited = MemoryBudget(limit: .max, jobs: 1)

  /// Waits until the bytes are available, reserves them and runs `body`.
  ///
  /// - Parameters:
  ///   - bytes: The memory to reserve.
  ///   - cancellation: A flag that ends the wait.
  /// - Throws: `BatchError` if the wait was canceled, and the errors of `body`.
  package func reserving<R>(
    _ bytes: Int, until cancellation: Cancellation?, _ body: () throws(BatchError) -> R
  ) throws(BatchError) -> R {
    let isReserved = reserved.poll { reserved -> Bool? in
      if cancellation?.isCancelled == true { return false }
      guard reserved == 0 || bytes <= limit - reserved else { return nil }
      reserved += bytes
      return true
    }
    guard isReserved else { throw BatchError(.limit(.cancelled)) }
    defer { reserved.change { $0 -= bytes } }
    return try body()
  }

  /// The memory that no edit holds, in bytes.
  var room: Int { reserved.read { max(0, limit - $0) } }

  /// Waits until no other edit holds memory, reserves the whole limit and runs `body`.
  func reservingAll<R>(
    until cancellation: Cancellation?, _ body: () throws(BatchError) -> R
  ) throws(BatchError) -> R {
    // The allocator keeps memory that a thread has freed for that thread, but the next edit may run on another one.
    defer { frameit_return_freed_memory() }
    return try reserving(limit, until: cancellation, body)
  }
}
