import FrameCodec
import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Results on stdout, words on stderr.
enum Console {
  static func out(_ text: String) { out(Array(text.utf8)) }

  static func out(_ bytes: [UInt8]) {
    write(bytes, to: STDOUT_FILENO) { number in
      if number == EPIPE { Signals.endByClosedPipe() }
      Failure(.output, CodecError.writeFailed(errorNumber: number).wording, of: "stdout").report()
      Exit.leave(.output)
    }
  }

  /// Words quote file names and scripts; what would command the terminal is replaced.
  static func error(_ text: String) {
    // There is nowhere left to tell of a failure here.
    write(Array(text.printable(keeping: "\n\t").utf8), to: STDERR_FILENO) { _ in }
  }

  /// What tells of progress, with the terminal's own commands in it.
  static func status(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) { _ in } }

  static func warn(_ text: String) {
    error("frameit: warning: \(text.printable)\n")
  }

  static func note(_ text: String) {
    error("note: \(text.printable)\n")
  }

  static var outIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, onFailure: (Int32) -> Void) {
    do throws(CodecError) {
      try ByteOutput(descriptor: descriptor).write(bytes)
    } catch {
      if case .writeFailed(let number) = error { onFailure(number) }
    }
  }
}
