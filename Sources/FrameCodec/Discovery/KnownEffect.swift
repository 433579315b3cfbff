/// An effect of one of our plugins, for scripts that use it, or a word of another tool for it, without the plugin.
///
/// It repeats the plugin's manifest; a test compares both.
package struct KnownEffect: Equatable, Sendable {
  /// The name in scripts.
  package let name: String
  /// A key of the effect, and a value for it.
  package let key: String
  package let value: String
  /// What it does: "darkens the corners".
  package let purpose: String
  /// What other tools call it.
  package let otherNames: [String]

  /// A statement with the effect: "effect median radius 2".
  package var statement: String { "effect \(name) \(key) \(value)" }

  /// - Returns: the effect with this name in scripts.
  package static func named(_ name: String) -> KnownEffect? { all.first { $0.name == name } }

  package static let all = [
    KnownEffect(
      name: "median", key: "radius", value: "2", purpose: "removes noise and specks",
      otherNames: ["denoise", "noise", "despeckle"]),
    KnownEffect(
      name: "vignette", key: "amount", value: "0.5", purpose: "darkens the corners", otherNames: []),
  ]
}
