import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameScript
import TestSupport
import Testing

/// Effects of plugins in scripts.
@Suite struct EffectStatementTests {
  private struct Nothing: EffectRunner {
    func run(_ block: EffectBlock, input: EffectPixels, output: EffectPixels) {}
    func bytes(_ block: EffectBlock) -> Int { 0 }
  }

  private static let glow = PluginEffect(
    EffectDeclaration(
      name: "glow", title: "Glow", version: "1.0",
      parameters: [
        EffectParameter("amount", standard: 0.5, in: 0...1),
        EffectParameter("radius", standard: 3, in: 0...600, isLength: true),
      ], reach: EffectReach(1, factors: [0, 2])), runner: Nothing())

  private static let context = {
    var context = RunContext()
    context.effects = { ["glow": glow] }
    return context
  }()

  private func values(_ script: String) throws -> [Double]? {
    let effects = try run(script, context: Self.context).scene.layers[0].state.effects
    guard case .neighborhood(.effect(let effect, let values, _), _)? = effects.last else { return nil }
    expectEqual(effect, Self.glow)
    return values
  }

  private func drawn(_ script: String) throws -> RenderPlan.NeighborhoodDraw? {
    try plan(script, context: Self.context).items.firstNeighborhood
  }

  @Test("It is a statement and an option of a layer; values that are not given are the defaults")
  func forms() throws {
    try expectEqual(values("effect glow"), [0.5, 3])
    try expectEqual(values("effect glow radius 7"), [0.5, 7])
    try expectEqual(values("let n = \"glow\"; effect $n radius (2*3) amount 25%"), [0.25, 6])
    try expectEqual(values("canvas 300,200\neffect glow radius 5%"), [0.5, 10])
    try expectEqual(
      values("canvas 300,200\nlayer p image effect glow amount 1 opacity 0.5 effect glow"), [0.5, 3])
    try expectEqual(values("canvas 300,200\nlayer p image effect glow amount 1 radius 2px at 0,0"), [1, 2])
    try expectTrue(values("effect glow; undo") == nil)
  }

  @Test("Lengths and the reach are those of the output; the box is that of the layer, or of the area")
  func lengths() throws {
    let plain = try #require(try drawn("canvas 300,200; layer p image at 10,20; effect glow radius 4"))
    expectTrue(plain.edit == .effect(Self.glow, values: [0.5, 4], scale: 1) && plain.edit.reach == 9)
    expectTrue(plain.box.origin == Point(x: 10, y: 20) && plain.box.size == Size(width: 300, height: 200))
    let group = try #require(
      try drawn("canvas 300,200; group g { layer p image effect glow radius 4 }; scale 3"))
    expectTrue(group.edit == .effect(Self.glow, values: [0.5, 12], scale: 3) && group.edit.reach == 25)
    let area = try #require(
      try drawn("canvas 300,200; layer p image at 10,20 effect glow in rect 5,6 20,30 nonzero"))
    expectTrue(area.area != nil && area.box == Rect(x: 15, y: 26, width: 20, height: 30))
  }

  @Test("An effect's keys are animated; a key that only 'from' or 'to' has keeps its value")
  func animated() throws {
    let pairs: [(String, [[Double]])] = [
      ("from amount 0 to amount 100% radius 7 ease linear", [[0, 7], [0.5, 7], [1, 7]]),
      ("from radius 2 to amount 1 ease linear", [[1, 2], [1, 2], [1, 2]]),
      ("from amount 1 radius 10 to radius 5% amount 0 ease linear", [[1, 10], [0.5, 10], [0, 10]]),
      // An easing may leave the range between the numbers.
      ("from amount 0 to amount 1 ease 0.5,-4 0.5,-4", [[0, 3], [0, 3], [1, 3]]),
    ]
    for (animation, wanted) in pairs {
      var context = Self.context
      context.frameRate = FrameRate(10)
      let script = "canvas 300,200; layer p image; animate p effect glow \(animation) over 200ms"
      let timeline = try #require(try run(script, context: context).timeline)
      let found = (0..<timeline.frames).map { frame -> [Double]? in
        let effects = timeline.scene(at: frame).layers[0].state.effects
        guard case .neighborhood(.effect(Self.glow, let values, _), _)? = effects.last else { return nil }
        return values
      }
      expectEqual(found, wanted, "\(script)")
    }
  }

  @Test("A photo stays opaque, but perhaps not gray") func format() throws {
    try expectEqual(plan("effect glow", context: Self.context).output.channels, .rgb)
    let gray = image(300, 200, .up, .gray8)
    try expectEqual(plan("effect glow", [gray], context: Self.context).output.channels, .rgb)
    try expectEqual(plan("blur 3", [gray]).output.channels, .gray)
  }

  static let failing: [(String, Int, ScriptProblem)] = [
    ("effect vignette amount 1", 8, .scene(.unknownEffect("vignette", nearest: nil, effects: ["glow"]))),
    ("effect glo", 8, .scene(.unknownEffect("glo", nearest: "glow", effects: ["glow"]))),
    (
      "effect glow amout 1", 13,
      .scene(
        .unknownEffectParameter("amout", effect: "glow", nearest: "amount", parameters: ["amount", "radius"]))
    ),
    ("effect glow amount 2", 20, .scene(.outOfRange("'amount'", value: 2, wanted: "from 0 to 1"))),
    ("effect glow radius -1", 20, .scene(.outOfRange("'radius'", value: -1, wanted: "from 0 to 600"))),
    ("effect glow amount 1 amount 1", 22, .repeatedKey("amount")),
    ("effect glow amount 1px", 20, .wrongUnit("px", wanted: "%")),
    (
      "layer p image\nanimate p effect glow from amount 0 to amount 2", 47,
      .scene(.outOfRange("'amount'", value: 2, wanted: "from 0 to 1"))
    ),
    (
      "layer p image\nanimate p effect glow from amout 0 to amount 1", 28,
      .scene(
        .unknownEffectParameter("amout", effect: "glow", nearest: "amount", parameters: ["amount", "radius"]))
    ),
    ("effect glow radius 250", 1, .scene(.limit(LimitExceeded(.reach, needed: 501, allowed: 500)))),
  ]

  @Test("Unknown names and values out of range are errors at their place", arguments: failing)
  func errors(script: String, column: Int, problem: ScriptProblem) throws {
    let error = try failure(of: script, context: Self.context)
    expectTrue(error.problem == problem && error.position.column == column, "\(error)")
  }
}
