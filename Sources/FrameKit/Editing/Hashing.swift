import FrameCodec
import FrameCompare
import FrameModel

extension OpenPicture {
  /// The hash of the picture's pixels as they are stored: neither the orientation nor the profile plays
  /// a part.
  ///
  /// - Throws: `PictureFailure`
  public func pixelHash(limits: Limits) throws -> String {
    var decoder = try NamedDecoder(self, DecodeRequest(limits: limits))
    var hash = PixelHash(size: decoder.size, format: decoder.format)
    try decoder.forEachBand { hash.write($0) }
    hash.finish()
    return hash.text!
  }
}
