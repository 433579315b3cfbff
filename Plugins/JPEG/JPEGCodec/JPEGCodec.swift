import CJPEG
import FrameCodec
import FrameImage

/// JPEG (ITU-T T.81, JFIF, and Adobe's CMYK) with the system's libjpeg-turbo.
///
/// Reads 8-bit baseline, extended, progressive and arithmetic-coded images of 1, 3 or 4 components. Writes baseline
/// with 1 or 3 components, 4:4:4 from quality 90 up, else 4:2:0. A lossless transform keeps the coding.
package struct JPEGCodec: LosslessCodec {
  package init() {}

  package var format: ImageFormat {
    ImageFormat(
      name: "jpeg", title: "JPEG", extensions: ["jpg", "jpeg", "jpe", "jfif"],
      signatures: [ImageFormat.Signature([0xFF, 0xD8, 0xFF])],
      capabilities: ImageFormat.Capabilities(
        alpha: false, depths: [.eight], maximumSide: Int(cjpeg_maximum_side()), isLossy: true,
        metadata: JPEGSegment.room))
  }

  package var library: String { String(cString: cjpeg_library()) }

  package func probe(_ input: ByteInput, limits: Limits) throws(CodecError) -> ImageHeader {
    try Self.open(input, limits: limits).header
  }

  package func makeDecoder(
    _ input: ByteInput, _ request: DecodeRequest
  ) throws(CodecError) -> any ImageDecoder {
    let opened = try Self.open(input, limits: request.limits)
    return try JPEGDecoder(opened.library, opened.header, request)
  }

  package func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest
  ) throws(CodecError) -> any ImageEncoder {
    try JPEGEncoder(output, request)
  }

  package func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest, like model: ByteInput
  ) throws(CodecError) -> any ImageEncoder {
    let opened = try LibraryDecoder(model, limits: request.limits)
    return try JPEGEncoder(output, request, like: opened)
  }

  package func move(
    _ input: ByteInput, _ output: ByteOutput, _ request: TransformRequest
  ) throws(CodecError) -> [CodecNotice] {
    let opened = try Self.open(input, limits: request.limits)
    return try LosslessTransformer(input: input, output: output, request: request)
      .run(opened.library, opened.header)
  }

  /// Reads the header twice: first with our own parser, because it is bounded, then with the library.
  private static func open(
    _ input: ByteInput, limits: Limits
  ) throws(CodecError) -> (library: LibraryDecoder, header: ImageHeader) {
    if input.length == 0 { throw .empty }
    let markers = try JPEGMarkers(input)
    let library = try LibraryDecoder(input, limits: limits)
    return (library, try ImageHeader(library.header, markers, limits))
  }
}
