import FrameCodec
import FrameImage

/// The gain map that is written beside an output.
enum OutputGainMap {
  case encoded(EncodedGainMap)
  /// Encoded for each quality that is tried until the output has few enough bytes.
  case drawn(DrawnGainMap)
}

/// A gain map in memory. A class, because an `OutputEncoder` contains one, and it contains another.
final class DrawnGainMap {
  private let parameters: GainMapParameters
  private let frames: [RenderedFrame]
  private let encoder: OutputEncoder

  init(_ parameters: GainMapParameters, _ frames: [RenderedFrame], _ encoder: OutputEncoder) {
    (self.parameters, self.frames, self.encoder) = (parameters, frames, encoder)
  }

  /// - Parameter quality: that of the output.
  /// - Throws: `CodecError`
  func encoded(beside quality: Int) throws -> EncodedGainMap {
    let output = ByteOutput()
    output.cancellation = encoder.request.limits.cancellation
    try encoder.encode(frames, into: output, quality: Self.quality(beside: quality))
    return EncodedGainMap(parameters, file: output.takeBytes())
  }

  /// Maps are smooth and small, and a screen multiplies their errors: at the default quality of JPEG, that of a map is 100.
  static func quality(beside quality: Int) -> Int { min(100, quality + 10) }
}
