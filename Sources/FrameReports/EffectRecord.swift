import FrameCodec
import FrameImage
import FrameMessages

/// An effect of a plugin in the output of `plugins list`.
package struct EffectRecord: Encodable {
  package struct Parameter: Encodable {
    var name: String
    var `default`: Double
    var least: Double
    var most: Double
    /// Whether it is a length in pixels.
    var isLength: Bool
  }

  package var schema = 1
  /// The name in scripts.
  package var effect: String
  package var title: String
  package var version: String
  package var parameters: [Parameter]
  package var changesAlpha: Bool
  /// The name and version of the library; nil for a plugin that is not loaded, or if it uses none.
  package var library: String?
  /// The path of the plugin's library.
  package var origin: String

  /// - Parameters:
  ///   - effect: The effect.
  ///   - loads: Load the plugin to read the version of its library.
  /// - Throws: `CodecError` if the plugin cannot be loaded.
  package init(_ effect: RemoteEffect, loads: Bool) throws(CodecError) {
    let declaration = effect.manifest.declaration
    self.effect = declaration.name
    (title, version) = (declaration.title, declaration.version)
    parameters = declaration.parameters.map {
      Parameter(
        name: $0.name, default: $0.standard, least: $0.range.lowerBound, most: $0.range.upperBound,
        isLength: $0.isLength)
    }
    changesAlpha = declaration.changesAlpha
    if loads {
      let name = try effect.loadedLibrary()
      library = name.isEmpty ? nil : name
    }
    origin = effect.plugin
  }

  package var lines: [String] {
    let parts = ["\(title) \(version)"] + parameters.map(\.text) + [library, origin].compactMap { $0 }
    return ["effect \(effect): \(parts.map(\.printable).joined(separator: ", "))"]
  }
}

extension EffectRecord.Parameter {
  /// "radius 0..20 pixels (2)"
  fileprivate var text: String {
    "\(name) \(least.scriptText)..\(most.scriptText)\(isLength ? " pixels" : "") (\(self.default.scriptText))"
  }
}
