import FrameCodec
import FrameImage
import FrameMessages

/// A codec in the output of `plugins list`.
package struct CodecRecord: Encodable {
  package var schema = 1
  package var name: String
  package var title: String
  package var extensions: [String]
  /// The name and version of the library; nil for a plugin that is not loaded.
  package var library: String?
  package var alpha: Bool
  package var depths: [Int]
  package var lossy: Bool
  package var animation: Bool
  package var writes: Bool
  /// The path of the plugin's library, or "built-in".
  package var origin: String

  /// - Parameters:
  ///   - codec: The codec.
  ///   - loads: Load a plugin to read the version of its library.
  /// - Throws: `CodecError` if the plugin cannot be loaded.
  package init(_ codec: any Codec, loads: Bool) throws(CodecError) {
    name = codec.format.name
    title = codec.format.title
    extensions = codec.format.extensions
    if codec.plugin == nil {
      library = codec.library
    } else if loads, let plugin = codec as? RemoteCodec {
      library = try plugin.loadedLibrary()
    }
    origin = codec.plugin ?? "built-in"
    animation = codec.format.capabilities.animation
    writes = codec.format.capabilities.writes
    alpha = codec.format.capabilities.alpha
    depths = codec.format.capabilities.depths.map(\.rawValue)
    lossy = codec.format.capabilities.loss != .nothing
  }

  package var lines: [String] {
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
package struct RefusedPluginRecord: Encodable {
  package var schema = 1
  package var path: String
  package var refused: String

  package init(_ path: String, _ refusal: PluginRefusal) {
    self.path = path
    refused = refusal.message
  }

  /// - Parameters:
  ///   - path: The path of the plugin's library.
  ///   - error: Why it cannot be loaded.
  package init(_ path: String, _ error: CodecError) {
    self.path = path
    refused =
      if case .refusedPlugin(_, let reason) = error { "cannot load it: \(reason)" } else {
        error.message.text
      }
  }

  package var lines: [String] { ["refused: \(path.printable): \(refused.printable)"] }
}
