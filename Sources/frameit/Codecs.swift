import FrameCodec
import FramePlugins
import JPEGCodec
import PNGCodec
import PNMCodec
import QOICodec

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The codecs of this run: those that are part of the program, and those that were found.
enum Codecs {
  /// In the order in which they are asked.
  static let builtIn: [any Codec] =
    [JPEGCodec(), PNGCodec(), QOICodec()] + PNMCodec.Kind.allCases.map { PNMCodec($0) }

  /// What lies in the folders for plugins. Manifests are read, and nothing is loaded.
  static let found = PluginSearch(folders: PluginPaths.folders).plugins(
    besides: Set(builtIn.map(\.format.name)))

  static let all = list()

  /// - Parameters:
  ///   - isIsolated: whether the built-in ones run in processes of their own, as those that were found do anyway.
  ///   - allowsUnsandboxed: whether plugins run on a system that cannot restrict them.
  static func list(isIsolated: Bool = false, allowsUnsandboxed: Bool = false) -> CodecList {
    CodecList(
      (isIsolated ? isolated : builtIn) + (allowsUnsandboxed ? permissive : strict), otherwise: explained)
  }

  // Made once, as their workers are kept for the next image.
  private static let isolated = IsolatedCodecs.of(builtIn)
  private static let strict = loaded(allowsUnsandboxed: false)
  private static let permissive = loaded(allowsUnsandboxed: true)

  private static func loaded(allowsUnsandboxed: Bool) -> [any Codec] {
    var policy = PluginPolicy()
    policy.allowsUnsandboxed = allowsUnsandboxed
    policy.warn = { Console.warn($0) }
    return found.compactMap { PluginCodec($0, worker: PluginPaths.worker, policy) }
  }

  /// Why no codec takes a file that begins like this: a plugin that is refused or missing.
  @Sendable private static func explained(_ start: [UInt8]) -> CodecError? {
    refused { $0.has(start) } ?? KnownFormat.of(start).map(missing)
  }

  /// The same of a format that shall be written.
  static func explained(name: String) -> CodecError? {
    if let refused = refused({ $0.has(name: name) }) { return refused }
    guard let known = KnownFormat.named(name) else { return nil }
    return known.writes ? missing(known) : .unsupported(detail: "\(known.title) can be read, not written")
  }

  private static func refused(_ wants: (ClaimedFormats) -> Bool) -> CodecError? {
    for plugin in found {
      guard case .failure(let refusal) = plugin.result, let claimed = refusal.claimedFormats,
        wants(claimed)
      else {
        continue
      }
      return .refusedPlugin(plugin.path, refusal.sentence)
    }
    return nil
  }

  @Sendable private static func missing(_ format: KnownFormat) -> CodecError {
    .missingPlugin(format: format.title, plugin: format.plugin, package: format.package)
  }
}

/// Where plugins are looked for, and the program that runs them.
enum PluginPaths {
  /// `FRAMEIT_PLUGIN_PATH`, then the user's folder, then the system's.
  static var folders: [String] {
    var folders = (variable("FRAMEIT_PLUGIN_PATH") ?? "").split(separator: ":").map(String.init)
    if let data = variable("XDG_DATA_HOME") ?? variable("HOME").map({ FilePath.join($0, ".local/share") }) {
      folders.append(FilePath.join(data, "frameit/plugins"))
    }
    if let program {
      folders.append(FilePath.join(FilePath.folder(FilePath.folder(program)), "lib/frameit/plugins"))
    }
    folders += ["/usr/local/lib/frameit/plugins", "/usr/lib/frameit/plugins"]
    var seen: Set<String> = []
    return folders.filter { seen.insert($0).inserted }
  }

  /// Beside the program, or where `make install` puts it.
  static var worker: String {
    guard let program else { return name }
    let beside = FilePath.join(FilePath.folder(program), name)
    if access(beside, X_OK) == 0 { return beside }
    return FilePath.join(FilePath.folder(FilePath.folder(program)), "libexec/frameit/" + name)
  }

  private static let name = "frameit-codec"

  private static var program: String? { FilePath.real("/proc/self/exe") }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
