import FrameImage
import TestSupport
import Testing

@Suite struct MemoryAccountTests {
  @Test("An account accepts bytes up to its limit and can reuse released ones")
  func limit() throws {
    var account = MemoryAccount(limit: 100)
    try account.add(100)
    #expect(throws: LimitExceeded(.scriptMemory, needed: 101, allowed: 100)) { try account.add(1) }
    try account.add(-60)
    expectEqual(account.used, 41)
    try account.check(beside: 59)
    #expect(throws: LimitExceeded(.scriptMemory, needed: 101, allowed: 100)) { try account.check(beside: 60) }
    expectEqual(account.used, 41)
  }

  @Test("A byte count that overflows an integer exceeds every limit")
  func overflow() throws {
    var account = MemoryAccount(limit: .max - 1)
    #expect(throws: LimitExceeded.self) { try account.add(.max) }
    #expect(throws: LimitExceeded.self) { try account.add(.max) }
    #expect(throws: LimitExceeded.self) { try account.check(beside: .max) }
  }
}
