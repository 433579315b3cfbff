import FrameCodec
import Platform

/// The terminal that stdout is connected to.
enum Terminal {
  /// The size of the terminal; that of a page if stdout is not a terminal.
  static var window: TerminalWindow {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalWindow(columns: 80, rows: 60)
    }
    return TerminalWindow(
      columns: Int(size.ws_col), rows: Int(size.ws_row), width: Int(size.ws_xpixel),
      height: Int(size.ws_ypixel))
  }

  /// The reason to print only text; nil if there is none. See no-color.org for `NO_COLOR`.
  static var reasonToShowNoImages: String? {
    if Environment.variable("TERM") == "dumb" { return "the terminal shows no images (TERM is dumb)" }
    return Environment.nonempty("NO_COLOR").map { _ in "NO_COLOR disables colors" }
  }

  /// Returns the graphics that the terminal supports, from its environment variables or else from its reply to a query.
  static func graphics() -> TerminalGraphics {
    if let graphics = TerminalGraphics.fromEnvironment(Environment.variable) { return graphics }
    return drawsSixels() ? .sixel : .blocks(Environment.variable)
  }

  // MARK: Queries

  /// The time to wait for a reply. A terminal that has not replied by then never does.
  private static let timeout = Duration.milliseconds(100)

  /// Returns true if the terminal replies that it draws sixels. Keys typed meanwhile are lost.
  private static func drawsSixels() -> Bool {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    // The system stops a background program that changes the terminal.
    guard tcgetpgrp(terminal) == getpgrp() else { return false }
    return withRawMode(terminal) { ask(terminal) } ?? false
  }

  /// Runs `body` with the terminal in raw mode. Signals that end or stop the program are blocked until the terminal is
  /// restored.
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
    // The reply is not a line, and must not be echoed. ^C still sends a signal.
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
