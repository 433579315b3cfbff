import FrameCodec
import FrameCompare
import FrameImage
import FrameRender

/// An image whose header has been read and whose bytes are available.
package struct OpenImage {
  package let name: String
  package let bytes: ByteInput
  package let codec: any Codec
  /// The header of the pixels that `SourceDecoder` returns: CMYK has been converted to RGB.
  package let header: ImageHeader
  /// The header as the codec reads it.
  let stored: ImageHeader
  /// The conversion of CMYK samples to RGB; nil for an image that is not CMYK.
  let cmyk: (any SampleConversion)?

  /// Finds the codec of an image and reads its header.
  ///
  /// - Throws: `InputError`
  package init(
    _ input: NamedInput, codecs: CodecList, limits: Limits
  ) throws(InputError) {
    name = input.name
    do throws(CodecError) {
      switch input.content {
      case .bytes(let bytes):
        self.bytes = bytes
        codec = try codecs.codec(for: bytes)
      case .pixels(let pixels):
        bytes = ByteInput(bytes: [])
        codec = pixels
      }
      stored = try codec.probe(bytes.until(limits.cancellation), limits: limits)
    } catch {
      throw InputError(input.name, .unreadable(error))
    }
    guard stored.samples == .cmyk else {
      (header, cmyk) = (stored, nil)
      return
    }
    let depth = stored.pixels.depth
    let byProfile = stored.metadata.profile.flatMap { CMYKConversion.usingProfile($0, depth: depth) }
    cmyk = byProfile ?? CMYKConversion.withoutProfile(depth: depth)
    var header = stored
    header.samples = .colors
    header.pixels = PixelFormat(.rgb, depth)
    header.metadata.profile = nil
    header.notices.insert(.cmykConverted(byProfile: byProfile != nil), at: 0)
    self.header = header
  }

  /// Finds the codec of the image in a file and reads its header.
  package init(_ file: InputFile, codecs: CodecList, limits: Limits) throws(InputError) {
    try self.init(NamedInput(name: file.name, bytes: file.bytes), codecs: codecs, limits: limits)
  }

  /// True for pixels in memory, which have no bytes of a file.
  var isInMemory: Bool { codec is BitmapCodec }

  /// True if the stored samples are sRGB, stated or assumed.
  var isStoredAsSRGB: Bool { cmyk == nil && ImageColors(header.metadata) == .sRGB }

  /// The name of the stored samples' colors in reports.
  var colorsName: String {
    guard stored.samples == .cmyk, stored.metadata.profile == nil else {
      return ImageColors(stored.metadata).name
    }
    return "CMYK"
  }

  /// Returns the image as a scene knows it, by a number.
  func sourceImage(id: Int) -> SourceImage {
    SourceImage(
      id: id, name: name, size: header.size, orientation: header.orientation, pixels: header.pixels,
      blocks: header.blocks, reductions: header.reductions)
  }
}

// MARK: Hashes

extension OpenImage {
  /// Returns the hash of the stored pixels. It does not depend on the orientation or the profile.
  ///
  /// - Throws: `InputError`
  package func pixelHash(limits: Limits) throws(InputError) -> String {
    let decoder = try SourceDecoder(self, DecodeRequest(limits: limits))
    var hash = PixelHash(size: decoder.size, format: decoder.format)
    try decoder.readAll { hash.write($0) }
    hash.finish()
    return hash.text!
  }

  /// Returns the perceptual hash of the upright image, and whether the image is even: of one color, or with a pattern
  /// too fine for the hash. The hash of an even image says nothing about its look.
  ///
  /// - Throws: `InputError`
  package func perceptualHash(
    limits: Limits
  ) throws(InputError) -> (hash: PerceptualHash, isEven: Bool) {
    let decoder = try SourceDecoder(self, DecodeRequest(limits: limits))
    var hasher = PerceptualHasher(
      size: decoder.size, format: decoder.format, orientation: header.orientation)
    try decoder.readAll { hasher.write($0) }
    return (hasher.hash, hasher.isUniform)
  }
}

extension SourceDecoder {
  fileprivate func readAll(_ body: (Span<UInt8>) -> Void) throws(InputError) {
    do {
      var rows = self
      try rows.forEachBand(body)
    } catch let failure as InputError {
      throw failure
    } catch {
      throw InputError(name, .unreadable(.misuse(detail: "\(error)")))
    }
  }
}
