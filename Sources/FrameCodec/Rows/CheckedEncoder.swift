import FrameImage

/// Writes rows to any encoder and checks them against what was announced: the only place that does.
package struct CheckedEncoder: FrameSink {
  private let encoder: any ImageEncoder
  private let output: ByteOutput
  /// The length of the output before the encoder was made.
  private let start: Int
  private let height: Int
  private let rowBytes: Int
  private let isStill: Bool
  private let limits: Limits
  private var framesLeft: Int
  /// For the current frame.
  private var rowsLeft = 0
  private var isFinished = false

  /// - Parameters:
  ///   - request: the argument of `make`.
  ///   - make: makes the encoder, which may write its header.
  init(
    _ output: ByteOutput, _ request: EncodeRequest,
    _ make: (ByteOutput, EncodeRequest) throws(CodecError) -> any ImageEncoder
  ) throws(CodecError) {
    (self.output, start) = (output, output.length)
    encoder = try make(output, request)
    height = request.size.height
    rowBytes = request.pixels.rowBytes(width: request.size.width)
    isStill = request.animation == nil
    limits = request.limits
    framesLeft = request.animation?.frames ?? 1
  }

  /// Begins a frame of an animation, starting with the first one.
  ///
  /// - Throws: `CodecError`; `.misuse` before the last frame is complete, and for more frames than announced.
  package mutating func beginFrame(milliseconds: Int) throws(CodecError) {
    guard rowsLeft == 0, framesLeft > 0 else {
      throw .misuse(detail: "a frame, with \(rowsLeft) rows and \(framesLeft) frames remaining")
    }
    try encoder.beginFrame(milliseconds: milliseconds)
    framesLeft -= 1
    rowsLeft = height
  }

  /// - Throws: `CodecError`; `.misuse` for a part of a row, and for more rows than announced.
  package mutating func write(_ band: Span<UInt8>) throws(CodecError) {
    if isStill, framesLeft == 1 { try beginFrame(milliseconds: 0) }
    let (count, rest) = band.count.quotientAndRemainder(dividingBy: rowBytes)
    guard rest == 0, count <= rowsLeft else {
      throw .misuse(detail: "\(band.count) bytes, with \(rowsLeft) rows of \(rowBytes) bytes remaining")
    }
    try CodecError.limited(limits.checkCancellation())
    if count > 0 { try encoder.write(band) }
    rowsLeft -= count
  }

  /// - Throws: `CodecError`; `.misuse` for fewer rows or frames than announced, `.nothingWritten` for an encoder that
  ///   reports success without output.
  package mutating func finish() throws(CodecError) {
    if isFinished { return }
    guard rowsLeft == 0, framesLeft == 0 else {
      throw .misuse(detail: "the end, with \(rowsLeft) rows and \(framesLeft) frames remaining")
    }
    try encoder.finish()
    guard output.length > start else { throw .nothingWritten }
    isFinished = true
  }
}

extension Codec {
  /// Writes the header and prepares for rows.
  ///
  /// - Throws: `CodecError.unsupported` for a pixel format or size that the format cannot store.
  package func encoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> CheckedEncoder {
    try CheckedEncoder(output, request, makeEncoder)
  }
}
