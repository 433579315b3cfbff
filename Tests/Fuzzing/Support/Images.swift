import FrameCodec
import FrameImage

/// Returns an image with edges, gradients and noise.
func drawn(_ width: Int, _ height: Int, _ format: PixelFormat) -> Bitmap {
  let size = PixelSize(width: width, height: height)!
  var random = UInt64(width * 31 + height)
  let bytes = (0..<size.area * format.bytesPerPixel).map { i in
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return i % 7 == 0 ? UInt8(random >> 56) : UInt8(truncatingIfNeeded: i * 3)
  }
  return Bitmap(size: size, format: format, bytes: bytes)!
}

func encoded(
  _ image: Bitmap, by codec: some Codec, metadata: ImageMetadata = ImageMetadata(), quality: Int? = nil
) -> [UInt8] {
  let output = ByteOutput()
  let request = EncodeRequest(
    size: image.size, pixels: image.format, metadata: metadata, quality: quality)
  do {
    var sink = try codec.encoder(output, request)
    try sink.write(image.bytes.span)
    try sink.finish()
  } catch {
    fatalError("a seed cannot be encoded: \(error)")
  }
  return output.bytes
}

/// Returns the decoded image and the notices, or nil if decoding fails.
func decoded(
  _ bytes: [UInt8], by codec: some Codec, _ request: DecodeRequest
) -> (image: Bitmap, notices: [CodecNotice])? {
  do {
    var decoder = try codec.decoder(ByteInput(bytes: bytes), request)
    var image = Bitmap(size: decoder.size, format: decoder.format)
    try decoder.forEachBand { image.write($0) }
    return (image, decoder.notices)
  } catch {
    check(error)
    return nil
  }
}

/// Fails if a decoder reports misuse, because no input may cause it.
func check(_ error: any Error) {
  if case .misuse(let detail) = error as? CodecError { fatalError("misuse: \(detail)") }
}

/// Checks conditions that must be true for all inputs of a codec: rows that are decoded individually equal those of the
/// whole image, and the header matches the decoded image.
func checkDecoding(_ bytes: [UInt8], by codec: some Codec, _ request: DecodeRequest, skipping: Bool) {
  var header: ImageHeader?
  var refusal: (any Error)?
  do {
    header = try codec.open(ByteInput(bytes: bytes), limits: request.limits).header
  } catch {
    check(error)
    refusal = error
  }
  // The metadata of a header may exceed a limit. Decoding does not read it.
  if case .limit? = refusal as? CodecError { return }
  guard let whole = decoded(bytes, by: codec, request) else { return }
  hold(header != nil, "the image decodes, but the header cannot be read: \(String(describing: refusal))")
  hold(header?.size.reduced(by: request.reduction) == whole.image.size)
  hold(header?.pixels == whole.image.format)
  guard request.onDamage == .fail, skipping else { return }
  do {
    let step = 1 + bytes.count % 37
    var decoder = try codec.decoder(ByteInput(bytes: bytes), request)
    for row in stride(from: step / 2, to: whole.image.size.height, by: step) {
      var band = [UInt8](repeating: 0, count: whole.image.rowBytes)
      var span = band.mutableSpan
      try decoder.read(from: row, into: &span)
      hold(band.elementsEqual(whole.image.bytes[(row * band.count)..<((row + 1) * band.count)]))
    }
    try decoder.finish()
  } catch {
    fatalError("the image decodes as a whole, but not row by row: \(error)")
  }
}
