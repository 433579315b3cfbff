import FrameCodec
import FrameImage
import FrameMessages

/// A part of a report: its fields for programs, and its text for people.
package struct ReportRecord: Encodable, Sendable {
  package var fields: JSONFields
  package var text: String

  package init(fields: JSONFields, text: String) { (self.fields, self.text) = (fields, text) }

  package func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}

// The lines of `plugins list`.
extension ReportRecord {
  /// A codec.
  ///
  /// - Parameter loads: Load a plugin to read the version of its library.
  /// - Throws: `CodecError` if the plugin cannot be loaded.
  package init(_ codec: any Codec, loads: Bool) throws(CodecError) {
    let (format, capabilities) = (codec.format, codec.format.capabilities)
    let depths = capabilities.depths.map(\.rawValue)
    let isLossy = capabilities.loss != .nothing
    let origin = codec.plugin ?? "built-in"
    // The name and version of the library; nil for a plugin that is not loaded.
    var library: String?
    if codec.plugin == nil {
      library = codec.library
    } else if loads, let plugin = codec as? RemoteCodec {
      library = try plugin.loadedLibrary()
    }
    fields = [
      "schema": 1, "name": format.name, "title": format.title, "extensions": format.extensions,
      "alpha": capabilities.alpha, "depths": depths, "lossy": isLossy, "animation": capabilities.animation,
      "writes": capabilities.writes, "library": library, "origin": origin,
    ]
    let bits = depths.map(String.init).joined(separator: " and ")
    let parts = [
      "\(capabilities.writes ? "reads and writes" : "reads") .\(format.extensions.joined(separator: " ."))",
      "\(bits) bits", capabilities.alpha ? "with transparency" : "no transparency",
      isLossy ? "lossy" : "lossless", capabilities.animation ? "animated" : nil, library, origin.printable,
    ]
    text = "\(format.name): \(parts.compactMap { $0 }.joined(separator: ", "))"
  }

  /// An effect of a plugin.
  ///
  /// - Parameter loads: Load the plugin to read the version of its library.
  /// - Throws: `CodecError` if the plugin cannot be loaded.
  package init(_ effect: RemoteEffect, loads: Bool) throws(CodecError) {
    let declaration = effect.manifest.declaration
    let library = loads ? try effect.loadedLibrary() : ""
    fields = [
      "schema": 1, "effect": declaration.name, "title": declaration.title, "version": declaration.version,
      "changesAlpha": declaration.changesAlpha, "library": library.isEmpty ? nil : library,
      "origin": effect.plugin,
    ]
    fields["parameters"] = declaration.parameters.map { parameter -> JSONFields in
      // `isLength` is true for a length in pixels.
      [
        "name": parameter.name, "default": parameter.standard, "least": parameter.range.lowerBound,
        "most": parameter.range.upperBound, "isLength": parameter.isLength,
      ]
    }
    // "radius 0..20 pixels (2)"
    let parameters = declaration.parameters.map { parameter in
      let range = "\(parameter.range.lowerBound.scriptText)..\(parameter.range.upperBound.scriptText)"
      let unit = parameter.isLength ? " pixels" : ""
      return "\(parameter.name) \(range)\(unit) (\(parameter.standard.scriptText))"
    }
    let parts =
      ["\(declaration.title) \(declaration.version)"] + parameters + (library.isEmpty ? [] : [library])
      + [effect.plugin]
    text = "effect \(declaration.name): \(parts.map(\.printable).joined(separator: ", "))"
  }

  package init(_ path: String, _ refusal: PluginRefusal) {
    self.init(refusing: path, because: refusal.message)
  }

  /// - Parameters:
  ///   - path: The path of the plugin's library.
  ///   - error: Why it cannot be loaded.
  package init(_ path: String, _ error: CodecError) {
    let reason =
      if case .refusedPlugin(_, let reason) = error { "cannot load it: \(reason)" } else {
        error.message.text
      }
    self.init(refusing: path, because: reason)
  }

  private init(refusing path: String, because reason: String) {
    fields = ["schema": 1, "path": path, "refused": reason]
    text = "refused: \(path.printable): \(reason.printable)"
  }
}
