import FrameCodec
import FrameMessages
import JPEGCodec
import PNGCodec
import PNMCodec
import QOICodec

extension CodecList {
  /// The built-in codecs, in the order in which they are tried.
  package static let builtIn: [any Codec] =
    [JPEGCodec(), PNGCodec(), QOICodec()] + PNMCodec.Kind.allCases.map { PNMCodec($0) }

  /// Lists the built-in codecs, and the codecs and effects of the plugins in some folders. Plugins that cannot be used are
  /// left out.
  ///
  /// - Parameters:
  ///   - worker: The path of the program `frameit-codec`, which runs plugins.
  ///   - isIsolated: Run built-in codecs in worker processes, as plugins always are.
  package init(
    pluginsIn folders: [String], worker: String, _ policy: PluginPolicy = PluginPolicy(),
    isIsolated: Bool = false
  ) {
    let search = PluginSearch(folders: folders)
    let found = FoundPlugins(search.plugins(besides: Set(Self.builtIn.map(\.format.name))))
    self.init(
      (isIsolated ? RemoteCodec.isolating(Self.builtIn) : Self.builtIn)
        + found.plugins.compactMap { RemoteCodec($0, worker: worker, policy) },
      effects: search.plugins(EffectManifest.self).compactMap { RemoteEffect($0, worker: worker, policy) },
      otherwise: found.reason(forStart:))
  }
}

/// The plugins that a search found, also those that cannot be used. They tell why an image format is not supported.
package struct FoundPlugins: Sendable {
  package let plugins: [DiscoveredPlugin]

  package init(_ plugins: [DiscoveredPlugin]) { self.plugins = plugins }

  /// Returns the reason why no codec reads a file with these first bytes: a refused or missing plugin; nil for an
  /// unknown format.
  @Sendable package func reason(forStart start: [UInt8]) -> CodecError? {
    refused { $0.has(start) } ?? KnownFormat.of(start).map(missing)
  }

  /// Returns the reason why no codec writes the format with this name; nil for an unknown format.
  package func reason(forName name: String) -> CodecError? {
    if let refused = refused({ $0.has(name: name) }) { return refused }
    guard let known = KnownFormat.named(name) else { return nil }
    return known.writes ? missing(known) : .unsupported(detail: "\(known.title) can be read, but not written")
  }

  private func refused(_ wants: (ClaimedFormats) -> Bool) -> CodecError? {
    for plugin in plugins {
      guard case .failure(let refusal) = plugin.result, let claimed = refusal.claimedFormats, wants(claimed)
      else { continue }
      return .refusedPlugin(plugin.path, refusal.message)
    }
    return nil
  }

  private func missing(_ format: KnownFormat) -> CodecError {
    .missingPlugin(format: format.title, plugin: format.plugin, package: format.package)
  }
}
