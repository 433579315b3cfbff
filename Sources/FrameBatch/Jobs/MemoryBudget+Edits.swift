import CFrameSystem
import FrameGeometry
import FrameImage

extension MemoryBudget {
  /// Waits until the bytes are available, reserves them and runs `body`.
  ///
  /// - Throws: `BatchError` if the wait was canceled, and the errors of `body`.
  package func reserving<R>(
    _ bytes: Int, until cancellation: Cancellation?, _ body: () throws(BatchError) -> R
  ) throws(BatchError) -> R {
    try converting(reserve(bytes, until: cancellation)) { (error: LimitExceeded) in BatchError(.limit(error))
    }
    defer { release(bytes) }
    return try body()
  }

  /// Waits until no other edit holds memory, reserves the whole limit and runs `body`.
  func reservingAll<R>(
    until cancellation: Cancellation?, _ body: () throws(BatchError) -> R
  ) throws(BatchError) -> R {
    // The allocator keeps memory that a thread has freed for that thread, but the next edit may run on another one.
    defer { frameit_return_freed_memory() }
    return try reserving(limit, until: cancellation, body)
  }
}
