import FrameCodec
import FrameCompare
import FrameModel

extension OpenPicture {
  /// The hash of the picture's pixels as they are stored: neither the orientation nor the profile plays
  /// a part.
  ///
  /// - Throws: `PictureFailure`
  public func pixelHash(limits: Limits) throws -> String {
    let decoder = try NamedDecoder(self, DecodeRequest(limits: limits))
    var hash = PixelHash(size: decoder.size, format: decoder.format)
    let rowBytes = decoder.format.rowBytes(width: decoder.size.width)
    let bandRows = 64
    for top in stride(from: 0, to: decoder.size.height, by: bandRows) {
      var band = [UInt8](repeating: 0, count: rowBytes * min(bandRows, decoder.size.height - top))
      var span = band.mutableSpan
      try decoder.read(from: top, into: &span)
      hash.write(band.span)
    }
    try decoder.finish()
    hash.finish()
    return hash.text!
  }
}
