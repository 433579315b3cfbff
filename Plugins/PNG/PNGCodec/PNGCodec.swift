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
      alpha: true, depths: [.eight, .sixteen], maximumSide: PixelSize.maximumSide, isLossy: false,
      colorimetry: .all, animation: true,
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

  /// Makes libpng read up to the first IDAT, and reads metadata from the chunks.
  ///
  /// - Throws: `CodecError.empty`, `.damaged`, `.truncated`, `.readFailed`, and `.limit` for an image that is too
  ///   large, more metadata than `DecoderLimits.metadata` or too many chunks.
  package func probe(_ input: ByteInput, limits: Limits) throws(CodecError) -> ImageHeader {
    let header = try PNGReader(input, limits: limits).header
    let ancillary = try PNGAncillary(input, decodedTo: header.pixels.channels)
    var found = ImageHeader(
      size: header.size, pixels: header.pixels, orientation: ancillary.orientation,
      metadata: ancillary.metadata, traits: header.traits, notices: ancillary.notices)
    switch try PNGAnimation.find(input, in: header) {
    case .none: break
    case .unreadable: found.notices.append(.firstFrameOnly(of: nil))
    case .frames(let animation):
      found.pixels = animation.pixels
      found.frames = animation.frames.count
      found.loopCount = animation.loopCount
      if found.frames > 1 { found.notices.append(.firstFrameOnly(of: found.frames)) }
    }
    return found
  }

  /// - Throws: as `probe`, and `CodecError.limit` if decoding needs more than `limits.memory`: an interlaced image is
  ///   held in memory.
  package func makeDecoder(
    _ input: ByteInput, _ request: DecodeRequest
  ) throws(CodecError) -> any ImageDecoder {
    guard request.reduction == .none else {
      throw .unsupported(detail: "PNG images cannot be reduced during decoding")
    }
    let reader = try PNGReader(input, limits: request.limits)
    guard case .frames(let animation) = try PNGAnimation.find(input, in: reader.header) else {
      return try PNGDecoder(reader)
    }
    return try AnimatedPNGDecoder(input, animation, size: reader.header.size, request.limits)
  }

  /// - Throws: `CodecError.unsupported` for a profile that does not match the pixels, `.writeFailed`.
  package func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest
  ) throws(CodecError) -> any ImageEncoder {
    try PNGEncoder(output, request)
  }
}
