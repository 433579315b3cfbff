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

  /// The built-in codecs, each in a worker process, as plugins always are. Their workers are kept for the next image.
  package static let isolated = RemoteCodec.isolating(builtIn)
}

/// The plugins that a search found, also those that cannot be used. They tell why an image format is not supported.
package struct FoundPlugins: Sendable {
  package let codecs: [DiscoveredPlugin]
  package let effects: [Discovered<EffectManifest>]

  /// Searches folders. Reads manifests; loads no library.
  package init(in folders: [String]) {
    let search = PluginSearch(folders: folders)
    codecs = search.plugins(besides: Set(CodecList.builtIn.map(\.format.name)))
    effects = search.plugins(EffectManifest.self)
  }

  /// Returns the plugins that can be used.
  ///
  /// - Parameter worker: The path of the program `frameit-codec`, which runs plugins.
  package func usable(worker: String, _ policy: PluginPolicy = PluginPolicy()) -> CodecList.Plugins {
    CodecList.Plugins(
      codecs.compactMap { RemoteCodec($0, worker: worker, policy) },
      effects: effects.compactMap { RemoteEffect($0, worker: worker, policy) },
      otherwise: reason(forStart:))
  }

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
    for plugin in codecs {
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
