import FrameCodec
import FrameKit
import FramePlugins

extension DiscoveredPlugin.Refusal {
  /// Why, for people.
  var sentence: String {
    switch self {
    case .manifest(let error, _): error.sentence
    case .unreadable(let number): "the manifest cannot be read: \(CodecError.sentence(number))"
    case .libraryMissing(_, let path): "its library \(path) is not there"
    case .shadowed(let path): "\(path) is of the same name and comes first"
    case .builtIn: "a codec of its name is part of the program"
    }
  }
}

extension ManifestError {
  var sentence: String {
    let what =
      switch problem {
      case .notAManifest: "it does not begin with 'frameit-codec 1'"
      case .version(let version): "it is for version '\(version)' of the manifest, this knows 1"
      case .unknownWord(let word): "unknown word '\(word)'"
      case .value(let word): "'\(word)' with a wrong value"
      case .twice(let word): "'\(word)' a second time"
      case .missing(let word): "there is no '\(word)'"
      }
    return line.map { "line \($0): \(what)" } ?? what
  }
}
