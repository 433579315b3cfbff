import FrameCodec

extension PluginRefusal {
  /// The reason as text.
  package var message: String {
    switch cause {
    case .manifest(let error): error.message
    case .unreadable(let number): "cannot read the manifest: \(CodecError.systemMessage(number))"
    case .libraryMissing(let path): "its library \(path) is missing"
    case .shadowed(let path): "\(path) has the same name and comes first"
    case .builtIn: "a built-in codec has the same name"
    }
  }
}

extension ManifestError {
  package var message: String {
    let what =
      switch problem {
      case .notAManifest(let first): "the manifest does not begin with '\(first)'"
      case .version(let version): "the manifest has version '\(version)'; this program reads version 1"
      case .unknownWord(let key): "unknown key '\(key)'"
      case .value(let key): "'\(key)' has an invalid value"
      case .twice(let key): "'\(key)' is given twice"
      case .missing(let key): "'\(key)' is missing"
      }
    return line.map { "line \($0): \(what)" } ?? what
  }
}
