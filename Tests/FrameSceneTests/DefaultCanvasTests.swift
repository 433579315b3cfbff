import FrameImage
import FrameScript
import FrameScene
import TestSupport
import Testing

/// The canvas of scripts that state none.
@Suite struct DefaultCanvasTests {
  static let fitting: [(String, PixelSize)] = [
    ("rotate 90deg", size(200, 300)), ("rotate -1turn", size(300, 200)), ("scale 0.5", size(150, 100)),
    ("scale 2,1", size(600, 200)), ("skew 45deg", size(500, 200)), ("concat 0 1 -1 0 7 9", size(200, 300)),
    ("transform 2 0 0 2 0 0", size(600, 400)), ("rotate 30deg; reset", size(300, 200)),
    ("rotate 30deg; undo", size(300, 200)), ("if $width > 5 { rotate 90deg }", size(200, 300)),
    ("rotate 90deg; translate 50,0", size(200, 300)), ("rotate 90deg; opacity 0.5", size(200, 300)),
    ("define turn { rotate 90deg }\nturn", size(200, 300)),
    ("menu m \"M\" { item \"Turn\" { rotate 90deg } }\nopen m\nchoose \"Turn\"", size(200, 300)),
    ("rotate 90deg; animate photo opacity to 0.5", size(200, 300)),
  ]

  @Test("Exact edits of a photo show all of it", arguments: fitting)
  func fits(script: String, expected: PixelSize) throws {
    let plan = try plan(script)
    expectEqual(plan.canvas, expected)
    expectEqual(plan.losses, [])
    // Stating it makes no difference.
    let stated = try FrameSceneTests.plan("canvas fit\n" + script)
    expectEqual(stated, plan)
  }

  static let fixed = [
    "", "translate 40,0", "move 40,0", "straighten 3deg", "rotate 180deg; straighten 3deg",
    "straighten 3deg; rotate 90deg",
    "rotate 90deg; translate 5,5; straighten 3deg", "layer photo image; rotate 90deg; straighten 3deg",
    "pan 40,20",
    "rotate 3deg; pinch 2", "rotate 3deg; touch 1 down 5,5 @0s; touch 1 up @10ms", "if 0 { rotate 90deg }",
    "rotate 90deg; layer a rect 5,5 10,10", "group g { layer a rect 5,5 10,10 }; rotate 90deg",
    "layer photo image; rotate 90deg", "rotate 90deg; hide", "animate photo rotate to 90deg",
    "scale 2; animate photo move to 50,0",
    "reset; translate 40,0", "let w = $canvas_width; rotate 90deg",
  ]

  @Test("Other scripts keep the size of the first image", arguments: fixed)
  func keepsSize(script: String) throws {
    try expectEqual(plan(script).canvas, size(300, 200))
  }

  @Test(
    "A photo that is straightened on its side has a canvas on its side",
    arguments: [
      "rotate left", "flip x; rotate right", "rotate left; flip y", "rotate left; straighten 1deg; undo",
    ])
  func straightened(turned: String) throws {
    let plan = try plan(turned + "; straighten 3deg")
    expectEqual(plan.canvas, size(200, 300))
    expectEqual(plan.losses, [])
    // The photo is enlarged as much as if it were upright.
    let scale = try FrameSceneTests.plan("straighten 3deg").draws[0].matrix.determinant
    expectTrue(abs(abs(plan.draws[0].matrix.determinant) - scale) < 1e-9)
    try expectEqual(FrameSceneTests.plan(turned + "; straighten 3deg; undo; undo").canvas, size(300, 200))
  }

  @Test("A stated canvas stays") func stated() throws {
    try expectEqual(plan("canvas 300,200; rotate 90deg").canvas, size(300, 200))
    try expectEqual(plan("canvas inside 150,150; rotate 90deg").canvas, size(150, 100))
  }

  @Test("A canvas that becomes too large is an error at the first edit") func tooLarge() throws {
    let error = try failure(of: "translate 5,5\nscale 1000\nrotate 3deg")
    expectEqual(error.position.line, 2)
  }

  @Test("All frames have the canvas of the end") func frames() throws {
    let context = RunContext(frameRate: FrameRate("10"))
    let result = try run("rotate 90deg; wait 200ms; rotate 90deg; wait 200ms; rotate 90deg", context: context)
    let timeline = try #require(result.timeline)
    let planner = try FramePlanner(timeline, by: Planner(limits: Limits(), output: anything))
    try expectTrue((0..<timeline.frames).allSatisfy { try planner.plan($0).canvas == size(200, 300) })
  }
}
