import FrameModel

/// Encodes rows to a file.
///
/// Only a `CheckedEncoder` calls these functions, and only in this order:
///
///     (beginFrame write+)+ finish
///
/// with as many frames as were announced, all rows of each, and no call after one that threw.
public protocol ImageEncoder: AnyObject, SendableMetatype {
  /// - Parameter milliseconds: the frame's delay; 0 for a still image.
  func beginFrame(milliseconds: Int) throws(CodecError)

  /// - Parameter band: the next whole rows of the frame.
  func write(_ band: Span<UInt8>) throws(CodecError)

  func finish() throws(CodecError)
}

extension ImageEncoder {
  /// A still image has nothing to begin.
  public func beginFrame(milliseconds: Int) throws(CodecError) {}
}
