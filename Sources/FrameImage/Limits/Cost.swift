import FrameGeometry

/// The memory that work takes, in bytes, known before anything is allocated.
package struct Cost: Equatable, Sendable {
  /// Held once, for all threads.
  package var shared: Int
  /// Held by each thread until the result is used.
  package var held: Int
  /// The most that each thread holds at once, including `held`.
  package var peak: Int

  package init(shared: Int = 0, held: Int = 0, peak: Int? = nil) {
    self.shared = shared
    self.held = held
    self.peak = peak ?? held
  }

  /// The cost of work that is done at the same time.
  package static func + (one: Cost, other: Cost) -> Cost {
    Cost(
      shared: one.shared.adding(other.shared), held: one.held.adding(other.held),
      peak: one.peak.adding(other.peak))
  }

  /// Returns the cost of this work and of later work, which is done while the result of this one is held.
  package func then(_ later: Cost) -> Cost {
    Cost(
      shared: shared.adding(later.shared), held: held.adding(later.held),
      peak: max(peak, held.adding(later.peak)))
  }

  package func bytes(threads: Int) -> Int { shared.adding(threads.times(peak)) }
}
