import FrameImage
import FrameScript
import FramePlan
import FrameScene
import TestSupport
import Testing

/// What a canvas leaves out is reported.
@Suite struct FramingTests {
  typealias Loss = RenderPlan.Loss

  static let cut: [(String, [String: Double])] = [
    ("", [:]), ("translate 1,0", [:]), ("translate 30,0", ["photo": 0.1]),
    ("translate -30,20", ["photo": 0.19]), ("translate 0,150", ["photo": 0.75]),
    ("canvas 300,200; translate 30,0", [:]), ("canvas 100%,100%; translate 30,0", [:]),
    ("layer photo image; rotate 90deg", ["photo": 1.0 / 3]), ("pan 30,0", ["photo": 0.1]),
    ("opacity 0; translate 30,0", [:]), ("hide; translate 30,0", [:]),
    // What a content mode or a clip cuts off is not reported.
    ("layer a image mode scaleAspectFill size 100,100 at 0,0", [:]),
    ("layer a image mode center size 100,100 at 250,0 clip", ["a": 0.5]),
    ("layer a image at 0,0 clip ellipse 0,0 50,50; translate 30,0", [:]),
    ("group g size 50,50 clip { layer a image at 0,0 }", [:]),
    ("group g at 30,0 { layer a image at 0,0 }", ["a": 0.1]),
    ("crop 5,5 10,10", [:]),
    // `straighten` cuts off the corners on purpose.
    ("straighten 3deg", [:]), ("straighten 3deg; straighten -2deg", [:]),
    ("straighten 45deg; undo; redo", [:]),
    ("straighten 3deg; undo; translate 30,0", ["photo": 0.1]),
    ("straighten 3deg; transform 1 0 0 1 0 0; translate 30,0", ["photo": 0.1]),
    ("translate 30,0; straighten 0deg", ["photo": 0.1]),
  ]

  @Test("The share of an image outside an unstated canvas is reported", arguments: cut)
  func cutShares(script: String, expected: [String: Double]) throws {
    var found: [String: Double] = [:]
    for case .cut(let layers, _) in try plan(script).losses {
      for layer in layers { found[layer.name] = layer.share }
    }
    expectEqual(found.keys.sorted(), expected.keys.sorted())
    for (name, share) in expected { expectTrue(abs((found[name] ?? 0) - share) < 1e-9) }
  }

  @Test("What is cut off after straightening is reported") func straightened() throws {
    guard case .cut(let layers, 0)? = try plan("straighten 3deg; scale 2").losses.first else {
      Issue.record("nothing reported")
      return
    }
    expectTrue(layers.map(\.name) == ["photo"] && layers[0].share > 0.5 && layers[0].share < 0.75)
  }

  static let outside: [(String, [Loss])] = [
    ("translate 300,0", [.outside(["photo"], others: 0)]),
    ("canvas 300,200; translate 0,-200", [.outside(["photo"], others: 0)]),
    ("canvas 300,200; translate 0,-200; hide", []), ("canvas 300,200; translate 0,-200; opacity 0", []),
    ("canvas 9,9; layer a rect 9,0 5,5", [.outside(["a"], others: 0)]),
    ("canvas 9,9; layer a rect 9,0 5,5 fill none", []),
    ("canvas 9,9; layer a rect 10,0 5,5 fill none stroke red 4", []),
    ("canvas 9,9; layer a rect 12,0 5,5 shadow -6,0 0 red", []),
    ("canvas 9,9; layer a rect 30,0 5,5 shadow -6,0 0 red", [.outside(["a"], others: 0)]),
    ("canvas 9,9; group g clip { layer a rect 9,0 5,5 }", []),
    ("canvas 9,9; group g at 20,0 clip { layer a rect 0,0 5,5 }", [.outside(["g"], others: 0)]),
    ("canvas 9,9; group g at 20,0 { layer a rect 0,0 5,5 }", [.outside(["a"], others: 0)]),
    ("canvas 9,9; layer a rect 0,0 9,9 clip rect 20,20 5,5", [.outside(["a"], others: 0)]),
    // A crop leaves out what its author wants.
    ("canvas 9,9; layer a rect 5,5 2,2; crop 0,0 3,3", []),
    (
      "canvas 9,9; repeat 5 as i { layer a$i rect 9,0 5,5 }",
      [.outside(["a0", "a1", "a2"], others: 2)]
    ),
    ("canvas fit; layer a rect 9,0 5,5; layer b rect 900,0 5,5", []),
  ]

  @Test("Visible layers outside any canvas are reported", arguments: outside)
  func layersOutside(script: String, expected: [Loss]) throws {
    try expectEqual(plan(script).losses, expected)
  }

  @Test(
    "Edits whose areas contain nothing of their layers are reported",
    arguments: [
      ("blur 5 in rect 0,0 20,20", 0), ("blur 5 in rect 2000,0 20,20", 1), ("blur 5 in rect 9,9 0,0", 1),
      ("pixelate 5 in ellipse 500,0 9,9; sharpen 1 1 in rect -9,0 5,5", 2),
      ("blur 5; blur 0 in rect -9,0 1,1", 0),
      // In the bars beside the image.
      ("canvas 900,200; blur 5 in rect 0,0 20,20", 1),
      ("canvas 90,90; layer a rect 0,0 5,5; blur 1 in rect 6,6 2,2", 0),
      ("canvas 90,90; layer a rect 0,0 5,5; blur 1 in rect 60,6 2,2", 1),
      ("hide; blur 5 in rect -9,0 1,1", 0),
    ])
  func areasOutside(script: String, count: Int) throws {
    let outside = try plan(script).losses.filter { if case .editOutside = $0 { true } else { false } }
    expectEqual(outside.count, count)
  }

  @Test(
    "A gradient that hides nothing as a mask is reported",
    arguments: [
      ("mask linear 0,0 to 0,9 white black", true), ("mask linear 0,0 to 0,9 white black luminance", false),
      ("mask linear 0,0 to 0,9 white none", false), ("mask linear 0,0 to 0,9 white black invert", false),
    ])
  func opaqueMask(script: String, isReported: Bool) throws {
    try expectEqual(plan(script).losses, (isReported ? [.opaqueMask(layer: "photo")] : []))
  }

  @Test("In frames, only layers that stay in place are reported") func frames() throws {
    let script = """
      canvas 9,9
      layer still rect 20,0 5,5
      layer moving rect 0,0 5,5
      layer fading rect 30,0 5,5
      group g { layer inner rect 0,0 5,5 }
      animate moving move to 90,0 over 500ms
      animate fading opacity to 0.5 over 500ms
      animate g move to 90,0 over 500ms
      """
    let result = try run(script, context: RunContext(frameRate: FrameRate("10")))
    let planner = Planner(limits: Limits(), output: anything)
    let frames = try FramePlanner(try #require(result.timeline), by: planner)
    try expectEqual(frames.framingLosses(), [.outside(["still", "fading"], others: 0)])
    try expectEqual(frames.plan(0).losses, [])
    let still = try planner.plan(result.scene)
    expectEqual(still.losses, [.outside(["still", "moving", "fading"], others: 1)])
  }
}
