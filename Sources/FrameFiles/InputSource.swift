/// A source of input bytes. Only an argument of the command line can mean stdin; a name in a script, a list or a job is
/// always that of a file.
package enum InputSource: Sendable {
  case stdin
  /// A file of the command line, which can be a pipe that is already open, such as that of `<(...)`.
  case argument(String)
  /// A regular file.
  case file(String)
  /// Bytes in memory, with a name for messages.
  case memory([UInt8], name: String)

  /// - Parameter argument: An argument of the command line; `-` is stdin.
  package init(argument: String) { self = argument == "-" ? .stdin : .argument(argument) }

  /// The argument that `init(argument:)` accepts for this source, as reports and journals contain it; `-` for an image
  /// in a job.
  package var pathOrDash: String {
    guard let path else { return "-" }
    return path == "-" ? "./-" : path
  }

  /// The name in messages.
  package var name: String {
    switch self {
    case .stdin: "stdin"
    case .argument, .file: pathOrDash
    case .memory(_, let name): name
    }
  }

  /// The path of the file; nil for stdin and memory.
  package var path: String? {
    switch self {
    case .argument(let path), .file(let path): path
    case .stdin, .memory: nil
    }
  }

  /// True if this source reads stdin, also by one of the system's names for it.
  package var readsStdin: Bool {
    switch self {
    case .stdin: true
    case .argument(let path): ["/dev/stdin", "/dev/fd/0"].contains(path)
    case .file, .memory: false
    }
  }
}
