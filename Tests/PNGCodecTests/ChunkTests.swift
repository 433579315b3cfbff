import Foundation
import FrameCodec
import PNGCodec
import TestSupport
import Testing

/// Files with very many chunks. They are slow to read if each chunk takes system calls.
@Suite struct ChunkTests {
  /// A file may have 100,000 chunks.
  private static let many = 99_000
  private static var image: HandMade { HandMade(width: 5, height: 4) }

  /// Returns a file whose image data are cut in two, with many empty chunks in between and many ancillary chunks
  /// before IEND.
  private func file(empty: [UInt8], ancillary: [UInt8]) throws -> [UInt8] {
    var png = signature
    for (type, data) in chunks(Self.image.bytes) {
      if type == "IEND" { png += repeated(ancillary) }
      guard type == "IDAT" else {
        png += chunk(type, data)
        continue
      }
      png += chunk(type, Array(data.prefix(9))) + repeated(empty) + chunk(type, Array(data.dropFirst(9)))
    }
    return png
  }

  private func repeated(_ chunk: [UInt8]) -> [UInt8] {
    Array(repeatElement(chunk, count: Self.many).joined())
  }

  /// Decodes from a file. Also returns the number of read and pread calls of this thread, if the system counts them.
  private func decodeFile(_ png: [UInt8]) throws -> (Decoded, reads: Int?) {
    let url = FileManager.default.temporaryDirectory.appending(path: "frameit-\(UUID()).png")
    try Data(png).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try FileHandle(forReadingFrom: url)
    return try withExtendedLifetime(file) {
      let input = ByteInput(descriptor: file.fileDescriptor, length: png.count)
      let before = readCalls()
      let decoded = try drain(try PNGCodec().decoder(input, DecodeRequest()))
      let after = readCalls()
      return (decoded, before.flatMap { before in after.map { $0 - before } })
    }
  }

  private func readCalls() -> Int? {
    let text = try? String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("syscr: ") }
    return line.flatMap { Int($0.dropFirst(7)) }
  }

  @Test("Empty IDAT chunks are read without system calls of their own")
  func emptyDataChunks() throws {
    let png = try file(empty: chunk("IDAT", []), ancillary: [])
    let (decoded, reads) = try decodeFile(png)
    expectEqual(decoded.bytes, (try decode(Self.image.bytes)).bytes)
    expectTrue(decoded.notices.isEmpty)
    if let reads { expectTrue(reads < png.count / 2_000) }
  }

  @Test("Small ancillary chunks are read without system calls of their own")
  func smallAncillaryChunks() throws {
    let png = try file(empty: [], ancillary: chunk("teSt", [1]))
    let (decoded, reads) = try decodeFile(png)
    expectEqual(decoded.bytes, (try decode(Self.image.bytes)).bytes)
    expectTrue(decoded.notices.isEmpty)
    if let reads { expectTrue(reads < png.count / 2_000) }
  }

  /// Chunks longer than any read window are skipped, and IEND is found after them.
  @Test(
    "Ancillary chunks of any length are skipped, and IEND is required after them",
    arguments: [65_523, 65_524, 65_536, 200_000])
  func longAncillaryChunks(length: Int) throws {
    var long = Self.image
    long.after = [("teSt", [UInt8](repeating: 7, count: length)), ("teSt", [])]
    let decoded = try decode(long.bytes)
    expectEqual(decoded.bytes, (try decode(Self.image.bytes)).bytes)
    expectTrue(decoded.notices.isEmpty)
    #expect(throws: CodecError.self) { try decode(long.bytes.dropLast(12)) }
  }

  /// Damage is found however many chunks precede it.
  @Test("A wrong CRC after 90,000 chunks is found")
  func lateChecksumError() throws {
    var png = try file(empty: chunk("IDAT", []), ancillary: [])
    let firstEmpty = 8 + 25 + 12 + 9
    png[firstEmpty + 12 * 90_000 + 8] ^= 1
    guard case .damaged = try failure({ try decode(png) }) else {
      Issue.record("not found")
      return
    }
  }
}
