import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage

/// What `frameit studio` tells the program that serves the studio.
public struct StudioSettings: Codable, Sendable {
  public struct Definition: Codable, Sendable {
    public var name: String
    public var value: String
  }

  /// The path of the script; nil for a new one without a name.
  public var script: String?
  /// The images and folders as the person named them.
  public var arguments: [String] = []
  /// The paths of all images.
  public var inputs: [String] = []
  /// The values of the script's parameters.
  public var definitions: [Definition] = []
  public var seed: UInt64 = 0
  /// The folders that the script may read beside its own.
  public var allowedFolders: [String] = []
  public var maximumPixels: Int
  public var maximumMemory: Int
  /// True to run the built-in codecs in processes of their own.
  public var isolatesCodecs = false
  /// True to run plugins on a system that cannot sandbox them.
  public var allowsUnsandboxed = false
  public var pluginFolders: [String] = []
  /// The path of the program that runs plugins.
  public var worker: String
  /// True to let other machines of the network open the page.
  public var listens = false
  /// The port of the page; 0 for any free one.
  public var port: UInt16 = 0
}

extension StudioSettings {
  var limits: Limits {
    var limits = Limits()
    (limits.pixels, limits.memory) = (maximumPixels, maximumMemory)
    return limits
  }

  /// Returns why a file must not be replaced: it is one of the images; nil for other files.
  func reasonToKeep(_ path: String) -> String? {
    guard let file = OutputFile.identity(of: path),
      inputs.contains(where: { OutputFile.identity(of: $0) == file })
    else { return nil }
    return "\(FilePath.name(path)) is one of the images; choose another name"
  }

  var codecs: CodecList {
    var policy = PluginPolicy()
    policy.allowsUnsandboxed = allowsUnsandboxed
    let plugins = FoundPlugins(in: pluginFolders).usable(worker: worker, policy)
    return CodecList(isolatesCodecs ? CodecList.isolated : CodecList.builtIn) { plugins }
  }
}
