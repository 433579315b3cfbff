import Foundation
import FrameCodec
import TestSupport
import Testing

/// The program's built-in knowledge of our plugins, compared with their manifests.
@Suite struct KnownFormatsTests {
  private static let plugins = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Plugins").standardized

  /// Returns the manifests of a kind in the folder, except those of built-in formats.
  private static func manifests<M: Manifest>(_: M.Type = M.self) throws -> [String: M] {
    let files = FileManager.default.enumerator(at: plugins, includingPropertiesForKeys: nil)
    var found: [String: M] = [:]
    while let file = files?.nextObject() as? URL {
      guard ".\(file.pathExtension)" == M.ending, !file.path.contains("/QOI/") else { continue }
      let name = file.deletingPathExtension().lastPathComponent
      found[name] = try M(String(contentsOf: file, encoding: .utf8), name: name)
    }
    return found
  }

  @Test("The built-in list of plugins agrees with their manifests")
  func listMatchesManifests() throws {
    let manifests = try Self.manifests(PluginManifest.self)
    expectTrue(Set(manifests.keys) == Set(KnownFormat.all.map(\.plugin)) && manifests.count >= 6)
    for known in KnownFormat.all {
      let format = try #require(manifests[known.plugin]).format
      expectTrue(known.plugin == format.name && known.title == format.title)
      expectEqual(Set(known.signatures), Set(format.signatures), "\(known.title)")
      expectTrue(
        known.extensions == format.extensions && known.writes == format.capabilities.writes, "\(known.title)")
    }
  }

  @Test("The suggested package of each plugin is the one that its build rules name")
  func packagesMatchBuildRules() throws {
    let rules = try String(contentsOf: Self.plugins.appending(path: "plugins.mk"), encoding: .utf8)
    for known in KnownFormat.all {
      expectTrue(rules.contains("DEB_\(known.plugin) = \(known.package)\n"), "\(known.title)")
    }
  }

  @Test("The built-in list of effects agrees with their manifests")
  func effectsMatchManifests() throws {
    let manifests = try Self.manifests(EffectManifest.self)
    expectEqual(Set(manifests.keys), Set(KnownEffect.all.map(\.name)))
    for known in KnownEffect.all {
      let parameters = try #require(manifests[known.name]).declaration.parameters
      let parameter = try #require(parameters.first { $0.name == known.key }, "\(known.statement)")
      expectTrue(parameter.range.contains(try #require(Double(known.value))), "\(known.statement)")
    }
  }
}
