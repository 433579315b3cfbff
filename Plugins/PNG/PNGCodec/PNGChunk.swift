import CPNG
import FrameCodec
import FrameImage

/// The position of a chunk in a file (PNG specification 5.3).
struct PNGChunk {
  /// The signature of PNG files (PNG specification 5.2).
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Four letters.
  let type: String
  /// The file offset of the data.
  let offset: Int
  /// The number of data bytes.
  let length: Int

  /// Returns the data, or nil if the file ends before it or the CRC is wrong.
  ///
  /// Check `length` first.
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

  /// Returns an encoded chunk.
  static func bytes(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let name = Array(type.utf8)
    let crc = cpng_crc(cpng_crc(0, name, name.count), data, data.count)
    return UInt32(data.count).bigEndianBytes + name + data + crc.bigEndianBytes
  }
}

/// Iterates over the headers of chunks, from the first to IEND or to the first invalid one.
struct PNGWalk {
  private let input: ByteInput
  private var offset = PNGChunk.signature.count
  private var steps = 0
  /// Bytes read ahead, so that small chunks do not need a system call each.
  private var window: [UInt8] = []
  private var windowStart = 0
  /// True if IEND was found.
  private(set) var hasReachedEnd = false

  /// The number of chunks that a file of any length may have. Common files have fewer than a hundred.
  private static let maximum = 100_000
  /// Large images with IDATs of this length may have more chunks.
  private static let usualLength = 8192

  init(_ input: ByteInput) {
    self.input = input
  }

  func startsWithSignature() throws(CodecError) -> Bool {
    let count = PNGChunk.signature.count
    return try input.read(at: 0, count: count) == PNGChunk.signature
  }

  /// True if the file ends before the next chunk does.
  var isCut: Bool { !hasReachedEnd && offset > input.length - 8 }

  /// - Throws: `CodecError.limit` for too many chunks, because the rest would be lost silently; `.readFailed`.
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
  /// Returns the number in the four bytes from `index` on (PNG specification 7.1).
  func bigEndian(at index: Int) -> UInt32 {
    UInt32(bigEndianBytes: self[index..<index + 4])
  }
}

/// The contents of IHDR, PLTE and tRNS, as libpng interprets them.
struct PNGHeader {
  let size: PixelSize
  /// The format of the decoded pixels.
  let pixels: PixelFormat
  let isInterlaced: Bool
  let hasPalette: Bool

  init(_ header: cpng_header, _ limits: Limits) throws(CodecError) {
    size = try CodecError.size(width: Int(header.width), height: Int(header.height), within: limits)
    guard let channels = PixelFormat.Channels(rawValue: Int(header.channels)),
      let depth = PixelFormat.Depth(rawValue: Int(header.depth))
    else { throw .unsupported(detail: "\(header.channels) channels of \(header.depth) bits") }
    pixels = PixelFormat(channels, depth)
    isInterlaced = header.interlaced != 0
    hasPalette = header.palette != 0
  }

  var traits: [String] {
    (isInterlaced ? ["interlaced"] : []) + (hasPalette ? ["palette"] : [])
  }

  /// The most memory that decoding needs: all rows of an interlaced image; libpng's current and previous row, stored
  /// and expanded; three rows of the fast path; and the inflate state of zlib and ISA-L.
  var decoderBytes: Int {
    let row = pixels.rowBytes(width: size.width)
    return (isInterlaced ? row * size.height : 0) + 7 * row + (288 << 10)
  }

  /// Checks IHDR before libpng does, to report limits as such and not as libpng's message.
  ///
  /// An invalid IHDR (PNG specification 5.6, 11.2.1) passes; libpng reports what is wrong with it.
  ///
  /// - Throws: `CodecError.limit`, `.damaged` if the first chunk is not IHDR.
  static func check(_ input: ByteInput, _ limits: Limits) throws(CodecError) {
    var walk = PNGWalk(input)
    guard try walk.startsWithSignature(), let first = try walk.next() else { return }
    guard first.type == "IHDR" else {
      throw .damaged(detail: "\(first.type) comes before IHDR")
    }
    guard first.length == 13, let bytes = try first.read(input) else { return }
    let width = Int(bytes.bigEndian(at: 0)), height = Int(bytes.bigEndian(at: 4))
    guard (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height) else { return }
    _ = try CodecError.size(width: width, height: height, within: limits)
  }
}
