import FrameCodec

/// A picture on its way into an answer.
final class AnswerSpool: OutputTarget {
  let output = ByteOutput()

  /// Whoever answers takes it from `output`.
  func commit(announcing announce: (FileMark, ByteInput) throws(Failure) -> Void) throws(Failure) {}
}
