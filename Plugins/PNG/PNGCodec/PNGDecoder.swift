import CFrameCodec
import FrameCodec
import FrameModel

/// Rows of one PNG.
///
/// libpng cannot go on after an error in the image data: from there on rows are zeros, or, of an
/// interlaced image, what the passes before have left.
///
/// Of libpng's warnings those are damage that bear on samples: all but those on ancillary chunks, tRNS
/// excepted, and on a PLTE that no pixel refers to. A file is truncated where it ends before IEND does;
/// all else that is wrong with it is damage, also too few rows before a whole IEND.
final class PNGDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  private(set) var damage = Damage()
  private let reader: PNGReader

  /// - Throws: `CodecError.limit` where the decode would hold too much memory.
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

  /// Decodes what was not asked for, so that damage and truncation are always found, and reads on to
  /// IEND.
  func finish(unread: Int) throws(CodecError) {
    if unread > 0 { try skip(unread) }
    try take(reader.finish(), rowsAreComplete: true)
  }

  /// - Throws: what cannot be read over: a file that cannot be read, and damage beyond use.
  private func take(_ status: frameit_status, rowsAreComplete: Bool = false) throws(CodecError) {
    var found = Damage(status)
    guard found.count <= DecoderLimits.warnings else { throw .damaged(detail: found.detail ?? "") }
    if let error = CodecError(status) {
      guard let detail = error.damageDetail else { throw error }
      // A status keeps saying what went wrong.
      if case .damaged = error, rowsAreComplete, damage.loss == nil {
        found.note(detail)
      } else {
        found.lose(error)
      }
    }
    damage = found
  }
}
