import FrameCodec
import FrameHash
import FrameModel

extension OpenImage {
  /// The hash of the image's pixels as they are stored: neither the orientation nor the profile plays
  /// a part.
  ///
  /// - Throws: `ImageError`
  public func pixelHash(limits: Limits) throws(ImageError) -> String {
    let decoder = try SourceDecoder(self, DecodeRequest(limits: limits))
    var hash = PixelHash(size: decoder.size, format: decoder.format)
    try decoder.readAll { hash.write($0) }
    hash.finish()
    return hash.text!
  }

  /// The hash of what the image looks like, upright, and whether it has no look: it is even.
  ///
  /// - Throws: `ImageError`
  public func perceptualHash(
    limits: Limits
  ) throws(ImageError) -> (hash: PerceptualHash, isEven: Bool) {
    let decoder = try SourceDecoder(self, DecodeRequest(limits: limits))
    var hasher = PerceptualHasher(
      size: decoder.size, format: decoder.format, orientation: header.orientation)
    try decoder.readAll { hasher.write($0) }
    return (hasher.hash, hasher.isEven)
  }
}

extension SourceDecoder {
  fileprivate func readAll(_ body: (Span<UInt8>) -> Void) throws(ImageError) {
    do {
      var rows = self
      try rows.forEachBand(body)
    } catch let failure as ImageError {
      throw failure
    } catch {
      throw ImageError(name: name, error: .misuse(detail: "\(error)"))
    }
  }
}
