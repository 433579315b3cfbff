import FrameCodec
import FrameHash
import FrameModel

extension OpenPicture {
  /// The hash of what the picture looks like, upright, and whether it has no look: it is even.
  ///
  /// - Throws: `PictureFailure`
  public func perceptualHash(
    limits: Limits
  ) throws(PictureFailure) -> (hash: PerceptualHash, isEven: Bool) {
    var decoder = try NamedDecoder(self, DecodeRequest(limits: limits))
    var hasher = PerceptualHasher(
      size: decoder.size, format: decoder.format, orientation: header.orientation)
    do {
      try decoder.forEachBand { hasher.write($0) }
    } catch {
      // A decoder's errors all carry its name; nothing else is thrown here.
      throw error as! PictureFailure
    }
    return (hasher.hash, hasher.isEven)
  }
}
