import Testing

@testable import FrameRender

@Suite struct OutOfMemoryTests {
  @Test("What the machine does not have is an error", arguments: [1 << 60, Int.max - 200, Int.max])
  func tooMuch(bytes: Int) {
    #expect(throws: OutOfMemory(bytes: bytes)) { try Memory(byteCount: bytes) }
  }

  @Test("Memory begins with a cache line, also where there is none of it", arguments: [0, 1, 64, 1000])
  func aligned(bytes: Int) throws {
    let memory = try Memory(byteCount: bytes)
    #expect(Int(bitPattern: memory.start) % 64 == 0)
    #expect(memory.byteCount == bytes)
  }
}
