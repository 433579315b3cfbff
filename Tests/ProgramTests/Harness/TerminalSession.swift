import Platform
import Testing

/// A program with a terminal of its own, which receives both stdout and stderr.
struct TerminalSession {
  var columns = 80
  var rows = 24
  /// The terminal's reply to a query; nil for none. It is written in advance, because the program does not wait long
  /// and a busy machine may be late.
  var attributes: String?
  /// A signal for the program when it sends the query.
  var interruption: Int32?

  struct Outcome {
    var ending: Ending
    var text: String
    /// True if the terminal's settings are restored at the end.
    var isRestored: Bool
    var wasAsked: Bool
  }

  /// - Parameter environment: The whole environment.
  func run(_ words: [String], in folder: Folder, environment: [String: String]) throws -> Outcome {
    var (controller, holder): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&controller, &holder, &name, nil, &size) == 0)
    // The terminal is held open, so that its settings outlive the program.
    defer { [controller, holder].forEach { close($0) } }
    for end in [controller, holder] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let terminal = String(decoding: name.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
    let before = settings(holder)
    if let attributes { write(controller, attributes, attributes.utf8.count) }
    let child = try start(words, in: folder, environment, terminal)

    var said: [UInt8] = []
    var wasAsked = false
    var status: Int32 = 0
    while true {
      // All output is available once the program has ended.
      let hasEnded = waitpid(child, &status, WNOHANG) == child
      while let more = output(of: controller, wait: hasEnded ? 0 : 20) {
        said += more
        let question = Array("\u{1B}[c".utf8)
        if !wasAsked, said.count >= 3, said.indices.contains(where: { said[$0...].starts(with: question) }) {
          wasAsked = true
          if let interruption { kill(child, interruption) }
        }
      }
      if hasEnded { break }
    }
    return Outcome(
      ending: Ending(waitStatus: status), text: String(decoding: said, as: UTF8.self),
      isRestored: settings(holder) == before, wasAsked: wasAsked)
  }

  private func output(of controller: Int32, wait: Int32) -> ArraySlice<UInt8>? {
    var polled = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, wait) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(controller, &buffer, buffer.count)
    return count > 0 ? buffer[..<count] : nil
  }

  private func settings(_ terminal: Int32) -> [tcflag_t] {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
  }

  private func start(
    _ words: [String], in folder: Folder, _ environment: [String: String], _ terminal: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session without one opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // POSIX_SPAWN_SETSID, which Swift does not import.
    let flags = 0x80 | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let program = try Built.program
    // The shell changes the folder, and then becomes the program.
    let prelude = ["sh", "-c", #"cd "$0" && exec "$@""#, folder.path]
    let arguments = (prelude + [program] + words).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var child = pid_t()
    let result = posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, variables)
    try #require(result == 0, "\(program): \(String(cString: strerror(result)))")
    return child
  }
}
