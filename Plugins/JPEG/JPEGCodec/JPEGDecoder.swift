import FrameCodec
import FrameModel

/// Decodes the rows of a JPEG from the top down.
///
/// Only images with a single scan are streamed; for others all coefficients are held.
final class JPEGDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  var damage: Damage { library.damage }

  private let library: LibraryDecoder

  init(
    _ library: LibraryDecoder, _ header: ImageHeader, _ request: DecodeRequest
  ) throws(CodecError) {
    let cost = DecodeCost(library.header, request.limits)
    try CodecError.limited { () throws(LimitExceeded) in
      try request.limits.check(memory: cost.bytes)
    }
    self.library = library
    format = header.pixels
    size = header.size.reduced(by: request.reduction)
    let started = try library.start(request.reduction, scans: cost.scans)
    guard started == size else { throw .misuse(detail: "the library reduces to another size") }
  }

  func read(into band: inout MutableSpan<UInt8>) throws(CodecError) {
    let count = band.count / format.rowBytes(width: size.width)
    try band.withUnsafeMutableBufferPointer { rows throws(CodecError) in
      try library.read(rows, count: count)
    }
  }

  func skip(_ rows: Int) throws(CodecError) { try library.skip(rows) }

  /// Decodes unread rows as far as that finds damage, and reads to the end of the image.
  func finish(unread: Int) throws(CodecError) { try library.finish() }
}
