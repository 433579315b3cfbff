import FrameCodec
import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A picture on its way to stdout. It is kept until all of it is there, so that nobody receives half a
/// picture.
final class StdoutSpool {
  let output = ByteOutput()

  /// - Throws: `Failure` of status `output`. Ends the program quietly where the reader has gone.
  func commit(announcing announce: (FileMark, ByteInput) throws(Failure) -> Void) throws(Failure) {
    let out = ByteOutput(descriptor: STDOUT_FILENO)
    do throws(CodecError) {
      try out.write(output.bytes)
    } catch {
      if case .writeFailed(EPIPE) = error { Signals.endByClosedPipe() }
      throw Failure(.output, error.wording, of: "stdout")
    }
  }
}
