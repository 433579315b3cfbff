import FrameModel

/// Rows out of a file, as a codec gives them.
///
/// Only a `CheckedDecoder` calls these, and in this order alone:
///
///     (beginFrame { read | skip } [finish])+
///
/// with rising frames, no more rows than each has, and no call after one that threw. What is wrong with the data and
/// can be read over is told by `damage`, and thrown by nobody here: whether it is let pass is the policy's matter.
public protocol ImageDecoder: AnyObject, SendableMetatype {
  var size: PixelSize { get }
  var format: PixelFormat { get }
  /// How many can be begun.
  var frames: Int { get }
  /// What was found wrong so far; what the header said is not repeated.
  var damage: Damage { get }

  /// - Returns: how long the frame is shown, in milliseconds.
  func beginFrame(_ index: Int) throws(CodecError) -> Int

  /// Fills `band` with the next rows; those that cannot be decoded are filled all the same.
  func read(into band: inout MutableSpan<UInt8>) throws(CodecError)

  /// Passes over the next rows.
  func skip(_ rows: Int) throws(CodecError)

  /// Checks what follows the last row that was asked for.
  ///
  /// - Parameter unread: how many rows of the frame that is not.
  func finish(unread: Int) throws(CodecError)
}

extension ImageDecoder {
  /// A still image.
  public var frames: Int { 1 }
  public func beginFrame(_ index: Int) throws(CodecError) -> Int { 0 }

  public func skip(_ rows: Int) throws(CodecError) { try readOver(rows) }

  /// Decodes rows that nobody wants.
  public func readOver(_ rows: Int) throws(CodecError) {
    var row = [UInt8](repeating: 0, count: rows > 0 ? format.rowBytes(width: size.width) : 0)
    for _ in 0..<rows {
      var span = row.mutableSpan
      try read(into: &span)
    }
  }
}
