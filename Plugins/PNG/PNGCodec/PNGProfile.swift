import CPNG
import FrameCodec
import FrameModel

/// ICC profiles and the iCCP chunk that holds one (PNG specification 11.3.2.3).
enum PNGProfile {
  /// The profile in an iCCP chunk, or nil where there is no whole one.
  ///
  /// No more is inflated than the profile's own header announces, and nothing above `maximum`.
  ///
  /// - Throws: `CodecError.limit` for a profile of more than `maximum` bytes.
  static func read(_ chunk: [UInt8], maximum: Int) throws(CodecError) -> ICCProfile? {
    // A name of 1 to 79 bytes, a zero, the compression method 0, a zlib stream.
    guard let end = chunk.prefix(80).firstIndex(of: 0), end > 0, end + 2 <= chunk.count,
      chunk[end + 1] == 0
    else { return nil }
    let stream = Array(chunk[(end + 2)...])
    guard let start = inflate(stream, ICCProfile.headerLength),
      let size = ICCProfile.announcedSize(start)
    else { return nil }
    guard size <= maximum else {
      let allowed = DecoderLimits.metadata
      throw .limit(LimitExceeded(.metadata, needed: allowed - maximum + size, allowed: allowed))
    }
    return inflate(stream, size).flatMap(ICCProfile.init)
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

  /// The first `count` bytes of a zlib stream, or nil where it has fewer.
  private static func inflate(_ stream: [UInt8], _ count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, cpng_inflate(stream, stream.count, buffer.baseAddress, count))
    }
    return bytes.count == count ? bytes : nil
  }
}
