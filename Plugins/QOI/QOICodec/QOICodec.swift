import FrameCodec
import FrameModel

/// QOI, the "Quite OK Image Format" (specification 1.0, qoiformat.org): lossless 8-bit RGB or RGBA, almost as cheap
/// as a copy.
///
/// This codec is pure Swift and decodes as rows are read. Gray is written as three equal samples.
public struct QOICodec: Codec {
  public init() {}

  public let format = ImageFormat(
    name: "qoi", title: "QOI", extensions: ["qoi"],
    signatures: [ImageFormat.Signature(QOIHeader.magic)],
    capabilities: ImageFormat.Capabilities(
      alpha: true, depths: [.eight], maximumSide: PixelSize.maximumSide, isLossy: false, profile: false,
      colorimetry: .linear))

  public let library = "Swift"

  /// - Throws: `CodecError.empty`, `.damaged`, `.truncated`, `.readFailed`, and `.limit` for an image that is too
  ///   large.
  public func probe(_ input: ByteInput, limits: Limits) throws(CodecError) -> ImageHeader {
    let header = try QOIHeader(input, limits: limits)
    var metadata = ImageMetadata()
    if header.isLinear { metadata.colorimetry = ImageMetadata.Colorimetry(gamma: 100_000) }
    return ImageHeader(size: header.size, pixels: header.pixels, metadata: metadata)
  }

  /// - Throws: as `probe`.
  public func makeDecoder(
    _ input: ByteInput, _ request: DecodeRequest
  ) throws(CodecError) -> any ImageDecoder {
    guard request.reduction == .none else {
      throw .unsupported(detail: "QOI has no reduction on load")
    }
    return try QOIDecoder(input, QOIHeader(input, limits: request.limits), request)
  }

  /// - Throws: `CodecError.unsupported` for 16 bits or a profile, `.writeFailed`.
  public func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest
  ) throws(CodecError) -> any ImageEncoder {
    try QOIEncoder(output, request)
  }
}
