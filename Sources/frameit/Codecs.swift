import FrameCodec
import FrameEngine
import FrameFiles

/// The codecs of this process: the built-in ones, and the plugins found on this machine; and the effects of plugins.
enum Codecs {
  /// The built-in codecs, in the order in which they are tried.
  static let builtIn = CodecList.builtIn

  /// The plugins in the plugin folders.
  static let found = FoundPlugins(in: PluginPaths.folders)

  /// All codecs, as they are without options.
  static let all = list()

  /// Returns the codecs that the options of a command ask for.
  ///
  /// - Parameters:
  ///   - isIsolated: Run built-in codecs in worker processes, as plugins always are.
  ///   - allowsUnsandboxed: Run plugins on a system that cannot sandbox them.
  static func list(isIsolated: Bool = false, allowsUnsandboxed: Bool = false) -> CodecList {
    CodecList(isIsolated ? CodecList.isolated : builtIn) { allowsUnsandboxed ? permissive : strict }
  }

  // Created once: their workers are kept for the next image.
  private static let strict = usable(allowsUnsandboxed: false)
  private static let permissive = usable(allowsUnsandboxed: true)

  private static func usable(allowsUnsandboxed: Bool) -> CodecList.Plugins {
    var policy = PluginPolicy()
    policy.allowsUnsandboxed = allowsUnsandboxed
    policy.warn = { Console.warn($0) }
    return found.usable(worker: PluginPaths.worker, policy)
  }
}

/// The folders that are searched for plugins, and the program that runs them.
enum PluginPaths {
  /// The folders of `FRAMEIT_PLUGIN_PATH`, then the user's folder, then the system's.
  static var folders: [String] {
    var folders = (Environment.nonempty("FRAMEIT_PLUGIN_PATH") ?? "").split(separator: ":").map(String.init)
    if let data = Environment.nonempty("XDG_DATA_HOME")
      ?? Environment.nonempty("HOME").map({ FilePath.join($0, ".local/share") })
    {
      folders.append(FilePath.join(data, "frameit/plugins"))
    }
    if let program = HelperProgram.frameit {
      folders.append(FilePath.join(FilePath.folder(FilePath.folder(program)), "lib/frameit/plugins"))
    }
    folders += ["/usr/local/lib/frameit/plugins", "/usr/lib/frameit/plugins"]
    var seen: Set<String> = []
    return folders.filter { seen.insert($0).inserted }
  }

  /// The path of the worker program.
  static var worker: String { HelperProgram.path(of: "frameit-codec") }
}
