import ArgumentParser
import FrameKit

/// Where bytes come from. Only a word of the command line means stdin; what a script, a list or a job says is the name
/// of a file, whatever it spells.
enum Source: ExpressibleByArgument {
  case stdin
  case file(String)
  /// With the name that errors have for it.
  case memory([UInt8], name: String)

  /// - Parameter argument: `-` is stdin.
  init(argument: String) { self = argument == "-" ? .stdin : .file(argument) }

  /// The word that `init(argument:)` takes for it, as reports and journals have it; that of a picture in a job is `-`.
  var argument: String {
    guard let path else { return "-" }
    return path == "-" ? "./-" : path
  }

  /// As errors name it.
  var name: String {
    switch self {
    case .stdin: "stdin"
    case .file: argument
    case .memory(_, let name): name
    }
  }

  /// nil for what is no file.
  var path: String? { if case .file(let path) = self { path } else { nil } }

  /// Whether stdin is read, also as one of the files that the system has for it.
  var readsStdin: Bool {
    switch self {
    case .stdin: true
    case .file(let path): ["/dev/stdin", "/dev/fd/0"].contains(path)
    case .memory: false
    }
  }

  /// - Parameter uses: what a command reads, by what each is to it, such as `picture`.
  /// - Throws: `Failure` of wrong use where more than one is stdin.
  static func checkStdin(_ uses: KeyValuePairs<String, [Source]>) throws(Failure) {
    let those = uses.flatMap { use, sources in sources.filter(\.readsStdin).map { _ in use } }
    guard those.count > 1 else { return }
    let both = those[0] == those[1] ? "two \(those[0])s" : "a \(those[0]) and a \(those[1])"
    throw Failure(.usage, "\(both) cannot both be stdin")
  }
}
