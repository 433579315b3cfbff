import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameScript
import TestSupport
import Testing

/// Blur, sharpening and squares in scripts.
@Suite struct NeighborhoodEditTests {
  private func edits(_ script: String) throws -> [LayerEffect] {
    try run(script).scene.layers[0].state.effects
  }

  private func drawn(_ script: String) throws -> RenderPlan.NeighborhoodDraw? {
    try plan(script).items.firstNeighborhood
  }

  static let statements: [(String, LayerEffect)] = [
    ("blur 3", .neighborhood(.blur(deviation: 3))), ("blur 1%", .neighborhood(.blur(deviation: 2))),
    ("pixelate 8", .neighborhood(.pixelate(size: 8))),
    ("sharpen 0.8 1.5", .neighborhood(.sharpen(amount: 0.8, deviation: 1.5, threshold: 0))),
    ("sharpen 150% 2px 5%", .neighborhood(.sharpen(amount: 1.5, deviation: 2, threshold: 0.05))),
    ("sharpen output", .sharpenOutput()),
  ]

  @Test("It is a statement and an option of a layer, and can be of an area", arguments: statements)
  func forms(statement: String, effect: LayerEffect) throws {
    for script in [
      "canvas 300,200\n\(statement)", "canvas 300,200\nlayer p image \(statement) at 0,0",
      "canvas 300,200\ngroup g { layer p image }\n\(statement)", "canvas 300,200\ninvert\nundo\n\(statement)",
    ] where effect != .sharpenOutput() || !script.contains("group") {
      try expectEqual(edits(script).last, effect, "\(script)")
    }
    let area = try edits("canvas 300,200\n\(statement) in rect 10%,20 30,40 evenodd").last?.area
    expectTrue(area?.path.boundingBox == Rect(x: 30, y: 20, width: 30, height: 40) && area?.rule == .evenOdd)
    try expectEqual(edits("\(statement); undo"), [])
  }

  @Test("Lengths are the parent's, and areas the layer's") func lengths() throws {
    let turned = try drawn("canvas 300,200; layer p image; scale 3; rotate 90deg; blur 4 in rect 10,20 30,40")
    expectEqual(turned?.edit, .blur(deviation: 4))
    expectEqual(turned?.area?.boundingBox?.size, Size(width: 120, height: 90))
    try expectEqual(
      drawn("canvas 300,200; group g { layer p image blur 4 }; scale 3")?.edit, .blur(deviation: 12))
    try expectEqual(
      drawn("canvas 300,200; layer p image at 10,20 pixelate 9 in ellipse 5,6 20,20")?.box.origin,
      Point(x: 15, y: 26))
  }

  @Test("Squares count the pixels of an image, and not those beyond its edge") func edges() throws {
    let outline = try drawn("pixelate 9")?.outline
    expectEqual(outline?.boundingBox, Rect(x: 0, y: 0, width: 300, height: 200))
    try expectTrue(drawn("blur 9")?.outline == nil)
    try expectTrue(drawn("layer p image edge mirror; pixelate 9")?.outline == nil)
    try expectTrue(drawn("group g { layer p image $1 }; pixelate 9")?.outline == nil)
  }

  @Test("Only reduced images are sharpened for the output") func output() throws {
    try expectTrue(drawn("sharpen output") == nil)
    try expectTrue(drawn("canvas 290,200; layer p image; sharpen output") == nil)
    try expectEqual(
      drawn("canvas 50%,50%; layer p image; sharpen output")?.edit,
      .sharpen(amount: 0.5, deviation: 0.6, threshold: 0))
    try expectTrue(
      drawn("canvas 300,200; layer p image part 0,0 30,20 at 0,0 size 30,20; sharpen output") == nil)
  }

  @Test("A photo that covers the canvas stays opaque") func opaque() throws {
    try expectEqual(plan("blur 5").output.channels, .rgb)
    try expectEqual(plan("rotate 180deg; sharpen 1 2; pixelate 9").output.channels, .rgb)
    try expectEqual(plan("translate 20,0; blur 5").output.channels, .rgba)
    // The edge of a group fades.
    try expectEqual(plan("group g { layer p image $1 }; blur 5").output.channels, .rgba)
    try expectEqual(plan("group g { layer p image $1 }; sharpen 1 5").output.channels, .rgb)
    try expectEqual(plan("hide; layer t rect 0,0 300,200 fill red; blur 5").output.channels, .rgba)
  }

  static let failing: [(String, ScriptProblem)] = [
    ("blur -1", .scene(.outOfRange("a blur's radius", value: -1, wanted: "from 0"))),
    ("sharpen 101 1", .scene(.outOfRange("an amount", value: 101, wanted: "from 0 to 100"))),
    ("sharpen 1 1 2", .scene(.outOfRange("a threshold", value: 2, wanted: "from 0 to 1"))),
    ("blur 1000000", .scene(.limit(LimitExceeded(.radius, needed: 1_000_000, allowed: 2048)))),
    ("pixelate 1e9", .scene(.limit(LimitExceeded(.radius, needed: 1_000_000_000, allowed: 2048)))),
    ("blur (1/0)", .divisionByZero),
  ]

  @Test("Numbers out of range are errors", arguments: failing)
  func errors(script: String, problem: ScriptProblem) throws {
    let error = #expect(throws: ScriptError.self) { try plan(script) }
    expectEqual(error?.problem, problem)
  }
}
