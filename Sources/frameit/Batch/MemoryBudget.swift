import FrameThreads

/// Bytes that edits hold together: no more than the limit, though one alone may need as much as it needs.
final class MemoryBudget: Sendable {
  private let limit: Int
  private let held = Monitor(0)

  init(limit: Int) { self.limit = limit }

  func holding<R>(_ bytes: Int, _ body: () throws(Failure) -> R) throws(Failure) -> R {
    held.wait { held -> Void? in
      guard held == 0 || bytes <= limit - held else { return nil }
      held += bytes
      return ()
    }
    defer { held.change { $0 -= bytes } }
    return try body()
  }
}
