import CPNG
import FrameCodec
import FrameModel

/// ICC profiles and the iCCP chunk that holds one (PNG specification 11.3.2.3).
enum PNGProfile {
  /// The size of a profile's header (ICC.1:2022, 7.2).
  private static let header = 128

  /// The profile in an iCCP chunk, or nil where there is no whole one.
  ///
  /// No more is inflated than the profile's own header announces, and nothing above `maximum`.
  ///
  /// - Throws: `CodecError.limit` for a profile of more than `maximum` bytes.
  static func read(_ chunk: [UInt8], maximum: Int) throws(CodecError) -> [UInt8]? {
    // A name of 1 to 79 bytes, a zero, the compression method 0, a zlib stream.
    guard let end = chunk.prefix(80).firstIndex(of: 0), end > 0, end + 2 <= chunk.count,
      chunk[end + 1] == 0
    else { return nil }
    let stream = Array(chunk[(end + 2)...])
    guard let start = inflate(stream, header), isHeader(start) else { return nil }
    let size = Int(start.bigEndian(at: 0))
    guard size <= maximum else {
      let allowed = DecoderLimits.metadata
      throw .limit(LimitExceeded(.metadata, needed: allowed - maximum + size, allowed: allowed))
    }
    return inflate(stream, size)
  }

  /// Whether these bytes are a whole profile for pixels of these channels: its size and signature
  /// (ICC.1:2022, 7.2.2 and 7.2.9), and its colour space (7.2.6).
  static func fits(_ profile: [UInt8], _ channels: PixelFormat.Channels) -> Bool {
    guard profile.count >= header, isHeader(profile), Int(profile.bigEndian(at: 0)) == profile.count
    else { return false }
    return profile[16..<20].elementsEqual((channels.isGray ? "GRAY" : "RGB ").utf8)
  }

  /// The data of an iCCP chunk with this profile.
  ///
  /// - Returns: nil where memory is missing.
  static func chunk(_ profile: [UInt8]) -> [UInt8]? {
    let room = cpng_deflate_bound(profile.count)
    var length = 0
    let stream = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      length = cpng_deflate(profile, profile.count, buffer.baseAddress, room)
      filled = max(0, length)
    }
    return length < 0 ? nil : Array("ICC profile".utf8) + [0, 0] + stream
  }

  private static func isHeader(_ bytes: [UInt8]) -> Bool {
    bytes.bigEndian(at: 0) >= header && bytes[36..<40].elementsEqual("acsp".utf8)
  }

  /// The first `count` bytes of a zlib stream, or nil where it has fewer.
  private static func inflate(_ stream: [UInt8], _ count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, cpng_inflate(stream, stream.count, buffer.baseAddress, count))
    }
    return bytes.count == count ? bytes : nil
  }
}
