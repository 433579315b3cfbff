import FrameCodec

/// The quality of an output in a lossy format.
package enum Quality: Hashable, Sendable {
  /// A level from 1 to 100.
  case level(Int)
  /// The quantizers and the chroma subsampling of the primary image, if it has the output's format.
  case keep
}

/// Makes the encoders of an output: one for the output, or one for each file of a frame sequence.
struct OutputEncoder {
  let codec: any Codec
  /// The request, without a quality.
  var request: EncodeRequest
  /// The image whose quality the output can keep; nil if there is none.
  let qualitySource: OpenImage?

  /// Makes an encoder.
  ///
  /// - Throws: `CodecError`, and `EditFailure` of the image whose quality is kept.
  func makeEncoder(_ output: ByteOutput, _ quality: Quality?) throws -> CheckedEncoder {
    if quality == .keep, let qualitySource {
      let reader = try qualitySource.losslessReader()
      defer { qualitySource.giveBack(reader) }
      return try reader.encoder(output, request)
    }
    var request = request
    if case .level(let level) = quality { request.quality = level }
    return try codec.encoder(output, request)
  }
}
