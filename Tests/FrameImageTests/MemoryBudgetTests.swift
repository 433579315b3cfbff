import FrameImage
import TestSupport
import Testing

@Suite struct MemoryBudgetTests {
  @Test("Jobs at the same time stay within the limit, and one that exceeds it runs alone") func shared() {
    let budget = MemoryBudget(limit: 100, jobs: 4)
    let used = Monitor((now: 0, most: 0))
    _ = Workers.map([60, 40, 30, 250, 70, 0, 100], threads: 4) { bytes in
      try? budget.reserve(bytes, until: nil)
      used.change { ($0.now, $0.most) = ($0.now + min(bytes, 100), max($0.most, $0.now + min(bytes, 100))) }
      used.change { $0.now -= min(bytes, 100) }
      budget.release(bytes)
    }
    expectTrue(used.read { $0.most } <= 100)
    expectEqual(budget.room, 100)
  }

  @Test("A job that holds more than the limit can do work without memory") func nothing() throws {
    let budget = MemoryBudget(limit: 100, jobs: 1)
    try budget.reserve(250, until: nil)
    try budget.reserve(0, until: nil)
    expectEqual(budget.room, 0)
  }
}
