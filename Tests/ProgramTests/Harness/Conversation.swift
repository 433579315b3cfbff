import Platform
import Testing

/// A pipe that is not inherited by other children, if it is created while none is started.
struct Pipe {
  private(set) var reader: Int32
  private(set) var writer: Int32
  /// The bytes that are not yet written.
  var pending: ArraySlice<UInt8> = []

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reader, writer) = (ends[0], ends[1])
  }

  mutating func closeReader() {
    if reader >= 0 { Glibc.close(reader) }
    reader = -1
  }

  mutating func closeWriter() {
    if writer >= 0 { Glibc.close(writer) }
    writer = -1
  }

  func close() {
    for end in [reader, writer] where end >= 0 { Glibc.close(end) }
  }

  /// Reads the available bytes, and closes the reader at the end.
  mutating func drain(into bytes: inout [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(reader, &buffer, buffer.count)
    if count > 0 { bytes += buffer[..<count] } else { closeReader() }
  }

  /// Writes as much as fits, and closes the writer when all is written or the reader is gone.
  mutating func feed() {
    let count = pending.withUnsafeBytes { write(writer, $0.baseAddress, min($0.count, 1 << 12)) }
    if count > 0 { pending = pending.dropFirst(count) }
    if count < 0 || pending.isEmpty { closeWriter() }
  }
}

/// Writes to a child and reads from it at the same time, until its output ends; only then waits for its end.
struct Conversation {
  let child: pid_t
  var input: Pipe
  var output: Pipe
  var errors: Pipe

  mutating func end(_ spawn: Spawn) -> Outcome {
    // Otherwise a child that ends without reading would end the test runner.
    signal(SIGPIPE, SIG_IGN)
    let clock = ContinuousClock()
    let start = clock.now
    var interruption = spawn.interruption
    var isLate = false
    var (out, err): ([UInt8], [UInt8]) = ([], [])
    // Both pipes close when the child ends. If stdout is not a pipe, stderr does.
    while output.reader >= 0 || errors.reader >= 0 {
      let elapsed = clock.now - start
      if let due = interruption, elapsed >= due.after {
        kill(child, due.signal)
        interruption = nil
      }
      if elapsed > .seconds(spawn.seconds), !isLate {
        kill(child, SIGKILL)
        isLate = true
      }
      spawn.watching?(child)
      var polled = [
        pollfd(fd: input.writer, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: output.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors.reader, events: Int16(POLLIN), revents: 0),
      ]
      let isHurried = interruption != nil || spawn.watching != nil
      guard poll(&polled, 3, isHurried ? 1 : 100) > 0 else { continue }
      if polled[0].revents != 0 { input.feed() }
      if polled[1].revents != 0 { output.drain(into: &out) }
      if polled[2].revents != 0 { errors.drain(into: &err) }
    }
    input.closeWriter()
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return Outcome(
      ending: isLate ? .timeOut : Ending(waitStatus: status), out: out,
      err: String(decoding: err, as: UTF8.self))
  }
}

/// The way in which a program ended.
enum Ending: Equatable {
  case exit(Int32)
  case signal(Int32)
  case timeOut

  init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }
}
