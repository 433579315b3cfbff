import FrameImage

/// The available codecs, in the order in which they are tried, and the effects of plugins. A value that is passed on; there
/// is no registry.
package struct CodecList: Sendable {
  package let codecs: [any Codec]
  package let effects: [RemoteEffect]
  private let otherwise: @Sendable (_ start: [UInt8]) -> CodecError?

  /// - Parameter otherwise: returns the error for a file that begins with these bytes and that no codec recognizes;
  ///   nil for an unknown format.
  package init(
    _ codecs: [any Codec], effects: [RemoteEffect] = [],
    otherwise: @escaping @Sendable (_ start: [UInt8]) -> CodecError? = { _ in nil }
  ) {
    (self.codecs, self.effects) = (codecs, effects)
    self.otherwise = otherwise
  }

  /// Returns the effects for edits with these limits, by their names.
  package func effects(_ limits: Limits) -> [String: PluginEffect] {
    Dictionary(uniqueKeysWithValues: effects.map { ($0.manifest.name, $0.limited(by: limits)) })
  }

  /// Enough bytes for every signature.
  private static let start = 64

  /// Returns the codec whose signature matches. File names are ignored.
  ///
  /// - Throws: `CodecError.empty`, `.foreignFormat`, `.unknownFormat` or a more specific error, `.readFailed`.
  package func codec(for input: ByteInput) throws(CodecError) -> any Codec {
    if input.length == 0 { throw .empty }
    let start = try input.read(at: 0, count: Self.start)
    if let raw = try ForeignFormat.rawName(of: input, start: start) { throw .foreignFormat(raw) }
    guard
      let codec = codecs.first(where: { $0.format.signatures.contains { $0.matches(start) } })
    else {
      throw otherwise(start) ?? ForeignFormat.name(ofStart: start).map(CodecError.foreignFormat)
        ?? .unknownFormat
    }
    return codec
  }

  /// The first codec that writes all drawn pixels without loss, for scenes without images.
  package var lossless: any Codec {
    codecs.first {
      $0.format.capabilities.writes && $0.format.capabilities.alpha && $0.format.capabilities.loss == .nothing
    } ?? codecs[0]
  }

  /// Returns the codec with this name or file extension, in any case.
  package func codec(named name: String) -> (any Codec)? {
    let name = name.lowercased()
    return codecs.first { $0.format.name == name || $0.format.extensions.contains(name) }
  }
}
