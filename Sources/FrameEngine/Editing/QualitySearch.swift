import FrameCodec
import FrameImage

/// Finds the highest quality at which an output has at most a number of bytes: at most the requested quality or, without one, the
/// codec's default.
///
/// The search is a bisection: it assumes that files grow with the quality. What it finds fits, and the next quality does
/// not. It depends only on the pixels and settings, so the output does, too.
struct QualitySearch {
  let encoder: OutputEncoder
  let maximumBytes: Int

  /// The bytes of an output, and how they were encoded.
  struct Found {
    let bytes: [UInt8]
    /// nil for the codec's default if that is not known.
    let quality: Int?
    let notice: EditNotice?
  }

  /// - Returns: nil if the length of outputs is not limited.
  init?(_ encoder: OutputEncoder) {
    guard let maximumBytes = encoder.maximumBytes else { return nil }
    (self.encoder, self.maximumBytes) = (encoder, maximumBytes)
  }

  /// The bytes that the search holds: the frames, the best output so far and the one that is being written, each with
  /// room to grow.
  ///
  /// - Parameter frames: The bytes of the frames.
  func heldBytes(frames: Int) -> Int {
    // Hardly any output is larger than its pixels.
    frames.adding(4.times(min(maximumBytes, frames.adding(1 << 16))))
  }

  /// Encodes frames.
  ///
  /// - Throws: `EditFailure.limit` if the output does not fit even at quality 1; `CodecError`
  func encode(_ frames: [RenderedFrame]) throws -> Found {
    let highest = encoder.request.quality ?? encoder.codec.format.capabilities.defaultQuality
    // Without a number, the encoder chooses, and may be lossless for few colors.
    if let bytes = try bytes(of: frames, at: nil) {
      return Found(bytes: bytes, quality: highest, notice: encoder.coding()?.notice)
    }
    var (fitting, tooHigh, best) = (0, highest ?? 101, Found?.none)
    while tooHigh - fitting > 1 {
      let next = (fitting + tooHigh) / 2
      if let bytes = try bytes(of: frames, at: next) {
        best = Found(bytes: bytes, quality: next, notice: encoder.coding(quality: next)?.notice)
        fitting = next
      } else {
        tooHigh = next
      }
    }
    guard let best else {
      let output = ByteOutput()
      output.cancellation = encoder.request.limits.cancellation
      try encoder.encode(frames, into: output, quality: 1)
      throw EditFailure.limit(
        LimitExceeded(.outputBytes, needed: output.length, allowed: maximumBytes))
    }
    return best
  }

  /// Returns the output at a quality, or at the requested one; nil if it has too many bytes.
  private func bytes(of frames: [RenderedFrame], at quality: Int?) throws -> [UInt8]? {
    let output = ByteOutput(maximum: maximumBytes)
    output.cancellation = encoder.request.limits.cancellation
    do {
      try encoder.encode(frames, into: output, quality: quality)
      return output.takeBytes()
    } catch  where output.isFull {
      return nil
    }
  }
}
