import FrameImage

/// The available codecs, in the order in which they are tried, and the effects of plugins. A value that is passed on; there
/// is no registry.
///
/// Plugins are searched only for formats that no built-in codec has, for effects, and for lists.
package struct CodecList: Sendable {
  /// The codecs and effects of plugins.
  package struct Plugins: Sendable {
    let codecs: [any Codec]
    let effects: [RemoteEffect]
    /// Returns the error for a file that begins with these bytes and that no codec recognizes; nil for an unknown format.
    let otherwise: @Sendable (_ start: [UInt8]) -> CodecError?

    package init(
      _ codecs: [any Codec] = [], effects: [RemoteEffect] = [],
      otherwise: @escaping @Sendable (_ start: [UInt8]) -> CodecError? = { _ in nil }
    ) {
      (self.codecs, self.effects) = (codecs, effects)
      self.otherwise = otherwise
    }
  }

  private let builtIn: [any Codec]
  private let plugins: @Sendable () -> Plugins

  /// - Parameter plugins: Returns the plugins, the same each time.
  package init(_ builtIn: [any Codec], plugins: @escaping @Sendable () -> Plugins = { Plugins() }) {
    (self.builtIn, self.plugins) = (builtIn, plugins)
  }

  package var codecs: [any Codec] { builtIn + plugins().codecs }

  package var effects: [RemoteEffect] { plugins().effects }

  /// Returns a function that lists the effects for edits with these limits, by their names.
  package func effects(_ limits: Limits) -> @Sendable () -> [String: PluginEffect] {
    { Dictionary(uniqueKeysWithValues: effects.map { ($0.manifest.name, $0.limited(by: limits)) }) }
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
    if let codec = first(where: { $0.signatures.contains { $0.matches(start) } }) { return codec }
    throw plugins().otherwise(start) ?? ForeignFormat.name(ofStart: start).map(CodecError.foreignFormat)
      ?? .unknownFormat
  }

  private func first(where matches: (ImageFormat) -> Bool) -> (any Codec)? {
    builtIn.first { matches($0.format) } ?? plugins().codecs.first { matches($0.format) }
  }

  /// The first codec that writes all drawn pixels without loss, for scenes without images.
  package var lossless: any Codec {
    first { $0.capabilities.writes && $0.capabilities.alpha && $0.capabilities.loss == .nothing }
      ?? builtIn[0]
  }

  /// Returns the codec with this name or file extension, in any case.
  package func codec(named name: String) -> (any Codec)? {
    let name = name.lowercased()
    return first { $0.name == name || $0.extensions.contains(name) }
  }
}
