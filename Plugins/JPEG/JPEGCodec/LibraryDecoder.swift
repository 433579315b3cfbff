import CFrameCodec
import CJPEG
import FrameCodec
import FrameImage

/// The C decoder, with its failures as `CodecError`s. Closed on deinit.
final class LibraryDecoder {
  let header: cjpeg_header
  /// The damage found so far.
  private(set) var damage = Damage()

  private let decoder: OpaquePointer
  /// Retained because the C decoder reads from it.
  private let input: ByteInput
  private let limits: Limits
  private var scans = JPEGLimits.scans

  /// Reads the header.
  ///
  /// - Throws: errors that cannot be read past.
  init(_ input: ByteInput, limits: Limits) throws(CodecError) {
    var header = cjpeg_header()
    var report = frameit_codec_report()
    let decoder = cjpeg_decoder_open(
      input.reader, Int32(DecoderLimits.warnings), &header, &report)
    guard let decoder else {
      throw CodecError(report) ?? .misuse(detail: "the library created no decoder and gave no reason")
    }
    self.decoder = decoder
    self.header = header
    self.input = input
    self.limits = limits
    damage = Damage(report)
  }

  deinit { cjpeg_decoder_close(decoder) }

  /// Prepares for reading rows.
  ///
  /// - Parameters:
  ///   - scans: the number of scans that may be decoded.
  ///   - onTwoThreads: decodes scans of a progressive image on two threads.
  /// - Returns: the image size at this shrink factor, as libjpeg rounds it.
  func start(_ reduction: ShrinkFactor, scans: Int, onTwoThreads: Bool) throws(CodecError) -> PixelSize? {
    self.scans = scans
    var request = cjpeg_request(
      denominator: Int32(reduction.rawValue), scans: Int32(scans), run: onTwoThreads ? runBothParts : nil,
      memory: UInt64(limits.memory))
    var width: UInt32 = 0
    var height: UInt32 = 0
    try check { cjpeg_decoder_start(decoder, &request, &width, &height, &$0) }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// - Parameter rows: whole rows, at most as many as are left.
  func read(_ rows: UnsafeMutableBufferPointer<UInt8>, count: Int) throws(CodecError) {
    try check { cjpeg_decoder_read(decoder, rows.baseAddress, UInt32(count), &$0) }
  }

  /// - Parameter count: the number of rows, at most as many as are left.
  func skip(_ count: Int) throws(CodecError) {
    try check { cjpeg_decoder_skip(decoder, UInt32(count), &$0) }
  }

  func finish() throws(CodecError) { try check { cjpeg_decoder_finish(decoder, &$0) } }

  private func check(_ call: (inout frameit_codec_report) -> Void) throws(CodecError) {
    var report = frameit_codec_report()
    call(&report)
    try check(report)
  }

  /// Writes the image with its blocks moved, instead of decoding rows.
  ///
  /// - Parameter segments: the marker segments of the output.
  /// - Returns: the number of bytes after the end of the input image.
  func move(
    _ move: cjpeg_move, _ segments: [UInt8], into output: ByteOutput, scans: Int
  ) throws(CodecError) -> Int {
    self.scans = scans
    var move = move
    var rest: UInt64 = 0
    var report = frameit_codec_report()
    let isWriting = segments.withUnsafeBufferPointer { segments in
      move.segments = segments.baseAddress
      move.segments_length = segments.count
      return cjpeg_decoder_move(
        decoder, output.writer, &move, Int32(scans), UInt64(limits.memory), &rest, &report)
    }
    try check(report, writing: isWriting != 0)
    return Int(rest)
  }

  /// The number of bytes after the end of the image. Only after `finish`.
  var rest: Int { Int(clamping: cjpeg_decoder_rest(decoder)) }

  var bytesOfFile: Int { input.length }

  /// The tables and subsampling that an encoder can use. Valid while this object lives.
  var model: OpaquePointer { decoder }

  private var tooManyScans: LimitExceeded {
    guard scans < JPEGLimits.scans else {
      return LimitExceeded(.parts("scans"), needed: scans + 1, allowed: scans)
    }
    let pixels = Int(header.width) * Int(header.height)
    return LimitExceeded(.work, needed: (scans + 1) * pixels, allowed: limits.work)
  }

  private func check(_ report: frameit_codec_report, writing: Bool = false) throws(CodecError) {
    damage = Damage(report)
    if report.code == FRAMEIT_CODEC_LIMIT {
      throw .limit(tooManyScans)
    }
    if let error = CodecError(report, writing: writing) { throw error }
  }
}

/// Runs both parts of decoding, on two threads if the system starts one.
private let runBothParts: cjpeg_run = { part, first, second in
  // Each is used by one thread at a time.
  nonisolated(unsafe) let contexts = [first, second]
  let next = Monitor(0)
  Workers.run(2) {
    while true {
      let index = next.change { next in
        defer { next += 1 }
        return next
      }
      guard index < contexts.count else { return }
      part?(contexts[index])
    }
  }
}
