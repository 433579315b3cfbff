import FrameCodec
import FrameModel

/// Rows of one QOI.
///
/// Every sequence of bytes is packed pixels, so that damage shows only at the end: too few of them, too many,
/// or another end marker than the one there is. Pixels that are missing are 0.
///
/// What follows the end marker is not looked at.
final class QOIDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  private(set) var damage = Damage()

  private let input: ByteInput
  private var unpacker: QOIUnpacker
  private let endsWithMarker: Bool

  /// - Throws: `CodecError.limit` where a row is too long for the memory, `.readFailed`.
  init(_ input: ByteInput, _ header: QOIHeader, _ request: DecodeRequest) throws(CodecError) {
    size = header.size
    format = header.pixels
    self.input = input
    // A row that is skipped, and the bytes that are read ahead.
    let held = format.rowBytes(width: size.width) + 1 << 17
    try CodecError.limited { () throws(LimitExceeded) in try request.limits.check(memory: held) }
    // Its bytes would be packed pixels, too.
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

  /// Unpacks what was not asked for, and looks for the end marker.
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
