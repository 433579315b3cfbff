import CFrameCodec
import CJPEG
import FrameCodec
import FrameModel

/// The C decoder, with its failures as `CodecError`s. Closed when nobody holds it any more.
final class LibraryDecoder {
  let header: cjpeg_header
  /// Damage that was read over so far.
  private(set) var damage = Damage()

  private let decoder: OpaquePointer
  /// Kept, as the C part reads from it.
  private let input: ByteInput
  private let limits: Limits
  private var scans = JPEGLimits.scans

  /// Reads the header.
  ///
  /// - Throws: what is wrong with it and cannot be read over.
  init(_ input: ByteInput, limits: Limits) throws(CodecError) {
    var header = cjpeg_header()
    var status = frameit_status()
    let decoder = cjpeg_decoder_open(
      input.reader, Int32(DecoderLimits.warnings), &header, &status)
    guard let decoder else {
      throw CodecError(status) ?? .misuse(detail: "no decoder and no reason")
    }
    self.decoder = decoder
    self.header = header
    self.input = input
    self.limits = limits
    damage = Damage(status)
  }

  deinit { cjpeg_decoder_close(decoder) }

  /// Makes ready to read rows.
  ///
  /// - Parameter scans: how many may be decoded.
  /// - Returns: the size at this reduction, as the library has it.
  func start(_ reduction: ShrinkFactor, scans: Int) throws(CodecError) -> PixelSize? {
    self.scans = scans
    var width: UInt32 = 0
    var height: UInt32 = 0
    var status = frameit_status()
    cjpeg_decoder_start(
      decoder, Int32(reduction.rawValue), Int32(scans), UInt64(limits.memory), &width, &height,
      &status)
    try check(status)
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// - Parameter rows: whole rows, no more than are left.
  func read(_ rows: UnsafeMutableBufferPointer<UInt8>, count: Int) throws(CodecError) {
    var status = frameit_status()
    cjpeg_decoder_read(decoder, rows.baseAddress, UInt32(count), &status)
    try check(status)
  }

  /// - Parameter count: rows, no more than are left.
  func skip(_ count: Int) throws(CodecError) {
    var status = frameit_status()
    cjpeg_decoder_skip(decoder, UInt32(count), &status)
    try check(status)
  }

  func finish() throws(CodecError) {
    var status = frameit_status()
    cjpeg_decoder_finish(decoder, &status)
    try check(status)
  }

  /// Writes the image with its blocks in other places, in the place of reading rows.
  ///
  /// - Parameter segments: the marker segments that it gets.
  /// - Returns: how many bytes follow the end of the image that was read.
  func move(
    _ move: cjpeg_move, _ segments: [UInt8], into output: ByteOutput, scans: Int
  ) throws(CodecError) -> Int {
    self.scans = scans
    var move = move
    var rest: UInt64 = 0
    var status = frameit_status()
    let isWriting = segments.withUnsafeBufferPointer { segments in
      move.segments = segments.baseAddress
      move.segments_length = segments.count
      return cjpeg_decoder_move(
        decoder, output.writer, &move, Int32(scans), UInt64(limits.memory), &rest, &status)
    }
    try check(status, writing: isWriting != 0)
    return Int(rest)
  }

  /// What an encoder takes over of the image. Valid while this object lives.
  var model: OpaquePointer { decoder }

  private var tooManyScans: LimitExceeded {
    guard scans < JPEGLimits.scans else {
      return LimitExceeded(.parts("scans"), needed: scans + 1, allowed: scans)
    }
    let pixels = Int(header.width) * Int(header.height)
    return LimitExceeded(.work, needed: (scans + 1) * pixels, allowed: limits.work)
  }

  private func check(_ status: frameit_status, writing: Bool = false) throws(CodecError) {
    damage = Damage(status)
    if status.code == FRAMEIT_TOO_MANY {
      throw .limit(tooManyScans)
    }
    if let error = CodecError(status, writing: writing) { throw error }
  }
}
