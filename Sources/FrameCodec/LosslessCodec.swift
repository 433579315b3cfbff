import FrameModel

/// A codec that can also transform a stored file without decoding it to pixels.
public protocol LosslessCodec: Codec {
  /// Writes an image with its blocks moved, after checking the memory for it against the limits.
  ///
  /// - Returns: notices about damage and dropped data.
  func move(
    _ input: ByteInput, _ output: ByteOutput, _ request: TransformRequest
  ) throws(CodecError) -> [CodecNotice]

  /// As `makeEncoder(_:_:)`, with the quality settings of another image of the format.
  func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest, like model: ByteInput
  ) throws(CodecError) -> any ImageEncoder
}

public struct TransformRequest: Sendable {
  public var move: LosslessTransform
  public var onDamage: DamagePolicy
  public var limits: Limits
  /// The metadata of the output.
  public var metadata: ImageMetadata
  /// Whether unknown segments are kept, and all segments stay in place if no block moves.
  public var keepsUnknown: Bool

  public init(
    _ move: LosslessTransform, onDamage: DamagePolicy = .fail, limits: Limits = Limits(),
    metadata: ImageMetadata,
    keepsUnknown: Bool = true
  ) {
    self.move = move
    self.onDamage = onDamage
    self.limits = limits
    self.metadata = metadata
    self.keepsUnknown = keepsUnknown
  }
}
