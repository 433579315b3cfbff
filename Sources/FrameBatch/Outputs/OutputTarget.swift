import FrameCodec
import FrameFiles

/// A target that collects the bytes of an output until it is complete.
package protocol OutputTarget {
  var output: ByteOutput { get }

  /// Publishes the output. Nothing of it is visible before.
  ///
  /// - Parameter announce: Called for a file when it is complete, before it gets its name.
  func commit(announcing announce: (FileStamp, ByteInput) throws(BatchError) -> Void) throws(BatchError)
}

extension OutputFile: OutputTarget {
  package func commit(
    announcing announce: (FileStamp, ByteInput) throws(BatchError) -> Void
  ) throws(BatchError) {
    let (stamp, bytes) = try BatchError.writing(complete())
    try announce(stamp, bytes)
    try BatchError.writing(publish())
  }
}

/// A target that keeps an image for the answer of a `serve` job.
package final class AnswerBuffer: OutputTarget {
  package let output = ByteOutput()

  /// Does nothing: the answer takes the bytes from `output`.
  package func commit(announcing announce: (FileStamp, ByteInput) throws(BatchError) -> Void)
    throws(BatchError)
  {}
}
