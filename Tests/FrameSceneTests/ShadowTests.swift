import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameScript
import TestSupport
import Testing

/// Shadows of layers: render plans, fitted canvases and hit tests.
@Suite struct ShadowTests {
  private func group(_ script: String) throws -> RenderPlan.GroupDraw? {
    let inputs = script.contains("image") ? [image()] : []
    guard case .group(let group)? = try plan("canvas 300,200; " + script, inputs).items.first else {
      return nil
    }
    return group
  }

  private let box = "layer a rect 50,50 50,50 "

  @Test("Offset and blur are in the parent's coordinates: light does not turn with the layer")
  func light() throws {
    let expected = RenderPlan.Shadow(
      offset: Vector(dx: 3, dy: -4), deviation: 5, color: Color(red: 1, green: 0, blue: 0))
    for script in [
      box + "shadow 3,-4 10 red", box + "; shadow 3,-4 10 red",
      box + "shadow 3,-4 10 red; rotate 90deg; scale 3",
      "layer a image shadow 3,-4 10 red", "layer a image placeholder shadow 1%,-2% 5% red",
      "layer a text \"b\" at 9,9 shadow 3,-4 10 red", "group g shadow 3,-4 10 red { \(box) }",
    ] {
      try expectEqual(group(script)?.shadow, expected, "\(script)")
    }
    let inner = "layer a rect 140,90 20,20 shadow 3,-4 10 red"
    try expectEqual(
      group("group g { \(inner) }; scale 2,8; rotate 90deg")?.shadow,
      RenderPlan.Shadow(offset: Vector(dx: 8, dy: 24), deviation: 20, color: expected.color))
  }

  @Test("A layer and its shadow fade as one")
  func fading() throws {
    let group = try #require(try group(box + "opacity 0.5 shadow 0,0 2 black"))
    expectEqual(group.opacity, 0.5)
    guard case .shape(let draw)? = group.items.first else { return }
    expectEqual(draw.opacity, 1)
  }

  @Test("`none` removes a shadow, undo restores it, and a shadow needs a color")
  func statements() throws {
    try expectTrue(group(box + "shadow 1,1 1 red; shadow none") == nil)
    try expectEqual(group(box + "shadow 1,1 1 red; shadow none; undo")?.shadow?.deviation, 0.5)
    try expectTrue(group(box + "shadow 1,1 1 none") == nil)
    let reaction = "recognize tap as t; on t { let x = 1 }"
    try expectEqual(
      group("let x = 5; \(box) shadow $x,0 $x red; \(reaction); let x = 8")?.shadow?.deviation, 4)
  }

  @Test("A layer outside the canvas is drawn if its shadow falls onto the canvas")
  func beside() throws {
    try expectTrue(group("layer a rect -60,0 50,50 shadow 30,0 0 red") != nil)
    try expectTrue(group("layer a rect -60,0 50,50 shadow 0,0 10 red") != nil)
    try expectTrue(group("layer a rect -60,0 50,50 shadow 0,0 2 red") == nil)
    try expectTrue(group("layer a rect -60,0 50,50 shadow -30,0 10 red") == nil)
    // A group's clip is applied before its shadow is drawn.
    try expectTrue(group("group g at -90,0 clip shadow 99,0 0 red { layer a rect 0,0 50,50 }") != nil)
    try expectTrue(
      group("group g shadow 200,0 0 red clip rect -90,0 9,9 { layer a rect -90,0 50,50 }") != nil)
  }

  static let fitted: [(String, Int, Int)] = [
    ("shadow 0,0 10 black", 90, 90), ("shadow 20,-30 0 black", 70, 80), ("shadow 0,0 0 black", 50, 50),
    ("shadow 100,0 10 black", 170, 90), ("clip rect 50,50 10,10 shadow 0,0 10 black", 50, 50),
  ]

  @Test("A fitted canvas holds the visible part of shadows", arguments: fitted)
  func fit(options: String, width: Int, height: Int) throws {
    try expectEqual(plan("canvas 300,200; canvas fit; " + box + options, []).canvas, size(width, height))
  }

  @Test("A colored shadow makes a gray image colored")
  func gray() throws {
    let gray = [image(300, 200, id: 1, .up, PixelFormat(.gray, .eight))]
    try expectTrue(plan("layer a image shadow 0,0 1 #888", gray).output.channels.isGray)
    try expectTrue(!plan("layer a image shadow 0,0 1 red", gray).output.channels.isGray)
  }

  @Test("A shadow is not part of hit testing")
  func hits() throws {
    let scene = try run("canvas 300,200; " + box + "shadow 60,0 0 black", []).scene
    expectTrue(scene.hitTest(Point(x: 130, y: 75)) == nil)
  }

  static let refused: [(String, ScriptProblem)] = [
    ("shadow 0,0 -1 red", .scene(.outOfRange("a shadow's blur", value: -1, wanted: "from 0"))),
    ("shadow 0,0 65536 red", .scene(.limit(LimitExceeded(.blur, needed: 65_536, allowed: 65_535)))),
    (
      "shadow 0,0 1e300 red",
      .scene(.limit(LimitExceeded(.blur, needed: 1_000_000_000_000_000, allowed: 65_535)))
    ),
    ("shadow 1e300,0 1 red", .scene(.tooFar(layer: "a"))), ("shadow 0,(0/0) 1 red", .divisionByZero),
  ]

  @Test(
    "Invalid shadows are errors", arguments: refused)
  func errors(options: String, problem: ScriptProblem)
    throws
  {
    try expectEqual(failure(of: "canvas 300,200; " + box + options, []).problem, problem)
  }
}
