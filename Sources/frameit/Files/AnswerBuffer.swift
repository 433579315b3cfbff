import FrameCodec

/// An image on its way into an answer.
final class AnswerBuffer: OutputTarget {
  let output = ByteOutput()

  /// Whoever answers takes it from `output`.
  func commit(announcing announce: (FileStamp, ByteInput) throws(Failure) -> Void) throws(Failure) {}
}
