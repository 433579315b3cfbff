import CFrameCodec
import CPNG
import FrameCodec
import FrameImage

/// Decodes the rows of a PNG.
///
/// libpng cannot continue after an error in the image data: from there on rows are zero or, in an interlaced image,
/// what earlier passes left.
///
/// libpng's warnings count as damage if they affect samples: all except those about ancillary chunks other than tRNS,
/// and about a PLTE that no pixel uses. A file is truncated if the file ends before IEND; everything else is damage,
/// including too few rows before a complete IEND.
final class PNGDecoder: ImageDecoder {
  let header: PNGHeader
  var size: PixelSize { header.size }
  var format: PixelFormat { header.pixels }
  private(set) var damage = Damage()

  /// Retained because the C decoder reads from it.
  private let input: ByteInput
  private let decoder: OpaquePointer

  /// Reads the file up to its first IDAT.
  ///
  /// - Throws: errors in the header, and `CodecError.limit`, before anything that grows with the image is allocated.
  init(_ input: ByteInput, limits: Limits) throws(CodecError) {
    if input.length == 0 { throw .empty }
    try PNGHeader.check(input, limits)
    var report = frameit_codec_report()
    let decoder = cpng_decoder_open(input.reader, UInt32(clamping: min(limits.side, Int(Int32.max))), &report)
    guard let decoder else {
      throw CodecError(report) ?? .misuse(detail: "libpng could not be initialized")
    }
    do {
      header = try PNGHeader(cpng_decoder_header(decoder), limits)
    } catch {
      cpng_decoder_close(decoder)
      throw error
    }
    self.input = input
    self.decoder = decoder
  }

  deinit { cpng_decoder_close(decoder) }

  /// Prepares for reading rows.
  ///
  /// - Throws: `CodecError.limit` if decoding needs too much memory.
  func start(_ limits: Limits) throws(CodecError) {
    try CodecError.limited(limits.check(memory: header.decoderBytes))
    try CodecError.check { cpng_decoder_start(decoder, &$0) }
  }

  func read(into band: inout MutableSpan<UInt8>) throws(CodecError) {
    let rows = UInt32(band.count / format.rowBytes(width: size.width))
    try band.withUnsafeMutableBufferPointer { band throws(CodecError) in
      try take { cpng_decoder_read(decoder, band.baseAddress, rows, &$0) }
    }
  }

  func skip(_ rows: Int) throws(CodecError) {
    try take { cpng_decoder_read(decoder, nil, UInt32(rows), &$0) }
  }

  /// Decodes the unread rows, so that damage and truncation are always found, and reads on to IEND.
  func finish(unread: Int) throws(CodecError) {
    if unread > 0 { try skip(unread) }
    try take(rowsAreComplete: true) { cpng_decoder_finish(decoder, &$0) }
  }

  /// Calls a function of the C decoder, which does not end at damage, and records the damage.
  ///
  /// - Throws: errors that cannot be read past: a file that cannot be read, and unusable data.
  private func take(
    rowsAreComplete: Bool = false, _ call: (inout frameit_codec_report) -> Void
  ) throws(CodecError) {
    var report = frameit_codec_report()
    call(&report)
    var found = Damage(report)
    guard found.count <= DecoderLimits.warnings else { throw .damaged(detail: found.detail ?? "") }
    if let error = CodecError(report) {
      guard let detail = error.damageDetail else { throw error }
      // The report of a failed decoder is always the first error.
      if case .damaged = error, rowsAreComplete, damage.loss == nil {
        found.note(detail)
      } else {
        found.lose(error)
      }
    }
    damage = found
  }
}

/// zlib streams in chunks (PNG specification 10.3).
enum ZlibStream {
  /// Returns the first `count` bytes of a stream, or nil if it is shorter.
  static func inflated(_ stream: [UInt8], _ count: Int) -> [UInt8]? {
    let bytes = start(of: stream, count)
    return bytes?.count == count ? bytes : nil
  }

  /// Inflates a whole stream, or returns nil if it is damaged.
  ///
  /// The inflated length is unknown, so the buffer is doubled until it is large enough.
  ///
  /// - Throws: `CodecError.limit` for more than `maximum` bytes.
  static func inflated(_ stream: [UInt8], maximum: Int) throws(CodecError) -> [UInt8]? {
    var room = max(1024, 4 * stream.count)
    while true {
      room = min(room, maximum + 1)
      guard let bytes = start(of: stream, room) else { return nil }
      if bytes.count < room { return bytes }
      if room > maximum { try DecoderLimits.check(metadata: DecoderLimits.metadata + 1) }
      room *= 2
    }
  }

  /// - Returns: nil if memory is exhausted.
  static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    let room = cpng_deflate_bound(bytes.count)
    var length = 0
    let stream = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      length = cpng_deflate(bytes, bytes.count, buffer.baseAddress, room)
      filled = max(0, length)
    }
    return length < 0 ? nil : stream
  }

  /// Returns up to `count` bytes, or nil if the stream is invalid before that.
  private static func start(of stream: [UInt8], _ count: Int) -> [UInt8]? {
    var length = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      length = cpng_inflate(stream, stream.count, buffer.baseAddress, count)
      filled = max(0, length)
    }
    return length < 0 ? nil : bytes
  }
}
