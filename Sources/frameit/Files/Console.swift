import FrameGeometry
import FrameBatch
import FrameCodec
import FrameFiles
import FrameImage
import FrameReports
import FrameScene
import Platform

/// Output of the program: results to stdout, messages to stderr.
enum Console {
  /// Writes text to stdout. Terminal control characters, which quoted names can contain, are replaced.
  static func out(_ text: String) { out(Array(text.printable(keeping: "\n\t").utf8)) }

  /// Writes bytes to stdout, and ends the program if that fails.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - beforeExit: Called before the program ends because of a failed write.
  static func out(_ bytes: [UInt8], beforeExit: () -> Void = {}) {
    write(bytes, to: STDOUT_FILENO) { number in
      beforeExit()
      if number == EPIPE { Signals.endByClosedPipe() }
      Failure(.output, CodecError.writeFailed(errorNumber: number).message, of: "stdout").report()
      ExitStatus.output.terminate()
    }
  }

  /// Writes text to stderr. Terminal control characters, which quoted names and scripts can contain, are replaced.
  static func error(_ text: String) {
    // There is no place left to report a failure.
    write(Array(text.printable(keeping: "\n\t").utf8), to: STDERR_FILENO) { _ in }
  }

  /// True if a message to stderr does not block until earlier ones are read.
  static var hasRoomForErrors: Bool {
    var room = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&room, 1, 0) == 1
  }

  /// Writes progress with terminal control sequences to stderr.
  static func status(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) { _ in } }

  /// Writes a warning to stderr.
  static func warn(_ text: String) {
    error("frameit: warning: \(text.printable)\n")
  }

  /// Writes a notice of an edit to stderr.
  static func warn(_ notice: Message) { warn(notice.withOptions.line) }

  /// Writes a note to stderr.
  static func note(_ text: String) {
    error("note: \(text.printable)\n")
  }

  /// Writes an image to stdout. Ends the program by SIGPIPE if the reader is gone.
  ///
  /// - Throws: `BatchError`.
  @Sendable static func write(image: [UInt8]) throws(BatchError) {
    try converting(ByteOutput(descriptor: STDOUT_FILENO).write(image)) { (error: CodecError) in
      if case .writeFailed(EPIPE) = error { Signals.endByClosedPipe() }
      return BatchError(.output(.codec(error)), of: "stdout")
    }
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

extension Console {
  /// Prints a record as a line of text, in which newlines are escaped, or as JSON.
  static func report(_ record: ReportRecord, json: Bool) {
    if json { report(json: record.fields) } else { out(record.text.printable + "\n") }
  }

  /// Prints a value as one line of JSON with sorted keys.
  static func report(json value: some Encodable, beforeExit: () -> Void = {}) {
    out(JSONLine.bytes(of: value), beforeExit: beforeExit)
  }

  /// Prints many values as lines of JSON, with few writes.
  static func report(jsonLines values: [some Encodable]) {
    var text: [UInt8] = []
    for value in values {
      text += JSONLine.bytes(of: value)
      if text.count > 1 << 16 {
        out(text)
        text = []
      }
    }
    out(text)
  }
}
