import CPNG
import FrameCodec
import FrameModel

/// A chunk's place in a file (PNG specification 5.3).
struct PNGChunk {
  /// PNG specification 5.2.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Four letters.
  let type: String
  /// Where its data begins.
  let offset: Int
  /// Bytes of data.
  let length: Int

  /// The data, or nil where the file ends before it or its CRC is another.
  ///
  /// The caller has looked at `length`.
  ///
  /// - Throws: `CodecError.readFailed`.
  func read(_ input: ByteInput) throws(CodecError) -> [UInt8]? {
    var bytes = try input.read(at: offset, count: length + 4)
    guard bytes.count == length + 4 else { return nil }
    let stored = bytes.bigEndian(at: length)
    bytes.removeLast(4)
    let type = Array(self.type.utf8)
    return cpng_crc(cpng_crc(0, type, type.count), bytes, bytes.count) == stored ? bytes : nil
  }
}

extension PNGChunk {
  /// A chunk as it is written.
  static func bytes(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let name = Array(type.utf8)
    let crc = cpng_crc(cpng_crc(0, name, name.count), data, data.count)
    return [UInt8](bigEndian: UInt32(data.count)) + name + data + [UInt8](bigEndian: crc)
  }
}

/// A walk over the chunks' headers, from the first to IEND or to where the file makes no more sense.
struct PNGWalk {
  private let input: ByteInput
  private var offset = PNGChunk.signature.count
  private var steps = 0
  /// Bytes read ahead, so that small chunks do not take a system call each.
  private var window: [UInt8] = []
  private var windowStart = 0
  /// Whether IEND was found.
  private(set) var hasReachedEnd = false

  /// Chunks that a file may have whatever its length; common files have fewer than a hundred.
  private static let maximum = 100_000
  /// A large image in IDATs of this many bytes may have more chunks.
  private static let usualLength = 8192

  init(_ input: ByteInput) {
    self.input = input
  }

  func startsWithSignature() throws(CodecError) -> Bool {
    let count = PNGChunk.signature.count
    return try input.read(at: 0, count: count) == PNGChunk.signature
  }

  /// Whether the file ends before the next chunk does.
  var isCut: Bool { !hasReachedEnd && offset > input.length - 8 }

  /// - Throws: `CodecError.limit` for too many chunks: those behind them would be lost silently; `.readFailed`.
  mutating func next() throws(CodecError) -> PNGChunk? {
    if offset + 8 > windowStart + window.count {
      window = try input.read(at: offset, count: 4096)
      windowStart = offset
    }
    let at = offset - windowStart
    guard at + 8 <= window.count, window[at + 4..<at + 8].allSatisfy(Self.isLetter) else { return nil }
    let type = String(decoding: window[at + 4..<at + 8], as: UTF8.self)
    let chunk = PNGChunk(type: type, offset: offset + 8, length: Int(window.bigEndian(at: at)))
    hasReachedEnd = type == "IEND"
    guard chunk.length <= Int32.max, !hasReachedEnd else { return nil }
    let maximum = Self.maximum + input.length / Self.usualLength
    guard steps < maximum else {
      throw .limit(LimitExceeded(.parts("chunks"), needed: maximum + 1, allowed: maximum))
    }
    offset = chunk.offset + chunk.length + 4
    steps += 1
    return chunk
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let small = byte | 0x20
    return small >= UInt8(ascii: "a") && small <= UInt8(ascii: "z")
  }
}

extension [UInt8] {
  /// The number in the four bytes from `index` on (PNG specification 7.1).
  func bigEndian(at index: Int) -> UInt32 {
    self[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  init(bigEndian numbers: UInt32...) {
    self = numbers.flatMap { n in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: n >> $0) } }
  }
}
