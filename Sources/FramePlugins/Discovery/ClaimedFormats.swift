import FrameCodec

/// The formats that a plugin claims, as far as its manifest can be read. This includes refused plugins, so that a
/// user who misses a format is told.
public struct ClaimedFormats: Hashable, Sendable {
  private var names: [String] = []
  private var signatures: [ImageFormat.Signature] = []

  init(_ format: ImageFormat) {
    names = [format.name] + format.extensions
    signatures = format.signatures
  }

  /// - Parameter text: the text of a manifest, which may contain errors.
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

  /// Returns whether it claims files with this start.
  public func has(_ start: [UInt8]) -> Bool { signatures.contains { $0.matches(start) } }

  /// Returns whether it has this name or claims this file extension, in any case.
  public func has(name: String) -> Bool { names.contains(name.lowercased()) }
}
