import FrameModel

/// Rows into a file, as a codec takes them.
///
/// Only a `CheckedEncoder` calls these, and in this order alone:
///
///     (beginFrame write+)+ finish
///
/// with as many frames as were announced, all rows of each, and no call after one that threw.
public protocol ImageEncoder: AnyObject, SendableMetatype {
  /// - Parameter milliseconds: how long the frame is shown; 0 for a still image.
  func beginFrame(milliseconds: Int) throws(CodecError)

  /// - Parameter band: the frame's next whole rows.
  func write(_ band: Span<UInt8>) throws(CodecError)

  func finish() throws(CodecError)
}

extension ImageEncoder {
  /// A still image has nothing to begin.
  public func beginFrame(milliseconds: Int) throws(CodecError) {}
}
