import FrameModel

/// A codec that can also work on what a file of its format stores, where going over pixels would lose more.
public protocol LosslessCodec: Codec {
  /// Writes an image with its blocks in other places. What the whole move will hold is checked against the limits
  /// first.
  ///
  /// - Returns: what was found wrong while reading.
  func move(
    _ input: ByteInput, _ output: ByteOutput, _ request: TransformRequest
  ) throws(CodecError) -> [CodecNotice]

  /// As `makeEncoder(_:_:)`, but what is a matter of quality is taken over from another image of the format.
  func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest, like model: ByteInput
  ) throws(CodecError) -> any ImageEncoder
}

public struct TransformRequest: Sendable {
  public var move: LosslessTransform
  public var onDamage: DamagePolicy
  public var limits: Limits
  /// What is said of the image as it then is.
  public var metadata: ImageMetadata
  /// Whether what the codec does not know stays, too, and all of it is left as it stands where no block moves.
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
