import CPNG
import FrameCodec
import FrameModel

/// zlib streams in chunks (PNG specification 10.3).
enum ZlibStream {
  /// Returns the first `count` bytes of a stream, or nil if it is shorter.
  static func inflated(_ stream: [UInt8], _ count: Int) -> [UInt8]? {
    let bytes = start(of: stream, count)
    return bytes?.count == count ? bytes : nil
  }

  /// Inflates a whole stream, or returns nil if it is damaged.
  ///
  /// The inflated length is unknown, so the buffer is doubled until it is large enough.
  ///
  /// - Throws: `CodecError.limit` for more than `maximum` bytes.
  static func inflated(_ stream: [UInt8], maximum: Int) throws(CodecError) -> [UInt8]? {
    var room = max(1024, 4 * stream.count)
    while true {
      room = min(room, maximum + 1)
      guard let bytes = start(of: stream, room) else { return nil }
      if bytes.count < room { return bytes }
      guard room <= maximum else {
        let allowed = DecoderLimits.metadata
        throw .limit(LimitExceeded(.metadata, needed: allowed + 1, allowed: allowed))
      }
      room *= 2
    }
  }

  /// - Returns: nil if memory is exhausted.
  static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    let room = cpng_deflate_bound(bytes.count)
    var length = 0
    let stream = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      length = cpng_deflate(bytes, bytes.count, buffer.baseAddress, room)
      filled = max(0, length)
    }
    return length < 0 ? nil : stream
  }

  /// Returns up to `count` bytes, or nil if the stream is invalid before that.
  private static func start(of stream: [UInt8], _ count: Int) -> [UInt8]? {
    var length = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      length = cpng_inflate(stream, stream.count, buffer.baseAddress, count)
      filled = max(0, length)
    }
    return length < 0 ? nil : bytes
  }
}
