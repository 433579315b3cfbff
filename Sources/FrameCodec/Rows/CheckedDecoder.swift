import FrameImage

/// Reads rows from any decoder, checks that the calls are valid, and applies the policy on damage: the only place
/// that does.
package struct CheckedDecoder: PixelSource {
  private let decoder: any ImageDecoder
  private let onDamage: DamagePolicy
  private let limits: Limits
  private let rowBytes: Int
  private var frame = 0
  private var milliseconds = 0
  /// The next row of the frame.
  private var row = 0
  private var isFinished = false
  /// The loss that was found after the last row of a frame: no sample of it is missing.
  private var trailing: CodecError?
  /// The error that ended decoding, which later calls repeat.
  private var failure: CodecError?

  /// Begins the first frame.
  ///
  /// - Throws: the decoder's errors, and damage in the header that the policy does not allow.
  package init(_ decoder: any ImageDecoder, _ request: DecodeRequest) throws(CodecError) {
    self.decoder = decoder
    (onDamage, limits) = (request.onDamage, request.limits)
    rowBytes = decoder.format.rowBytes(width: decoder.size.width)
    milliseconds = try attempt { decoder throws(CodecError) in try decoder.beginFrame(0) }
  }

  package var size: PixelSize { decoder.size }
  package var format: PixelFormat { decoder.format }
  package var frames: Int { decoder.frames }

  /// The notices so far, without those of the header.
  package var notices: [CodecNotice] { decoder.damage.notices }

  /// Begins a frame, counted from 0; indices must rise. Without it, rows are those of the first frame.
  ///
  /// - Returns: the frame's delay in milliseconds.
  /// - Throws: `CodecError`; `.misuse` for a frame that does not exist or is over.
  @discardableResult
  package mutating func beginFrame(_ index: Int) throws(CodecError) -> Int {
    guard index >= frame, index < decoder.frames else {
      throw .misuse(detail: "frame \(index) of \(decoder.frames), after \(frame)")
    }
    if index == frame { return milliseconds }
    milliseconds = try attempt { decoder throws(CodecError) in try decoder.beginFrame(index) }
    (frame, row, isFinished) = (index, 0, false)
    return milliseconds
  }

  /// - Throws: `CodecError`: `.damaged` and `.truncated` by the policy; `.misuse` for a part of a row, and for rows
  ///   that are out of order or outside the image.
  package mutating func read(from row: Int, into band: inout MutableSpan<UInt8>) throws(CodecError) {
    let (count, rest) = band.count.quotientAndRemainder(dividingBy: rowBytes)
    guard rest == 0, row >= self.row, !isFinished, count <= size.height - row else {
      throw .misuse(detail: "\(count) rows starting at row \(row), after \(self.row) of \(size.height)")
    }
    let skipped = row - self.row
    if skipped > 0 { try attempt { decoder throws(CodecError) in try decoder.skip(skipped) } }
    self.row = row
    guard count > 0 else { return }
    try attempt { decoder throws(CodecError) in try decoder.read(into: &band) }
    self.row += count
  }

  /// Checks unread rows as far as that finds damage.
  ///
  /// - Throws: as `read`.
  package mutating func finish() throws(CodecError) {
    if isFinished { return }
    let unread = size.height - row
    let isComplete = unread == 0 && decoder.damage.loss == nil
    try attempt(afterLastRow: isComplete) { decoder throws(CodecError) in try decoder.finish(unread: unread) }
    isFinished = true
  }

  private mutating func attempt<R>(
    afterLastRow: Bool = false, _ body: (any ImageDecoder) throws(CodecError) -> R
  ) throws(CodecError) -> R {
    if let failure { throw failure }
    do throws(CodecError) {
      try CodecError.limited(limits.checkCancellation())
      let result = try body(decoder)
      if afterLastRow { trailing = decoder.damage.loss }
      try decoder.damage.check(onDamage, trailing: trailing)
      return result
    } catch {
      failure = error
      throw error
    }
  }
}

extension Codec {
  /// Opens an image and returns its rows.
  ///
  /// - Throws: as `open(_:limits:)` and `ImageReader.rows(_:)`.
  package func decoder(_ input: ByteInput, _ request: DecodeRequest) throws(CodecError) -> CheckedDecoder {
    try reader(input, limits: request.limits).rows(request)
  }
}
