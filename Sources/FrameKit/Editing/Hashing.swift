import FrameCodec
import FrameHash
import FrameModel

extension OpenPicture {
  /// The hash of the picture's pixels as they are stored: neither the orientation nor the profile plays
  /// a part.
  ///
  /// - Throws: `PictureFailure`
  public func pixelHash(limits: Limits) throws(PictureFailure) -> String {
    let decoder = try NamedDecoder(self, DecodeRequest(limits: limits))
    var hash = PixelHash(size: decoder.size, format: decoder.format)
    try decoder.readAll { hash.write($0) }
    hash.finish()
    return hash.text!
  }

  /// The hash of what the picture looks like, upright, and whether it has no look: it is even.
  ///
  /// - Throws: `PictureFailure`
  public func perceptualHash(
    limits: Limits
  ) throws(PictureFailure) -> (hash: PerceptualHash, isEven: Bool) {
    let decoder = try NamedDecoder(self, DecodeRequest(limits: limits))
    var hasher = PerceptualHasher(
      size: decoder.size, format: decoder.format, orientation: header.orientation)
    try decoder.readAll { hasher.write($0) }
    return (hasher.hash, hasher.isEven)
  }
}

extension NamedDecoder {
  fileprivate func readAll(_ body: (Span<UInt8>) -> Void) throws(PictureFailure) {
    do {
      var rows = self
      try rows.forEachBand(body)
    } catch let failure as PictureFailure {
      throw failure
    } catch {
      throw PictureFailure(name: name, error: .misuse(detail: "\(error)"))
    }
  }
}
