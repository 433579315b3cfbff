import FrameCodec
import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An image on its way to stdout. It is kept until all of it is there, so that nobody receives half an
/// image.
final class StdoutBuffer {
  let output = ByteOutput()

  /// - Throws: `Failure` of status `output`. Ends the program quietly where the reader has gone.
  func commit(announcing announce: (FileStamp, ByteInput) throws(Failure) -> Void) throws(Failure) {
    let out = ByteOutput(descriptor: STDOUT_FILENO)
    do throws(CodecError) {
      try out.write(output.bytes)
    } catch {
      if case .writeFailed(EPIPE) = error { Signals.endByClosedPipe() }
      throw Failure(.output, error.message, of: "stdout")
    }
  }
}
