import FrameCodec
import FrameModel

/// Encodes a QOI. The same rows always give the same bytes.
final class QOIEncoder: ImageEncoder {
  /// A gamma of 1, in the units of `ImageMetadata.Colorimetry`.
  private static let linearGamma: UInt32 = 100_000

  private let output: ByteOutput
  private var packer: QOIPacker

  /// Writes the header.
  ///
  /// - Throws: `CodecError.unsupported` for 16 bits or a profile, `.writeFailed`.
  init(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) {
    guard request.pixels.depth == .eight else { throw .unsupported(detail: "QOI holds no 16 bits a channel") }
    guard request.metadata.profile == nil else { throw .unsupported(detail: "QOI holds no color profile") }
    self.output = output
    packer = QOIPacker(request.pixels)
    let header = QOIHeader(
      size: request.size, hasAlpha: request.pixels.channels.hasAlpha,
      isLinear: request.metadata.colorimetry?.gamma == Self.linearGamma)
    try output.write(header.bytes)
  }

  func write(_ band: Span<UInt8>) throws(CodecError) { try output.write(packer.pack(band)) }

  func finish() throws(CodecError) { try output.write(packer.finish() + QOIHeader.endMarker) }
}
