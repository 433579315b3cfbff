import FrameCodec
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
