import ArgumentParser
import FrameCodec
import FrameKit
import FramePlugins

struct PluginsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the codecs, built in and found, and what is refused.")

  @Flag(help: "Load the plugins, for their libraries' versions, and say where they lie.")
  var verbose = false

  @Flag(help: "One JSON object a codec.")
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

/// A codec as `plugins list` tells it.
struct CodecRecord: Record {
  var schema = 1
  var name: String
  var title: String
  var extensions: [String]
  /// nil where it would have to be loaded for that.
  var library: String?
  var alpha: Bool
  var depths: [Int]
  var lossy: Bool
  var animation: Bool
  var writes: Bool
  /// Where the codec comes from; "built-in" is part of the program.
  var origin: String

  /// - Parameter loads: a plugin, to ask it for its library.
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

/// A plugin that was found and is not used.
private struct RefusedRecord: Record {
  var schema = 1
  var path: String
  var refused: String

  init(_ path: String, _ refusal: DiscoveredPlugin.Refusal) {
    self.path = path
    refused = refusal.sentence
  }

  var lines: [String] { ["refused: \(path.printable): \(refused.printable)"] }
}
