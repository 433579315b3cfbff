import Foundation
import FrameCodec
import FrameImage
import TestSupport
import Testing

/// Tests of byte inputs and outputs. Memory and files behave alike.
@Suite struct ByteInputTests {
  private static let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }

  /// Calls `body` with a file of `content`, which is deleted afterward.
  private func withFile<R>(_ body: (FileHandle) throws -> R) throws -> R {
    let path = FileManager.default.temporaryDirectory.appending(path: "frameit-bytes-\(UUID().uuidString)")
    try Data(Self.content).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let file = try FileHandle(forUpdating: path)
    defer { try? file.close() }
    return try body(file)
  }

  private func check(_ input: ByteInput) throws {
    let content = Self.content
    expectEqual(input.length, content.count)
    try expectEqual(input.read(at: 0, count: 4), Array(content[0..<4]))
    try expectEqual(input.read(at: 70_001, count: 100_000), Array(content[70_001..<170_001]))
    // Reads need no order and can be repeated.
    try expectEqual(input.read(at: 3, count: 1), [content[3]])
    try expectEqual(input.read(at: 0, count: content.count), content)
    // A read returns fewer bytes at the end, and none beyond it.
    try expectEqual(input.read(at: 199_990, count: 64), Array(content[199_990...]))
    try expectEqual(input.read(at: 200_000, count: 1), [])
    try expectEqual(input.read(at: .max, count: 1), [])
    try expectEqual(input.read(at: 199_999, count: .max), [content[199_999]])
    try expectEqual(input.read(at: -1, count: 5), [])
    try expectEqual(input.read(at: 5, count: 0), [])
  }

  @Test("Memory can be read at any offset")
  func memory() throws {
    try check(ByteInput(bytes: Self.content))
    let empty = ByteInput(bytes: [])
    expectEqual(empty.length, 0)
    try expectEqual(empty.read(at: 0, count: 10), [])
  }

  @Test("A file can be read at any offset without moving its own position")
  func file() throws {
    try withFile { file in
      try file.seek(toOffset: 17)
      try check(ByteInput(descriptor: file.fileDescriptor, length: Self.content.count))
      try expectEqual(file.offset(), 17)
    }
  }

  @Test("Reading a file that has shrunk returns the bytes that remain")
  func shrunk() throws {
    try withFile { file in
      let input = ByteInput(descriptor: file.fileDescriptor, length: Self.content.count)
      try file.truncate(atOffset: 10_000)
      try expectEqual(input.read(at: 9900, count: 500), Array(Self.content[9900..<10_000]))
      try expectEqual(input.read(at: 10_000, count: 500), [])
    }
  }

  @Test("The first bytes of a file are read once")
  func held() throws {
    try withFile { file in
      let input = ByteInput(descriptor: file.fileDescriptor, length: Self.content.count)
      try file.write(contentsOf: [UInt8](repeating: 0, count: 8192))
      let bytes = try input.read(at: 0, count: 8192)
      expectEqual(bytes[..<4096], Self.content[..<4096])
      expectTrue(bytes[4096...].allSatisfy { $0 == 0 })
    }
  }

  @Test("A failed read reports the system's error number")
  func unreadable() {
    let input = ByteInput(descriptor: -1, length: 10)
    #expect(throws: CodecError.readFailed(errorNumber: EBADF)) { try input.read(at: 0, count: 1) }
  }

  @Test("Bytes that are written to memory are collected")
  func collected() throws {
    let output = ByteOutput()
    expectTrue(output.bytes == [] && output.length == 0)
    try output.write([1, 2, 3])
    try output.write([])
    // More than the initial capacity.
    for start in stride(from: 0, to: 200_000, by: 40_000) {
      try output.write(Array(Self.content[start..<start + 40_000]))
    }
    expectEqual(output.bytes, [1, 2, 3] + Self.content)
    expectEqual(output.length, 200_003)
  }

  @Test("Bytes are written at the current position of the file")
  func written() throws {
    try withFile { file in
      try file.seekToEnd()
      let output = ByteOutput(descriptor: file.fileDescriptor)
      try output.write([1, 2])
      try output.write(Self.content)
      expectEqual(output.length, 200_002)
      expectEqual(output.bytes, [])
      try file.seek(toOffset: 199_999)
      try expectEqual(file.readToEnd().map(Array.init), [Self.content[199_999], 1, 2] + Self.content)
    }
  }

  @Test("A failed write reports the system's error number")
  func unwritable() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let output = ByteOutput(descriptor: full.fileDescriptor)
    #expect(throws: CodecError.writeFailed(errorNumber: ENOSPC)) { try output.write([1]) }
    expectEqual(output.length, 0)
  }

  @Test("Cancelled reads and writes fail, while other reads of the same bytes continue")
  func cancelled() throws {
    let input = ByteInput(bytes: Self.content)
    let cancellation = Cancellation()
    let part = input.until(cancellation)
    let output = ByteOutput()
    output.cancellation = cancellation
    try expectEqual(part.read(at: 7, count: 2), [Self.content[7], Self.content[8]])
    try output.write([1, 2])
    cancellation.cancel()
    #expect(throws: CodecError.limit(.cancelled)) { try part.read(at: 7, count: 2) }
    #expect(throws: CodecError.limit(.cancelled)) { try output.write([3]) }
    expectEqual(output.bytes, [1, 2])
    try check(input)
  }
}
