import CFrameCodec
import FrameCodec
import FrameModel

/// Decodes the rows of a PNG.
///
/// libpng cannot continue after an error in the image data: from there on rows are zero or, in an interlaced image,
/// what earlier passes left.
///
/// libpng's warnings count as damage if they affect samples: all except those about ancillary chunks other than tRNS,
/// and about a PLTE that no pixel uses. A file is truncated if it ends before IEND; everything else is damage,
/// including too few rows before a complete IEND.
final class PNGDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  private(set) var damage = Damage()
  private let reader: PNGReader

  /// - Throws: `CodecError.limit` if decoding needs too much memory.
  init(_ reader: PNGReader) throws(CodecError) {
    try reader.start()
    self.reader = reader
    size = reader.header.size
    format = reader.header.pixels
  }

  func read(into band: inout MutableSpan<UInt8>) throws(CodecError) {
    try take(reader.read(into: &band, rows: band.count / format.rowBytes(width: size.width)))
  }

  func skip(_ rows: Int) throws(CodecError) { try take(reader.skip(rows: rows)) }

  /// Decodes the unread rows, so that damage and truncation are always found, and reads on to IEND.
  func finish(unread: Int) throws(CodecError) {
    if unread > 0 { try skip(unread) }
    try take(reader.finish(), rowsAreComplete: true)
  }

  /// - Throws: errors that cannot be read past: a file that cannot be read, and unusable data.
  private func take(_ status: frameit_status, rowsAreComplete: Bool = false) throws(CodecError) {
    var found = Damage(status)
    guard found.count <= DecoderLimits.warnings else { throw .damaged(detail: found.detail ?? "") }
    if let error = CodecError(status) {
      guard let detail = error.damageDetail else { throw error }
      // The status of a failed decoder is always the first error.
      if case .damaged = error, rowsAreComplete, damage.loss == nil {
        found.note(detail)
      } else {
        found.lose(error)
      }
    }
    damage = found
  }
}
