import CPNG
import FrameCodec
import FrameImage

/// The rows of an image of 8 bits, held until it is known how few bits its colors need.
final class PNGHeldImage {
  private let size: PixelSize
  private let rowBytes: Int
  private let colors: OpaquePointer
  private(set) var bytes: [UInt8] = []

  /// Returns nil for an image that is stored as it is.
  ///
  /// - Throws: `CodecError.outOfMemory`
  init?(_ request: EncodeRequest) throws(CodecError) {
    guard request.holdsImage, request.animation == nil, request.pixels.depth == .eight else { return nil }
    let channels = request.pixels.channels
    let metadata = request.metadata
    // A profile describes gray or RGB samples, and those of a palette are RGB. Chromaticities and code points have no
    // effect on gray, so they could be lost.
    let mayBeGray =
      metadata.profile == nil && metadata.colorimetry?.chromaticities == nil
      && metadata.colorimetry?.codePoints == nil
    let mayBeIndexed = metadata.profile == nil || !channels.isGray
    let colors = cpng_colors_open(Int32(channels.rawValue), mayBeGray ? 1 : 0, mayBeIndexed ? 1 : 0)
    guard let colors else { throw .outOfMemory }
    self.colors = colors
    size = request.size
    rowBytes = request.pixels.rowBytes(width: request.size.width)
    bytes.reserveCapacity(Self.byteCount(request))
  }

  deinit { cpng_colors_close(colors) }

  /// Returns the bytes of the rows of a whole image; 0 for one that is not held.
  static func byteCount(_ request: EncodeRequest) -> Int {
    guard request.animation == nil, request.pixels.depth == .eight else { return 0 }
    return request.pixels.rowBytes(width: request.size.width) * request.size.height
  }

  /// Adds rows.
  ///
  /// - Returns: false if they are stored as they are.
  func add(_ band: Span<UInt8>) -> Bool {
    band.withUnsafeBufferPointer { band in
      bytes.append(contentsOf: band)
      return cpng_colors_add(colors, band.baseAddress, band.count / (rowBytes / size.width)) != 0
    }
  }

  /// The smallest layout that loses nothing, after the last row.
  func layout() -> cpng_layout { cpng_colors_layout(colors, UInt64(size.area)) }

  /// The chunks with the palette of a layout.
  func chunks(_ layout: cpng_layout) -> [(type: String, data: [UInt8])] {
    guard layout.colors > 0 else { return [] }
    var palette = [UInt8](repeating: 0, count: 3 * 256)
    var alpha = [UInt8](repeating: 0, count: 256)
    cpng_colors_palette(colors, &palette, &alpha)
    let chunks: [(type: String, data: [UInt8])] = [
      ("PLTE", Array(palette.prefix(3 * Int(layout.colors)))),
      ("tRNS", Array(alpha.prefix(Int(layout.translucent)))),
    ]
    return chunks.filter { !$0.data.isEmpty }
  }

  /// Passes each row in a layout to `body`.
  func forEachRow(
    _ layout: cpng_layout, _ body: ([UInt8]) throws(CodecError) -> Void
  ) throws(CodecError) {
    let bits = Int(layout.channels) * Int(layout.depth)
    var row = [UInt8](repeating: 0, count: (size.width * bits + 7) / 8)
    var values = [UInt8](repeating: 0, count: size.width)
    for start in stride(from: 0, to: bytes.count, by: rowBytes) {
      bytes.withUnsafeBufferPointer { bytes in
        cpng_colors_row(colors, layout, bytes.baseAddress! + start, size.width, &values, &row)
      }
      try body(row)
    }
  }
}
