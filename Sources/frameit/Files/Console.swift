import FrameCodec
import FrameKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Results on stdout, words on stderr.
enum Console {
  /// Text for people. Words that are not ours are in it; what would command the terminal is replaced.
  static func out(_ text: String) { out(Array(text.printable(keeping: "\n\t").utf8)) }

  /// - Parameter lastly: is called before the program ends, where nobody takes it.
  static func out(_ bytes: [UInt8], lastly: () -> Void = {}) {
    write(bytes, to: STDOUT_FILENO) { number in
      lastly()
      if number == EPIPE { Signals.endByClosedPipe() }
      Failure(.output, CodecError.writeFailed(errorNumber: number).message, of: "stdout").report()
      Exit.leave(.output)
    }
  }

  /// Words quote file names and scripts; what would command the terminal is replaced.
  static func error(_ text: String) {
    // There is nowhere left to tell of a failure here.
    write(Array(text.printable(keeping: "\n\t").utf8), to: STDERR_FILENO) { _ in }
  }

  /// Whether a word on stderr need not wait for somebody to read those before it.
  static var hasRoomForErrors: Bool {
    var room = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&room, 1, 0) == 1
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
