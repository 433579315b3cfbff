import Platform
import Synchronization
import Testing

/// A program run by the kernel without a shell; it inherits nothing but what is given here.
struct Spawn {
  var path: String
  var arguments: [String]
  var folder: Folder
  var environment: [String: String] = [:]
  var stdin: Input = .nothing
  var stdout: Output = .pipe
  /// Only a hung program takes so long, even on a busy machine.
  var seconds = 60.0
  /// The maximum size of a file, in blocks of 512 bytes, as POSIX counts them for `ulimit -f`.
  var fileBlocks: Int?
  /// Sends a signal after this time.
  var interruption: (signal: Int32, after: Duration)?

  /// Called repeatedly while the program runs.
  var watching: ((pid_t) -> Void)?

  enum Input {
    case nothing
    /// Through a pipe.
    case bytes([UInt8])
    /// A file, opened as `<` does.
    case file(String)
    case descriptor(Int32)
  }

  enum Output {
    case pipe
    /// A pipe without a reader.
    case closedPipe
    case file(String)
    case descriptor(Int32)
  }

  /// Locked while pipes are created and children started, so that no child inherits and keeps open another child's
  /// pipe.
  private static let oneAtATime = Mutex(())

  func run() throws -> Outcome {
    var (input, output, errors) = try Self.oneAtATime.withLock { _ in (try Pipe(), try Pipe(), try Pipe()) }
    var devices: [Int32] = []
    defer {
      for pipe in [input, output, errors] { pipe.close() }
      devices.forEach { close($0) }
    }
    func opened(_ path: String, _ flags: Int32) throws -> Int32 {
      let descriptor = open(path, flags | O_CLOEXEC)
      try #require(descriptor >= 0, "\(path)")
      devices.append(descriptor)
      return descriptor
    }
    if case .closedPipe = stdout { output.closeReader() }
    let source =
      switch stdin {
      case .nothing: try opened("/dev/null", O_RDONLY)
      case .bytes: input.reader
      case .file(let path): try opened(path, O_RDONLY)
      case .descriptor(let descriptor): descriptor
      }
    let sink =
      switch stdout {
      case .pipe, .closedPipe: output.writer
      case .file(let path): try opened(path, O_WRONLY)
      case .descriptor(let descriptor): descriptor
      }
    let child = try Self.oneAtATime.withLock { _ in try start([source, sink, errors.writer]) }
    input.closeReader()
    output.closeWriter()
    errors.closeWriter()
    if case .bytes(let bytes) = stdin { input.pending = bytes[...] } else { input.closeWriter() }
    var conversation = Conversation(child: child, input: input, output: output, errors: errors)
    defer { (input, output, errors) = (conversation.input, conversation.output, conversation.errors) }
    return conversation.end(self)
  }

  private func start(_ ends: [Int32]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, end) in ends.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
    }
    // The program does not inherit signals that the test runner ignores or blocks.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    // The shell changes the folder and the limit, and then becomes the program.
    let limit = fileBlocks.map(String.init) ?? "unlimited"
    let prelude = ["sh", "-c", #"cd "$0" && ulimit -f \#(limit) && exec "$@""#, folder.path]
    let words = (prelude + [path] + arguments).map { strdup($0) } + [nil]
    let usual = ["XDG_STATE_HOME": folder.state]
    let settings = environment.merging(usual) { own, _ in own }.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + settings).forEach { free($0) } }
    var child = pid_t()
    let result = posix_spawn(&child, "/bin/sh", &actions, &attributes, words, settings)
    try #require(result == 0, "\(path): \(String(cString: strerror(result)))")
    return child
  }
}
