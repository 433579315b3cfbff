import CFrameCodec
import CJPEG
import FrameCodec
import FrameGeometry

/// Encodes rows as a baseline or progressive JPEG.
///
/// The same rows and settings give the same bytes: integer DCT, Huffman tables of the standard or of the coefficients,
/// no time stamps.
final class JPEGEncoder: ImageEncoder {
  static let defaultQuality = 90
  /// The quality from which chroma is kept at full resolution.
  static let fullChromaQuality = 90

  private let encoder: OpaquePointer
  /// Retained because the C encoder writes to it.
  private let output: ByteOutput
  private let rowBytes: Int
  /// The gain map, and the output that it is written to after the image; then `output` is memory, because the first
  /// segments have the length of the whole image.
  private let gainMap: (file: GainMapFile, output: ByteOutput)?

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
    let map = try request.gainMap.map { map throws(CodecError) in try GainMapFile(map) }
    let segments = try JPEGSegment.all(of: request.metadata, gainMap: map)
    gainMap = map.map { ($0, output) }
    let output = map == nil ? output : output.memory()
    let density = JFIFDensity(request.metadata.resolution)
    var settings = cjpeg_settings()
    settings.width = UInt32(request.size.width)
    settings.height = UInt32(request.size.height)
    settings.pixels = request.pixels.channels == .gray ? CJPEG_GRAY : CJPEG_RGB
    settings.quality = Int32(quality)
    let chroma = Self.chroma(of: request)
    settings.chroma_h = Int32(chroma.columns)
    settings.chroma_v = Int32(chroma.rows)
    settings.is_rgb = request.keepsRGB ? 1 : 0
    settings.is_optimized = request.holdsImage ? 1 : 0
    settings.is_progressive = request.isProgressive ? 1 : 0
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
      guard case .loaded(let content) = segment.content else { continue }
      try CodecError.check(writing: true) {
        cjpeg_encoder_segment(encoder, Int32(segment.marker), content, UInt32(content.count), &$0)
      }
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

  /// Returns the number of columns and rows of pixels that share a chroma sample.
  private static func chroma(of request: EncodeRequest) -> (columns: Int, rows: Int) {
    if request.keepsRGB { return (1, 1) }
    return switch request.chroma ?? (request.quality ?? defaultQuality >= fullChromaQuality ? .full : .half) {
    case .full: (1, 1)
    case .halfWidth: (2, 1)
    case .half: (2, 2)
    }
  }

  /// Returns the bytes of all coefficients, which the library holds for optimized tables and for progressive images.
  ///
  /// - Parameter model: the header of the image whose subsampling is used; nil for that of the request.
  static func coefficientBytes(_ request: EncodeRequest, like model: ImageHeader?) -> Int {
    let blockBytes = 2 * 64
    func count(_ unit: (width: Int, height: Int)) -> Int {
      let (width, height) = (request.size.width, request.size.height)
      return ((width + unit.width - 1) / unit.width).times((height + unit.height - 1) / unit.height)
    }
    if request.pixels.channels.isGray { return count((8, 8)).times(blockBytes) }
    guard let model else {
      let (columns, rows) = chroma(of: request)
      return count((8 * columns, 8 * rows)).times((columns * rows + 2) * blockBytes)
    }
    guard !model.pixels.channels.isGray, let grid = model.blocks else {
      return count((8, 8)).times(3 * blockBytes)
    }
    let mcu = grid.mcu
    let columns = (model.size.width + mcu.width - 1) / mcu.width
    let rows = (model.size.height + mcu.height - 1) / mcu.height
    return count((mcu.width, mcu.height)).times(grid.bytes / max(1, columns * rows))
  }

  func write(_ band: Span<UInt8>) throws(CodecError) {
    let count = UInt32(band.count / rowBytes)
    try CodecError.check(writing: true) { report in
      band.withUnsafeBufferPointer { cjpeg_encoder_write(encoder, $0.baseAddress, count, &report) }
    }
  }

  func finish() throws(CodecError) {
    try CodecError.check(writing: true) { cjpeg_encoder_finish(encoder, &$0) }
    if let (file, final) = gainMap { try file.write(after: output.takeBytes(), to: final) }
  }
}
