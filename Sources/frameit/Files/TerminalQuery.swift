import FrameTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Asks the terminal what it is.
enum TerminalQuery {
  /// A terminal that says nothing in this time will not.
  private static let timeout = Duration.milliseconds(100)

  /// Whether it says that it draws sixels. What is typed meanwhile is lost.
  static func drawsSixels() -> Bool {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    // A program in the background would be stopped for touching the terminal.
    guard tcgetpgrp(terminal) == getpgrp() else { return false }
    return withRawMode(terminal) { ask(terminal) } ?? false
  }

  /// Signals that end or stop the program wait until the terminal is again as it was.
  private static func withRawMode<Result>(_ terminal: Int32, _ body: () -> Result) -> Result? {
    var usual = termios()
    guard tcgetattr(terminal, &usual) == 0 else { return nil }
    var waiting = sigset_t()
    var before = sigset_t()
    sigemptyset(&waiting)
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP] { sigaddset(&waiting, number) }
    sigprocmask(SIG_BLOCK, &waiting, &before)
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    var raw = usual
    // The answer is no line, and nobody is to see it. ^C still is a signal.
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(terminal, TCSANOW, &raw) == 0 else { return nil }
    defer { tcsetattr(terminal, TCSANOW, &usual) }
    return body()
  }

  private static func ask(_ terminal: Int32) -> Bool {
    let question = TerminalGraphics.deviceAttributesQuery
    guard write(terminal, question, question.count) == question.count else { return false }
    var reply: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 256)
    let clock = ContinuousClock()
    let end = clock.now + timeout
    while true {
      let left = Int32((end - clock.now) / .milliseconds(1))
      var polled = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&polled, 1, left) > 0 else { return false }
      let count = read(terminal, &buffer, buffer.count)
      guard count > 0 else { return false }
      reply += buffer[..<count]
      if let answer = TerminalGraphics.drawsSixels(reply) { return answer }
    }
  }
}
