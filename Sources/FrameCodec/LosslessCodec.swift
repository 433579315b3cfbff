import FrameModel

/// A codec that can also work on what a file of its format stores, where going over pixels would lose more.
public protocol LosslessCodec: Codec {
  /// Writes a picture with its blocks in other places, and all that is said of it beside them.
  ///
  /// What it says of the picture's orientation and size is brought up to date. What the whole move will hold
  /// is checked against the limits first.
  ///
  /// - Returns: what was found wrong while reading.
  func move(
    _ input: ByteInput, _ output: ByteOutput, _ request: MoveRequest
  ) throws(CodecError) -> [CodecNotice]

  /// As `encoder(_:_:)`, but what is a matter of quality is taken over from another picture of the format.
  func encoder(
    _ output: ByteOutput, _ request: EncodeRequest, like model: ByteInput
  ) throws(CodecError) -> any PixelSink
}

public struct MoveRequest: Sendable {
  public var move: BlockMove
  public var onDamage: DamagePolicy
  public var limits: Limits
  /// What takes the place of the picture's own; nil: that is kept as it is, but for what would not be true any
  /// more.
  public var metadata: ImageMetadata?

  public init(
    _ move: BlockMove, onDamage: DamagePolicy = .fail, limits: Limits = Limits(),
    metadata: ImageMetadata? = nil
  ) {
    self.metadata = metadata
    self.move = move
    self.onDamage = onDamage
    self.limits = limits
  }
}
