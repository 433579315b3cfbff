import FrameCodec
import FrameModel

/// A JPEG's rows, from the top down.
///
/// Only a baseline or other single-scan picture streams; of the others all coefficients are held.
final class JPEGDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  var notices: [CodecNotice] { library.damage.map { [$0] } ?? [] }

  private let library: LibraryDecoder
  private var nextRow = 0
  private var isFinished = false

  init(
    _ library: LibraryDecoder, _ header: ImageHeader, _ request: DecodeRequest
  ) throws(CodecError) {
    let cost = DecodeCost(library.header)
    try CodecError.limited { () throws(LimitExceeded) in
      try request.limits.check(memory: cost.bytes)
    }
    self.library = library
    format = header.pixels
    size = header.size.reduced(by: request.reduction)
    let started = try library.start(request.reduction, scans: cost.scans)
    guard started == size else { throw .misuse(detail: "the library reduces to another size") }
  }

  /// - Throws: `CodecError`; `.misuse` for a part of a row, a row above the last one that was read, or
  ///   rows that the picture does not have.
  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws(CodecError) {
    let rowBytes = format.rowBytes(width: size.width)
    let (count, rest) = band.count.quotientAndRemainder(dividingBy: rowBytes)
    guard rest == 0, !isFinished, row >= nextRow, row <= size.height - count else {
      throw .misuse(detail: "rows \(row)..<\(row + count) after row \(nextRow) of \(size.height)")
    }
    guard count > 0 else { return }
    if row > nextRow { try library.skip(row - nextRow) }
    try band.withUnsafeMutableBufferPointer { rows throws(CodecError) in
      try library.read(rows, count: count)
    }
    nextRow = row + count
  }

  /// Decodes what was not read as far as that finds damage, and reads to the end of the picture.
  func finish() throws(CodecError) {
    if isFinished { return }
    try library.finish()
    isFinished = true
  }
}
