import FoundationEssentials
import FrameBatch
import FrameCodec
import FrameFiles
import Platform

/// A program that frameit starts. They talk by lines: requests on its stdout, and an answer to each on its stdin.
struct HelperProgram {
  /// The path of this program; nil if the system does not tell.
  static var frameit: String? { FilePath.real("/proc/self/exe") }

  /// Returns the path of a program that belongs to frameit: beside it, or where `make install` puts it.
  static func path(of name: String) -> String {
    guard let frameit else { return name }
    let beside = FilePath.join(FilePath.folder(frameit), name)
    if access(beside, X_OK) == 0 { return beside }
    return FilePath.join(FilePath.folder(FilePath.folder(frameit)), "libexec/frameit/" + name)
  }

  /// Returns the path of a program that belongs to frameit.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - user: What needs the program.
  ///   - hint: A hint if it is not installed.
  /// - Throws: `Failure` of status `usage` if it is not installed.
  static func installed(_ name: String, for user: String, hint: String) throws(Failure) -> String {
    let path = path(of: name)
    guard access(path, X_OK) == 0 else {
      throw Failure(.usage, "\(user) needs the program \(name), which is not installed", hint: hint)
    }
    return path
  }

  /// A line of a program: the kind of request, and what some kinds have.
  struct Request: Decodable {
    let request: String
    let address: String?
    let reason: String?
    let paths: [String]?
  }

  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private var lines: LineReader

  /// Starts a program.
  ///
  /// - Throws: `Failure` if it cannot be started.
  init(_ path: String, _ arguments: [String]) throws(Failure) {
    func check(_ number: Int32) throws(Failure) {
      guard number == 0 else {
        throw Failure(.bug, "cannot be started: \(String(cString: strerror(number)))", of: path)
      }
    }
    var (toHelper, fromHelper) = ([Int32](repeating: -1, count: 2), [Int32](repeating: -1, count: 2))
    try check(pipe(&toHelper) == 0 ? 0 : errno)
    try check(pipe(&fromHelper) == 0 ? 0 : errno)
    for end in toHelper + fromHelper { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, toHelper[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fromHelper[1], STDOUT_FILENO)
    // This program's signals are blocked, because a thread of its own waits for them.
    var attributes = posix_spawnattr_t()
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      close(toHelper[0])
      close(fromHelper[1])
    }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    try check(posix_spawn(&process, path, &actions, &attributes, &words, environ))
    (self.process, input, output) = (process, toHelper[1], fromHelper[0])
    lines = LineReader(output, name: path, limit: 64 << 20)
  }

  /// Returns the next request; nil once the program has ended, or for a line that is too long.
  mutating func next() -> Request? {
    while let line = lines.next()?.bytes {
      if let request = try? JSONDecoder().decode(Request.self, from: Data(line)) { return request }
    }
    return nil
  }

  /// Answers the last request.
  func answer(_ value: some Encodable) {
    // If the program has ended, `next` tells.
    try? ByteOutput(descriptor: input).write(JSONLine.bytes(of: value))
  }

  /// Ends the program, which stops when its stdin is closed.
  func end() {
    close(input)
    close(output)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}
