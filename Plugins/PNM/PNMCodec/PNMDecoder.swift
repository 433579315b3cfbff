import FrameCodec
import FrameModel

/// Rows of one image. A sample above the maxval is white; where samples are missing, they are 0, which is black.
/// What stands behind the image and is none is damage, too.
final class PNMDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  private(set) var damage = Damage()

  private var raster: any PNMRaster
  /// The next one.
  private var row = 0

  /// - Throws: `CodecError.limit` where rows are too long for the memory.
  init(_ input: ByteInput, _ header: PNMHeader, _ request: DecodeRequest) throws(CodecError) {
    size = header.size
    format = header.pixels
    // A row as it is stored and one that is skipped, or the text that is read ahead.
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

  /// Looks at the rows that were not asked for, and at what follows the last one.
  func finish(unread: Int) throws(CodecError) {
    try skip(unread)
    if damage.loss == nil { try raster.finish(&damage) }
  }
}
