import FrameCodec
import FrameModel

/// Decodes the rows of one image. Samples above maxval become white, and missing samples become 0, which is black.
/// Data after the image that is not another image is damage.
final class PNMDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  private(set) var damage = Damage()

  private var raster: any PNMRaster
  /// The next row.
  private var row = 0

  /// - Throws: `CodecError.limit` if rows need too much memory.
  init(_ input: ByteInput, _ header: PNMHeader, _ request: DecodeRequest) throws(CodecError) {
    size = header.size
    format = header.pixels
    // One stored row and one skipped row, or the text that is read ahead.
    let held = 2 * format.rowBytes(width: size.width) + 1 << 16
    try CodecError.limited { () throws(LimitExceeded) in try request.limits.check(memory: held) }
    raster =
      switch header.raster {
      case .plain: PNMPlainRaster(input, header)
      case .raw, .bits: PNMRawRaster(input, header)
      }
  }

  func read(into band: inout MutableSpan<UInt8>) throws(CodecError) {
    try raster.read(&band, from: row, &damage)
    row += band.count / format.rowBytes(width: size.width)
  }

  func skip(_ rows: Int) throws(CodecError) {
    if raster.isSoundUnread {
      row += rows
    } else {
      try readOver(rows)
    }
  }

  /// Checks the unread rows and what follows the last one.
  func finish(unread: Int) throws(CodecError) {
    try skip(unread)
    if damage.loss == nil { try raster.finish(&damage) }
  }
}
