import FrameImage

/// Decodes the rows of a file.
///
/// Only a `CheckedDecoder` calls these functions, and only in this order:
///
///     (beginFrame { read | skip } [finish])+
///
/// with rising frames, at most as many rows as each has, and no call after one that threw. Damage that can be read past
/// is reported by `damage` and not thrown; the policy decides about it.
package protocol ImageDecoder: AnyObject, SendableMetatype {
  var size: PixelSize { get }
  var format: PixelFormat { get }
  /// The number of frames that can be begun.
  var frames: Int { get }
  /// The damage so far, without that of the header.
  var damage: Damage { get }

  /// - Returns: the frame's delay in milliseconds.
  func beginFrame(_ index: Int) throws(CodecError) -> Int

  /// Fills `band` with the next rows, including those that cannot be decoded.
  func read(into band: inout MutableSpan<UInt8>) throws(CodecError)

  /// Skips the next rows.
  func skip(_ rows: Int) throws(CodecError)

  /// Checks what follows the last row that was read.
  ///
  /// - Parameter unread: the number of unread rows of the frame.
  func finish(unread: Int) throws(CodecError)
}

extension ImageDecoder {
  /// A still image.
  package var frames: Int { 1 }
  package func beginFrame(_ index: Int) throws(CodecError) -> Int { 0 }

  package func skip(_ rows: Int) throws(CodecError) { try readOver(rows) }

  /// Decodes and discards rows.
  package func readOver(_ rows: Int) throws(CodecError) {
    var row = [UInt8](repeating: 0, count: rows > 0 ? format.rowBytes(width: size.width) : 0)
    for _ in 0..<rows {
      var span = row.mutableSpan
      try read(into: &span)
    }
  }
}

/// Encodes rows to a file.
///
/// Only a `CheckedEncoder` calls these functions, and only in this order:
///
///     (beginFrame write+)+ finish
///
/// with as many frames as were announced, all rows of each, and no call after one that threw.
package protocol ImageEncoder: AnyObject, SendableMetatype {
  /// - Parameter milliseconds: the frame's delay; 0 for a still image.
  func beginFrame(milliseconds: Int) throws(CodecError)

  /// - Parameter band: the next whole rows of the frame.
  func write(_ band: Span<UInt8>) throws(CodecError)

  func finish() throws(CodecError)
}

extension ImageEncoder {
  /// A still image has nothing to begin.
  package func beginFrame(milliseconds: Int) throws(CodecError) {}
}
