import CPNG
import FrameCodec
import FrameImage

/// PNG, with libpng and ISA-L: every color type, depth and interlacing of the PNG specification, and animations.
///
/// Palettes and depths below 8 are decoded to 8 bits, and tRNS to an alpha channel. 16 bits stay, and no gamma is
/// applied. Palette indices that the palette lacks decode as opaque black, as in libpng.
package struct PNGCodec: Codec {
  package init() {}

  package let format = ImageFormat(
    name: "png", title: "PNG", extensions: ["png", "apng"],
    signatures: [ImageFormat.Signature(PNGChunk.signature)],
    capabilities: ImageFormat.Capabilities(
      alpha: true, depths: [.eight, .sixteen], maximumSide: PixelSize.maximumSide, loss: .nothing,
      colorimetry: .all, animation: true, resolution: true, holding: .pixels,
      metadata: [
        .exif: DecoderLimits.metadata, .xmp: DecoderLimits.metadata, .comment: DecoderLimits.metadata,
        // Hexadecimal with line breaks.
        .iptc: DecoderLimits.metadata / 3,
      ]))

  package var library: String {
    [
      "libpng \(String(cString: cpng_libpng_version()))", "zlib \(String(cString: cpng_zlib_version()))",
      "ISA-L \(String(cString: cpng_isal_version()))",
    ].joined(separator: ", ")
  }

  /// - Throws: `CodecError.empty`, `.damaged`, `.truncated`, `.readFailed`, and `.limit` for an image that is too
  ///   large, more metadata than `DecoderLimits.metadata` or too many chunks.
  package func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
    try PNGReader(input, limits: limits)
  }

  /// - Throws: `CodecError.unsupported` for a profile that does not match the pixels, `.writeFailed`.
  package func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest
  ) throws(CodecError) -> any ImageEncoder {
    try PNGEncoder(output, request)
  }

  package func heldBytes(_ request: EncodeRequest, like model: ImageHeader?) -> Int {
    PNGHeldImage.byteCount(request)
  }
}

/// A PNG that libpng has read up to the first IDAT, with the metadata and the animation that its chunks describe.
final class PNGReader: ImageReader {
  let header: ImageHeader
  private let input: ByteInput
  private let decoder: PNGDecoder
  private let animation: PNGAnimation?

  init(_ input: ByteInput, limits: Limits) throws(CodecError) {
    self.input = input
    decoder = try PNGDecoder(input, limits: limits)
    let stored = decoder.header
    let ancillary = try PNGAncillary(input, decodedTo: stored.pixels.channels)
    var header = ImageHeader(
      size: stored.size, pixels: stored.pixels, orientation: ancillary.metadata.blocks.orientation,
      metadata: ancillary.metadata, traits: stored.traits, notices: ancillary.notices)
    header.decoderBytes = stored.decoderBytes
    switch try PNGAnimation.find(input, in: stored) {
    case .none: animation = nil
    case .unreadable:
      animation = nil
      header.notices.append(.oneOfSeveral(of: nil))
    case .frames(let found):
      animation = found
      header.pixels = found.pixels
      header.decoderBytes = AnimatedPNGDecoder.bytes(found, of: input, size: header.size)
      header.frames = found.frames.count
      header.loopCount = found.loopCount
      if header.frames > 1 { header.notices.append(.oneOfSeveral(of: header.frames)) }
      if found.hasStillImage { header.notices.append(.pictureDropped(.stillImage)) }
    }
    self.header = header
  }

  /// - Throws: `CodecError.limit` if decoding needs more than `limits.memory`: an interlaced image is held in memory.
  func makeDecoder(_ request: DecodeRequest) throws(CodecError) -> any ImageDecoder {
    if let animation { return try AnimatedPNGDecoder(input, animation, size: header.size, request.limits) }
    try decoder.start(request.limits)
    return decoder
  }
}
