import FrameCodec
import FrameImage
import TestSupport
import Testing

@Suite struct EffectManifestTests {
  @Test("A manifest with every key is read in full") func fullManifest() throws {
    let manifest = try EffectManifest(
      """
      # An effect
      frameit-effect 1
      name glow-2
      title A soft glow
      version 1.2
      library effects.so
      parameter amount 0.5 0 1
      parameter radius 3 0 50 pixels
      reach 1 2.5 radius
      changes-alpha
      threads
      """, name: "glow")
    expectTrue(manifest.library == "effects.so" && manifest.isThreaded)
    expectEqual(
      manifest.declaration,
      EffectDeclaration(
        name: "glow-2", title: "A soft glow", version: "1.2",
        parameters: [
          EffectParameter("amount", standard: 0.5, in: 0...1),
          EffectParameter("radius", standard: 3, in: 0...50, isLength: true),
        ], reach: EffectReach(1, factors: [0, 2.5]), changesAlpha: true))
    expectEqual(manifest.declaration.reach.pixels([1, 4.1]), 12)
  }

  @Test("A manifest with only the required keys is that of a point operation") func minimalManifest() throws {
    let manifest = try EffectManifest("frameit-effect 1\nname x\nversion 1", name: "a")
    expectEqual(manifest.declaration, EffectDeclaration(name: "x", title: "x", version: "1"))
    expectTrue(
      manifest.library == "a.so" && !manifest.isThreaded && manifest.declaration.reach.pixels([]) == 0)
  }

  static let wrong: [(String, Int?, PluginRefusal.Cause)] = [
    ("frameit-codec 1", 1, .notAManifest(first: "frameit-effect 1")), ("frameit-effect 2", 1, .version("2")),
    ("frameit-effect 1\nversion 1", nil, .missing("name")),
    ("frameit-effect 1\nname x", nil, .missing("version")),
    ("frameit-effect 1\nname x/y", 2, .value("name")),
    ("frameit-effect 1\nextensions x", 2, .unknownWord("extensions")),
    ("frameit-effect 1\nparameter a 2 0 1", 2, .value("parameter")),
    ("frameit-effect 1\nparameter a 1 0 nan", 2, .value("parameter")),
    ("frameit-effect 1\nparameter a 1 0 1e9", 2, .value("parameter")),
    ("frameit-effect 1\nparameter in 1 0 1", 2, .value("parameter")),
    ("frameit-effect 1\nparameter 1 1 0 1", 2, .value("parameter")),
    ("frameit-effect 1\nparameter a 1 0 1 points", 2, .value("parameter")),
    ("frameit-effect 1\nparameter a 1 0 1\nparameter a 1 0 1", 3, .twice("parameter a")),
    ("frameit-effect 1\nreach 1 2", 2, .value("reach")), ("frameit-effect 1\nreach -1", 2, .value("reach")),
    ("frameit-effect 1\nreach 0 1 a\nparameter a 1 0 1", 2, .value("reach")),
    ("frameit-effect 1\nparameter a 1 -1 1\nreach 0 1 a", 3, .value("reach")),
    ("frameit-effect 1\nreach 1\nreach 1", 3, .twice("reach")),
    (
      "frameit-effect 1" + (0...16).map { "\nparameter a\($0) 1 0 1" }.joined(), 18, .value("parameter")
    ),
  ]

  @Test("Errors in a manifest name the problem and its line", arguments: wrong)
  func problems(text: String, line: Int?, problem: PluginRefusal.Cause) {
    let error = #expect(throws: PluginRefusal.self) { try EffectManifest(text, name: "x") }
    expectTrue(error?.line == line && error?.cause == problem)
  }
}
