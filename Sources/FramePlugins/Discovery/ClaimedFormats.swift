import FrameCodec

/// Which files a plugin wants, as far as its manifest can be read: of one that is refused, too, so that who misses a
/// format is told.
public struct ClaimedFormats: Hashable, Sendable {
  private var names: [String] = []
  private var signatures: [ImageFormat.Signature] = []

  init(_ format: ImageFormat) {
    names = [format.name] + format.extensions
    signatures = format.signatures
  }

  /// - Parameter text: of a manifest, whose lines may be wrong.
  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      let values = Array(words.dropFirst())
      switch words.first {
      case "name", "extensions": names += values.map { $0.lowercased() }
      case "signature": signatures += [ImageFormat.Signature(pattern: values)].compactMap(\.self)
      default: break
      }
    }
  }

  /// Whether it wants files that begin so.
  public func has(_ start: [UInt8]) -> Bool { signatures.contains { $0.matches(start) } }

  /// Whether it is of this name, or wants files with this extension, in any case.
  public func has(name: String) -> Bool { names.contains(name.lowercased()) }
}
