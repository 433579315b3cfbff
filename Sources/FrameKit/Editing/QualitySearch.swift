import FrameCodec
import FrameImage

/// Finds the highest quality at which an output has at most a number of bytes.
///
/// The search is a bisection: it assumes that files grow with the quality. What it finds fits, and the next quality does
/// not. It depends only on the pixels and settings, so the output does, too.
struct QualitySearch {
  let encoder: OutputEncoder
  let maximumBytes: Int

  /// The bytes of an output, and how they were encoded.
  struct Found {
    let bytes: [UInt8]
    let quality: Int
    let notice: EditNotice?
  }

  /// - Returns: nil if the length of outputs is not limited.
  init?(_ encoder: OutputEncoder) {
    guard let maximumBytes = encoder.maximumBytes else { return nil }
    (self.encoder, self.maximumBytes) = (encoder, maximumBytes)
  }

  /// Returns the highest quality that is tried: the requested one.
  static func highest(_ quality: Int?) -> Int { quality ?? 100 }

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
    var (tooHigh, best) = (Self.highest(encoder.request.quality) + 1, Found?.none)
    // The highest one comes first: formats that are lossless at 100 may have their smallest files there.
    var next = tooHigh - 1
    while next > (best?.quality ?? 0), next < tooHigh {
      if let bytes = try bytes(of: frames, at: next) {
        best = Found(bytes: bytes, quality: next, notice: encoder.coding(quality: next)?.notice)
      } else {
        tooHigh = next
      }
      next = ((best?.quality ?? 0) + tooHigh) / 2
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

  /// Returns the output at a quality; nil if it has too many bytes.
  private func bytes(of frames: [RenderedFrame], at quality: Int) throws -> [UInt8]? {
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
