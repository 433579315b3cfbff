import ArgumentParser
import FrameKit

/// Where bytes come from, and who says so. Only a word of the command line means stdin; what a script, a list or a job
/// says is a file's name, and nothing else.
enum InputSource: ExpressibleByArgument {
  case stdin
  /// A file of the command line, which may be a pipe that is open already.
  case argument(String)
  /// A regular file.
  case file(String)
  /// With the name that errors have for it.
  case memory([UInt8], name: String)

  /// - Parameter argument: `-` is stdin.
  init(argument: String) { self = argument == "-" ? .stdin : .argument(argument) }

  /// What `init(argument:)` takes for it, as reports and journals have it; of an image in a job that is `-`.
  var word: String {
    guard let path else { return "-" }
    return path == "-" ? "./-" : path
  }

  /// As errors name it.
  var name: String {
    switch self {
    case .stdin: "stdin"
    case .argument, .file: word
    case .memory(_, let name): name
    }
  }

  /// nil for what is no file.
  var path: String? {
    switch self {
    case .argument(let path), .file(let path): path
    case .stdin, .memory: nil
    }
  }

  /// Whether stdin is read, also as one of the files that the system has for it.
  var readsStdin: Bool {
    switch self {
    case .stdin: true
    case .argument(let path): ["/dev/stdin", "/dev/fd/0"].contains(path)
    case .file, .memory: false
    }
  }

  /// - Parameter uses: what a command reads, by what each is to it, such as `image`.
  /// - Throws: `Failure` of wrong use where more than one is stdin.
  static func checkStdin(_ uses: KeyValuePairs<String, [InputSource]>) throws(Failure) {
    let those = uses.flatMap { use, sources in sources.filter(\.readsStdin).map { _ in use } }
    guard those.count > 1 else { return }
    let both = those[0] == those[1] ? "two \(those[0])s" : "a \(those[0]) and a \(those[1])"
    throw Failure(.usage, "\(both) cannot both be stdin")
  }
}
