import CPNG
import FrameCodec
import FrameModel

/// PNG, on libpng and ISA-L: every colour type, depth and interlacing of the PNG specification, and animations.
///
/// Palettes and depths below 8 are decoded to 8 bits, and tRNS to an alpha channel; 16 bits stay, and no
/// gamma is applied.
///
/// Palette indices that the palette lacks decode as opaque black, as libpng has it.
public struct PNGCodec: Codec {
  public init() {}

  public let format = ImageFormat(
    name: "png", title: "PNG", extensions: ["png", "apng"],
    signatures: [ImageFormat.Signature(PNGChunk.signature)],
    holds: ImageFormat.Capabilities(
      alpha: true, depths: [.eight, .sixteen], maximumSide: PixelSize.maximumSide, isLossy: false,
      colorimetry: .all, animation: true,
      metadata: [
        .exif: DecoderLimits.metadata, .xmp: DecoderLimits.metadata, .comment: DecoderLimits.metadata,
        // In two digits a byte, and line ends.
        .iptc: DecoderLimits.metadata / 3,
      ]))

  public var library: String {
    [
      "libpng \(String(cString: cpng_libpng_version()))", "zlib \(String(cString: cpng_zlib_version()))",
      "ISA-L \(String(cString: cpng_isal_version()))",
    ].joined(separator: ", ")
  }

  /// Lets libpng read up to the first IDAT, and walks over the chunks for what travels with the pixels.
  ///
  /// - Throws: `CodecError.empty`, `.damaged`, `.truncated`, `.readFailed`, and `.limit` for a picture
  ///   that is too large or more metadata than `DecoderLimits.metadata`.
  public func probe(_ input: ByteInput, limits: Limits) throws(CodecError) -> ImageHeader {
    let header = try PNGReader(input, limits: limits).header
    let ancillary = try PNGAncillary(input, decodedTo: header.pixels.channels)
    let animation = try PNGAnimation(input, size: header.size)
    var found = ImageHeader(
      size: header.size, pixels: animation?.pixels(header.pixels) ?? header.pixels,
      orientation: ancillary.orientation, metadata: ancillary.metadata, frames: animation?.frames.count ?? 1,
      traits: header.traits, notices: ancillary.notices)
    if let animation {
      found.plays = animation.plays
      found.notices.append(.firstFrameOnly(of: found.frames))
    }
    return found
  }

  /// - Throws: as `probe`, and `CodecError.limit` where the decode would hold more than
  ///   `limits.memory`: an interlaced picture is held whole.
  public func makeDecoder(
    _ input: ByteInput, _ request: DecodeRequest
  ) throws(CodecError) -> any ImageDecoder {
    guard request.reduction == .none else {
      throw .unsupported(detail: "PNG has no reduction on load")
    }
    let reader = try PNGReader(input, limits: request.limits)
    guard let animation = try PNGAnimation(input, size: reader.header.size) else {
      return try PNGDecoder(reader)
    }
    return try AnimatedPNGDecoder(
      input, animation, size: reader.header.size, format: animation.pixels(reader.header.pixels),
      request.limits)
  }

  /// - Throws: `CodecError.unsupported` for a profile that does not describe these pixels,
  ///   `.writeFailed`.
  public func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest
  ) throws(CodecError) -> any ImageEncoder {
    try PNGEncoder(output, request)
  }
}
