import FrameCodec
import FrameModel

/// ICC profiles in iCCP chunks (PNG specification 11.3.2.3).
enum PNGProfile {
  /// Returns the profile in an iCCP chunk, or nil if it is incomplete.
  ///
  /// Inflates no more than the profile's header announces, and at most `maximum` bytes.
  ///
  /// - Throws: `CodecError.limit` for a profile of more than `maximum` bytes.
  static func read(_ chunk: [UInt8], maximum: Int) throws(CodecError) -> ICCProfile? {
    // A name of 1 to 79 bytes, a zero, the compression method 0, a zlib stream.
    guard let end = chunk.prefix(80).firstIndex(of: 0), end > 0, end + 2 <= chunk.count,
      chunk[end + 1] == 0
    else { return nil }
    let stream = Array(chunk[(end + 2)...])
    guard let start = ZlibStream.inflated(stream, ICCProfile.headerLength),
      let size = ICCProfile.announcedSize(start)
    else { return nil }
    guard size <= maximum else {
      let allowed = DecoderLimits.metadata
      throw .limit(LimitExceeded(.metadata, needed: allowed - maximum + size, allowed: allowed))
    }
    return ZlibStream.inflated(stream, size).flatMap(ICCProfile.init)
  }

  /// Returns the data of an iCCP chunk with this profile.
  ///
  /// - Returns: nil if memory is exhausted.
  static func chunk(_ profile: [UInt8]) -> [UInt8]? {
    ZlibStream.deflated(profile).map { Array("ICC profile".utf8) + [0, 0] + $0 }
  }
}
