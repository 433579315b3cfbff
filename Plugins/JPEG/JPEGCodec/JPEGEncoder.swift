import CFrameCodec
import CJPEG
import FrameCodec

/// Encodes rows as a baseline JPEG.
///
/// The same rows and settings give the same bytes: integer DCT, standard Huffman tables, no time stamps.
final class JPEGEncoder: ImageEncoder {
  static let defaultQuality = 90
  /// The quality from which chroma is kept at full resolution.
  static let fullChromaQuality = 90

  private let encoder: OpaquePointer
  /// Retained because the C encoder writes to it.
  private let output: ByteOutput
  private let rowBytes: Int

  /// Writes the header.
  ///
  /// - Parameter model: an image whose quantization tables and subsampling are used; nil for those of the quality.
  /// - Throws: `CodecError.unsupported` for alpha, 16 bits, or an image that is too large for the format;
  ///   `.writeFailed`.
  init(
    _ output: ByteOutput, _ request: EncodeRequest, like model: LibraryDecoder? = nil
  ) throws(CodecError) {
    let quality = request.quality ?? Self.defaultQuality
    try Self.check(request, quality: quality)
    let segments = try JPEGSegment.all(of: request.metadata)
    let density = JFIFDensity(request.metadata.resolution)
    var settings = cjpeg_settings()
    settings.width = UInt32(request.size.width)
    settings.height = UInt32(request.size.height)
    settings.pixels = request.pixels.channels == .gray ? CJPEG_GRAY : CJPEG_RGB
    settings.quality = Int32(quality)
    settings.full_chroma = quality >= Self.fullChromaQuality ? 1 : 0
    settings.density_unit = Int32(density.unit)
    settings.x_density = Int32(density.x)
    settings.y_density = Int32(density.y)
    var report = frameit_codec_report()
    settings.like = model?.model
    let encoder = withExtendedLifetime(model) { cjpeg_encoder_open(output.writer, &settings, &report) }
    guard let encoder else {
      throw CodecError(report, writing: true)
        ?? .misuse(detail: "the library created no encoder and gave no reason")
    }
    self.encoder = encoder
    self.output = output
    rowBytes = request.pixels.rowBytes(width: request.size.width)
    for segment in segments {
      cjpeg_encoder_segment(
        encoder, Int32(segment.marker), segment.content, UInt32(segment.content.count), &report)
      try check(report)
    }
  }

  deinit { cjpeg_encoder_close(encoder) }

  private static func check(_ request: EncodeRequest, quality: Int) throws(CodecError) {
    guard request.pixels == .gray8 || request.pixels == .rgb8 else {
      let what = request.pixels.channels.hasAlpha ? "alpha" : "16 bits per channel"
      throw .unsupported(detail: "JPEG cannot store \(what)")
    }
    let side = max(request.size.width, request.size.height)
    guard side <= Int(cjpeg_maximum_side()) else {
      throw .unsupported(detail: "JPEG cannot store sides of more than \(cjpeg_maximum_side()) pixels")
    }
    guard (1...100).contains(quality) else { throw .misuse(detail: "quality \(quality)") }
  }

  func write(_ band: Span<UInt8>) throws(CodecError) {
    let count = UInt32(band.count / rowBytes)
    var report = frameit_codec_report()
    band.withUnsafeBufferPointer { cjpeg_encoder_write(encoder, $0.baseAddress, count, &report) }
    try check(report)
  }

  func finish() throws(CodecError) {
    var report = frameit_codec_report()
    cjpeg_encoder_finish(encoder, &report)
    try check(report)
  }

  private func check(_ report: frameit_codec_report) throws(CodecError) {
    if let error = CodecError(report, writing: true) { throw error }
  }
}
