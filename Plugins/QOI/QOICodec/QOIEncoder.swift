import FrameCodec
import FrameModel

/// Writes one QOI: the same rows always give the same bytes.
final class QOIEncoder: PixelSink {
  /// An exponent of 1, as `ImageMetadata.Colorimetry` counts.
  private static let linearGamma: UInt32 = 100_000

  private let output: ByteOutput
  private let size: PixelSize
  private let rowBytes: Int
  private var packer: QOIPacker
  private var rows = 0
  private var isFinished = false

  /// Writes the header.
  ///
  /// - Throws: `CodecError.unsupported` for 16 bits or a profile, `.writeFailed`.
  init(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) {
    guard request.pixels.depth == .eight else { throw .unsupported(detail: "QOI holds no 16 bits a channel") }
    guard request.metadata.profile == nil else { throw .unsupported(detail: "QOI holds no colour profile") }
    self.output = output
    size = request.size
    rowBytes = request.pixels.rowBytes(width: size.width)
    packer = QOIPacker(request.pixels)
    let header = QOIHeader(
      size: size, hasAlpha: request.pixels.channels.hasAlpha,
      isLinear: request.metadata.colorimetry?.gamma == Self.linearGamma)
    try output.write(header.bytes)
  }

  /// - Throws: `CodecError.writeFailed`; `.misuse` for a part of a row, or more rows than there are.
  func write(_ band: Span<UInt8>) throws(CodecError) {
    let (count, rest) = band.count.quotientAndRemainder(dividingBy: rowBytes)
    guard rest == 0, !isFinished, rows + count <= size.height else {
      throw .misuse(detail: "\(count) rows after \(rows) of \(size.height)")
    }
    try output.write(packer.pack(band))
    rows += count
  }

  /// - Throws: `CodecError.writeFailed`, `.misuse` for fewer rows than announced.
  func finish() throws(CodecError) {
    if isFinished { return }
    guard rows == size.height else { throw .misuse(detail: "\(rows) rows of \(size.height)") }
    try output.write(packer.finish() + QOIHeader.endMarker)
    isFinished = true
  }
}
