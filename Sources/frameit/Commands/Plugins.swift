import ArgumentParser
import FrameBatch
import FrameCodec
import FrameImage
import FrameKit

struct Plugins: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List codecs and check plugins.",
    subcommands: [PluginsList.self, PluginsCheck.self, PluginsWhy.self], defaultSubcommand: PluginsList.self)
}

struct PluginsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List built-in codecs, plugins and refused plugins.")

  @Flag(help: "Load the plugins, and print the versions of their libraries.")
  var verbose = false

  @Flag(help: "Print one JSON object per codec.")
  var json = false

  @OptionGroup var pluginOptions: PluginOptions

  func run() {
    for codec in Codecs.list(allowsUnsandboxed: pluginOptions.allowUnsandboxed).codecs {
      Console.report(CodecRecord(codec, loads: verbose || json), json: json)
    }
    for plugin in Codecs.found {
      guard case .failure(let refusal) = plugin.result else { continue }
      Console.report(RefusedRecord(plugin.path, refusal), json: json)
    }
  }
}

/// A codec in the output of `plugins list`.
struct CodecRecord: Record {
  var schema = 1
  var name: String
  var title: String
  var extensions: [String]
  /// The name and version of the library; nil for a plugin that is not loaded.
  var library: String?
  var alpha: Bool
  var depths: [Int]
  var lossy: Bool
  var animation: Bool
  var writes: Bool
  /// The path of the plugin's library, or "built-in".
  var origin: String

  /// - Parameters:
  ///   - codec: The codec.
  ///   - loads: Load a plugin to read the version of its library.
  init(_ codec: any Codec, loads: Bool) {
    name = codec.format.name
    title = codec.format.title
    extensions = codec.format.extensions
    library = loads || codec.plugin == nil ? codec.library : nil
    origin = codec.plugin ?? "built-in"
    animation = codec.format.capabilities.animation
    writes = codec.format.capabilities.writes
    alpha = codec.format.capabilities.alpha
    depths = codec.format.capabilities.depths.map(\.rawValue)
    lossy = codec.format.capabilities.isLossy
  }

  var lines: [String] {
    let bits = depths.map(String.init).joined(separator: " and ")
    let parts = [
      "\(writes ? "reads and writes" : "reads") .\(extensions.joined(separator: " ."))", "\(bits) bits",
      alpha ? "with transparency" : "no transparency", lossy ? "lossy" : "lossless",
      animation ? "animated" : nil,
      library, origin.printable,
    ]
    return ["\(name): \(parts.compactMap { $0 }.joined(separator: ", "))"]
  }
}

/// A refused plugin in the output of `plugins list`.
private struct RefusedRecord: Record {
  var schema = 1
  var path: String
  var refused: String

  init(_ path: String, _ refusal: DiscoveredPlugin.Refusal) {
    self.path = path
    refused = refusal.message
  }

  var lines: [String] { ["refused: \(path.printable): \(refused.printable)"] }
}

struct PluginsWhy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Show which codec reads a file, which folders are searched, and why plugins are refused.")

  @Argument(help: "The image; '-' is stdin.", completion: .file())
  var file: InputSource

  @OptionGroup(title: "Limits") var limitOptions: LimitOptions

  @OptionGroup var pluginOptions: PluginOptions

  func run() throws {
    let limits = limitOptions.limits
    let input = try InputFile(file, limit: .memory(limits))
    Console.out("plugin folders:\n")
    for folder in PluginPaths.folders {
      Console.out("  \(folder.printable)\(FilePath.isFolder(folder) ? "" : " (missing)")\n")
    }
    if !Codecs.found.isEmpty { Console.out("plugins:\n") }
    for plugin in Codecs.found {
      let what =
        switch plugin.result {
        case .success(let manifest): manifest.format.title
        case .failure(let refusal): "refused: \(refusal.message)"
        }
      Console.out("  \(plugin.path.printable): \(what.printable)\n")
    }
    let start = try input.start(64)
    let bytes = start.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    Console.out("\(input.name.printable) begins with: \(bytes.joined(separator: " "))\n")
    for codec in Codecs.all.codecs
    where codec.format.signatures.contains(where: { $0.matches(start) }) {
      Console.out(
        "  matches the signature of \(codec.format.name), \(codec.plugin?.printable ?? "built-in")\n")
    }
    let codecs = Codecs.list(allowsUnsandboxed: pluginOptions.allowUnsandboxed)
    let image = try OpenImage(input, codecs: codecs, limits: limits)
    Console.out("\(image.codec.format.name) reads it: \(ImageRecord(image).summary)\n")
  }
}

extension DiscoveredPlugin.Refusal {
  /// The reason as text.
  var message: String {
    switch self {
    case .manifest(let error, _): error.message
    case .unreadable(let number): "cannot read the manifest: \(CodecError.systemMessage(number))"
    case .libraryMissing(_, let path): "its library \(path) is missing"
    case .shadowed(let path): "\(path) has the same name and comes first"
    case .builtIn: "a built-in codec has the same name"
    }
  }
}

extension ManifestError {
  var message: String {
    let what =
      switch problem {
      case .notAManifest: "the manifest does not begin with 'frameit-codec 1'"
      case .version(let version): "the manifest has version '\(version)'; this program reads version 1"
      case .unknownWord(let key): "unknown key '\(key)'"
      case .value(let key): "'\(key)' has an invalid value"
      case .twice(let key): "'\(key)' is given twice"
      case .missing(let key): "'\(key)' is missing"
      }
    return line.map { "line \($0): \(what)" } ?? what
  }
}
