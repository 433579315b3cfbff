/// The memory that concurrent work shares. The sum stays within the limit, but a single edit or comparison may exceed it.
package final class MemoryBudget: Sendable {
  /// The memory that each job may use before it reserves memory here, in bytes: a script, or rows of compared images.
  package let jobBytes: Int
  package let limit: Int
  private let reserved = Monitor(0)

  /// - Parameters:
  ///   - limit: The memory limit in bytes.
  ///   - jobs: The maximum number of concurrent jobs.
  package init(limit: Int, jobs: Int) {
    self.limit = limit
    // Waiting jobs reserve nothing, so all jobs together may use a quarter of the limit before.
    jobBytes = jobs > 1 ? limit / (4 * jobs) : limit
  }

  /// A budget for work that runs while no other work holds memory.
  package static let unlimited = MemoryBudget(limit: .max, jobs: 1)

  /// Waits until the bytes are available, and reserves them. The caller releases them.
  ///
  /// - Parameters:
  ///   - bytes: The memory to reserve.
  ///   - cancellation: A flag that ends the wait.
  /// - Throws: `LimitExceeded.cancelled` if the wait was canceled.
  package func reserve(_ bytes: Int, until cancellation: Cancellation?) throws(LimitExceeded) {
    let isReserved = reserved.poll { reserved -> Bool? in
      if cancellation?.isCancelled == true { return false }
      guard reserved == 0 || bytes <= max(0, limit - reserved) else { return nil }
      reserved += bytes
      return true
    }
    guard isReserved else { throw .cancelled }
  }

  package func release(_ bytes: Int) { reserved.change { $0 -= bytes } }

  /// The memory that no job holds, in bytes.
  package var room: Int { reserved.read { max(0, limit - $0) } }
}
