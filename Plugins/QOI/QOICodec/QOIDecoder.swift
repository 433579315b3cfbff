import FrameCodec
import FrameModel

/// Decodes the rows of a QOI.
///
/// Every byte sequence is valid, so damage shows only at the end: too few pixels, too many, or a wrong end marker.
/// Missing pixels are 0. Data after the end marker is ignored.
final class QOIDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  private(set) var damage = Damage()

  private let input: ByteInput
  private var unpacker: QOIUnpacker
  private let endsWithMarker: Bool

  /// - Throws: `CodecError.limit` if a row needs too much memory, `.readFailed`.
  init(_ input: ByteInput, _ header: QOIHeader, _ request: DecodeRequest) throws(CodecError) {
    size = header.size
    format = header.pixels
    self.input = input
    // One skipped row and the read-ahead window.
    let held = format.rowBytes(width: size.width) + 1 << 17
    try CodecError.limited { () throws(LimitExceeded) in try request.limits.check(memory: held) }
    // The marker's bytes would decode as pixels, too.
    let marker = QOIHeader.endMarker
    let last = max(QOIHeader.length, input.length - marker.count)
    endsWithMarker = try input.read(at: last, count: marker.count) == marker
    unpacker = QOIUnpacker(
      input, channels: format.channels.rawValue, end: endsWithMarker ? last : input.length)
  }

  func read(into band: inout MutableSpan<UInt8>) throws(CodecError) {
    let done = damage.loss == nil ? try unpacker.read(into: &band) : 0
    guard done < band.count else { return }
    for at in done..<band.count { band[at] = 0 }
    damage.lose(
      endsWithMarker
        ? .damaged(detail: "it has fewer pixels than its header says")
        : .truncated(detail: "the file ends before the last pixel"))
  }

  /// Decodes the unread rows and checks the end marker.
  func finish(unread: Int) throws(CodecError) {
    try skip(unread)
    guard damage.loss == nil else { return }
    let marker = QOIHeader.endMarker
    let behind = try input.read(at: unpacker.offset, count: marker.count)
    if unpacker.run > 0 {
      damage.note("it has more pixels than its header says")
    } else if behind != marker, marker.starts(with: behind) {
      damage.lose(.truncated(detail: "the file ends before its end marker does"))
    } else if behind != marker {
      damage.note("no end marker follows the last pixel")
    }
  }
}
