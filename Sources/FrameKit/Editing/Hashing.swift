import FrameCodec
import FrameHash
import FrameModel

extension OpenPicture {
  /// The hash of the picture's pixels as they are stored: neither the orientation nor the profile plays
  /// a part.
  ///
  /// - Throws: `PictureFailure`
  public func pixelHash(limits: Limits) throws(PictureFailure) -> String {
    var decoder = try NamedDecoder(self, DecodeRequest(limits: limits))
    var hash = PixelHash(size: decoder.size, format: decoder.format)
    do {
      try decoder.forEachBand { hash.write($0) }
    } catch {
      // A decoder's errors all carry its name; nothing else is thrown here.
      throw error as! PictureFailure
    }
    hash.finish()
    return hash.text!
  }
}
