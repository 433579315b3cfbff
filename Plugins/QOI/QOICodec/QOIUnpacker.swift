import FrameCodec
import FrameImage

/// Decodes pixels on demand.
struct QOIUnpacker {
  private let input: ByteInput
  private let channels: Int
  private var pixel = QOIPixel.first
  private var table = QOIPixel.emptyTable
  /// How often the current pixel is still to be repeated.
  private(set) var run = 0

  /// Bytes that were read ahead, followed by zeros, so that no encoded pixel ends outside.
  private var window: [UInt8]
  private var filled = 0
  private var at = 0
  /// The file offset of the window's first byte.
  private var windowStart = QOIHeader.length
  /// The offset at which the encoded pixels end at the latest.
  private let end: Int

  private static let windowLength = 1 << 16
  private static let longest = 5

  /// The file offset of the next encoded pixel.
  var offset: Int { windowStart + at }

  /// - Parameter end: the offset at which decoding stops.
  init(_ input: ByteInput, channels: Int, end: Int) {
    self.input = input
    self.channels = channels
    self.end = end
    window = [UInt8](repeating: 0, count: Self.windowLength + Self.longest)
  }

  /// Fills `span` with pixels.
  ///
  /// - Returns: the number of bytes filled; fewer than requested only if the data ends.
  /// - Throws: `CodecError.readFailed`.
  mutating func read(into span: inout MutableSpan<UInt8>) throws(CodecError) -> Int {
    var done = 0
    while done < span.count {
      if run == 0, filled - at < Self.longest { try refill() }
      let isWhole = hasWholePixel
      if run == 0, !isWhole { break }
      // Near the end, pixels are decoded one at a time, because each may be cut off.
      unpack(&span, &done, before: isWhole ? max(at + 1, filled - Self.longest + 1) : at)
    }
    return done
  }

  /// Reads more bytes after the ones that are left.
  private mutating func refill() throws(CodecError) {
    let kept = filled - at
    for i in 0..<kept { window[i] = window[at + i] }
    windowStart += at
    at = 0
    let start = windowStart + kept
    let bytes = try input.read(at: start, count: min(Self.windowLength - kept, end - start))
    filled = kept + bytes.count
    window.replaceSubrange(kept..<filled, with: bytes)
    for i in filled..<filled + Self.longest { window[i] = 0 }
  }

  private var hasWholePixel: Bool {
    guard at < filled else { return false }
    let length =
      switch window[at] {
      case QOITag.rgba: 5
      case QOITag.rgb: 4
      case QOITag.luma..<QOITag.run: 2
      default: 1
      }
    return length <= filled - at
  }

  /// Decodes until the span is full or the next pixel starts at or after `limit`.
  private mutating func unpack(_ span: inout MutableSpan<UInt8>, _ done: inout Int, before limit: Int) {
    // Local variables, because most of the time is spent in this loop.
    var (pixel, run, at, out) = (self.pixel, self.run, self.at, done)
    let channels = self.channels
    span.withUnsafeMutableBytes { bytes in
      window.withUnsafeBufferPointer { window in
        table.withUnsafeMutableBufferPointer { table in
          while out < bytes.count {
            if run > 0 {
              run -= 1
            } else {
              guard at < limit else { break }
              let tag = window[at]
              at += 1
              switch tag {
              case QOITag.rgba:
                pixel = QOIPixel(window[at], window[at + 1], window[at + 2], window[at + 3])
                at += 4
              case QOITag.rgb:
                pixel = QOIPixel(window[at], window[at + 1], window[at + 2], pixel.alpha)
                at += 3
              case QOITag.run...:
                run = Int(tag & 63)
              case QOITag.luma...:
                let green = (tag & 63) &- 32
                let other = window[at]
                at += 1
                pixel = QOIPixel(
                  pixel.red &+ green &- 8 &+ (other >> 4), pixel.green &+ green,
                  pixel.blue &+ green &- 8 &+ (other & 15), pixel.alpha)
              case QOITag.difference...:
                pixel = QOIPixel(
                  pixel.red &+ (tag >> 4 & 3) &- 2, pixel.green &+ (tag >> 2 & 3) &- 2,
                  pixel.blue &+ (tag & 3) &- 2, pixel.alpha)
              default:
                pixel = table[Int(tag)]
              }
              table[pixel.slot] = pixel
            }
            if channels == 4 {
              bytes.storeBytes(of: pixel.value.littleEndian, toByteOffset: out, as: UInt32.self)
            } else {
              bytes[out] = pixel.red
              bytes[out + 1] = pixel.green
              bytes[out + 2] = pixel.blue
            }
            out += channels
          }
        }
      }
    }
    (self.pixel, self.run, self.at, done) = (pixel, run, at, out)
  }
}

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
    try CodecError.limited(request.limits.check(memory: held))
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
        ? .damaged(detail: "the image has fewer pixels than the header says")
        : .truncated(detail: "the file ends before the last pixel"))
  }

  /// Decodes the unread rows and checks the end marker.
  func finish(unread: Int) throws(CodecError) {
    try skip(unread)
    guard damage.loss == nil else { return }
    let marker = QOIHeader.endMarker
    let behind = try input.read(at: unpacker.offset, count: marker.count)
    if unpacker.run > 0 {
      damage.note("the image has more pixels than the header says")
    } else if behind != marker, marker.starts(with: behind) {
      damage.lose(.truncated(detail: "the file ends within the end marker"))
    } else if behind != marker {
      damage.note("there is no end marker after the last pixel")
    }
  }
}
