import CJPEG
import FrameCodec
import FrameImage

/// Decodes the rows of a JPEG from the top down.
///
/// Only images with a single scan are streamed; for others all coefficients are held.
final class JPEGDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  var damage: Damage {
    var damage = library.damage
    damage.add(surplus)
    return damage
  }

  private let library: LibraryDecoder
  /// The file, if another image may follow that the header does not name.
  private let input: ByteInput?
  /// An image after this one that the header does not name.
  private var surplus = Damage()

  /// In a smaller file, a second thread saves less than two milliseconds.
  private static let leastBytesForThreads = 256 << 10

  init(
    _ library: LibraryDecoder, _ header: ImageHeader, _ request: DecodeRequest,
    lookingFurtherIn input: ByteInput? = nil
  ) throws(CodecError) {
    let cost = DecodeCost(library.header, request.limits)
    try CodecError.limited(request.limits.check(memory: cost.bytes))
    self.library = library
    self.input = header.gainMap == nil && header.attachments.isEmpty ? input : nil
    format = header.pixels
    size = header.size.reduced(by: request.reduction)
    let started = try library.start(
      request.reduction, scans: cost.scans,
      onTwoThreads: request.threads > 1 && library.bytesOfFile >= Self.leastBytesForThreads)
    guard started == size else {
      throw .misuse(detail: "the library reduced the image to an unexpected size")
    }
  }

  func read(into band: inout MutableSpan<UInt8>) throws(CodecError) {
    let count = band.count / format.rowBytes(width: size.width)
    try band.withUnsafeMutableBufferPointer { rows throws(CodecError) in
      try library.read(rows, count: count)
    }
  }

  func skip(_ rows: Int) throws(CodecError) { try library.skip(rows) }

  /// Decodes unread rows as far as that finds damage, and reads to the end of the image.
  func finish(unread: Int) throws(CodecError) {
    try library.finish()
    guard let input, library.rest > 0 else { return }
    // Zeros align the next image.
    let rest = try input.read(at: input.length - library.rest, count: 4096).drop { $0 == 0 }
    guard rest.starts(with: [0xFF, 0xD8, 0xFF]) else { return }
    surplus = Damage(
      count: 1, detail: "another JPEG follows, which no index names; it is not read", harmless: 1)
  }
}

/// The cost of decoding an image, from its header.
struct DecodeCost: Equatable {
  /// The bytes that the library holds besides row buffers: for an image with several scans, all coefficients. Decoded
  /// rows are not included; they belong to the caller.
  let bytes: Int
  /// The number of scans that may be decoded.
  let scans: Int

  /// The number of scans that is always allowed. Usual progressive files have 10 scans, few have more than 15.
  private static let commonScans = 20

  /// Every scan of a progressive image visits all pixels, even if the scan's data is short: 500 scans in a file of a
  /// few kilobytes can take minutes. So `Limits.work` also bounds scans times pixels.
  init(_ header: cjpeg_header, _ limits: Limits) {
    // Three rows of MCUs if chroma is interpolated across them, and the upsampled rows of one.
    let rows = 4 * Int(header.band_samples)
    let coefficient = 2
    bytes = rows + (header.whole_image != 0 ? coefficient * Int(header.samples) : 0)
    let pixels = max(1, Int(header.width) * Int(header.height))
    scans = min(JPEGLimits.scans, max(Self.commonScans, limits.work / pixels))
  }
}

/// Limits for one JPEG that no option raises.
enum JPEGLimits {
  /// The scans of a progressive image. libjpeg's own tools have the same limit.
  static let scans = 500
  /// The markers before the first scan.
  static let markers = 1_000
}
