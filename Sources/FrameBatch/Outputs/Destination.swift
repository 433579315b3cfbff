/// Where an output goes.
package enum Destination: Equatable, Sendable {
  case stdout
  /// The answer of a `serve` job, as base64.
  case answer
  case file(String)
  /// One file for each frame.
  case frames(FrameFileNames, count: Int)
  /// The path of the first input, which the output replaces.
  case input(String)

  /// The path of the file, or the pattern of the paths of frames; nil without a file.
  package var path: String? {
    switch self {
    case .stdout, .answer: nil
    case .file(let path), .input(let path): path
    case .frames(let names, _): names.pattern
    }
  }

  /// The paths of all files.
  package var files: [String] {
    if case .frames(let names, let count) = self {
      (0..<count).map(names.name)
    } else {
      [path].compactMap(\.self)
    }
  }

  /// The name in messages.
  package var name: String { path ?? (self == .stdout ? "stdout" : "outputBase64") }
}
