import FrameGeometry
import FrameImage
import FramePlan
import FrameScript
import TestSupport
import Testing

/// `canvas inscribed`: nothing of the output lies beside the image.
@Suite struct InscribedCanvasTests {
  @Test(
    "The whole canvas shows the image",
    arguments: [
      "", "rotate 90deg", "rotate 5deg", "straighten 1.3deg", "rotate 44deg", "skew 20deg; scale 0.7",
      "scale -1,0.3; rotate 170deg", "repeat 10 { rotate 1deg }", "translate 1000,0.3; rotate 12deg",
    ], ["canvas inscribed", "canvas inscribed 3:2", "canvas inscribed 9:16", "canvas inscribed 1:1"])
  func covered(script: String, canvas: String) throws {
    let plan = try plan("\(canvas)\n\(script)", [image(301, 200)])
    let draw = try #require(plan.draws.first)
    expectTrue(draw.covers(plan.window.size))
    expectEqual(plan.output, .rgb8)
    expectEqual(plan.losses, [])
  }

  @Test("Its size is known for right angles, and an aspect ratio is kept") func sizes() throws {
    try expectEqual(plan("canvas inscribed").canvas, size(300, 200))
    try expectEqual(plan("canvas inscribed; rotate 90deg", [image(301, 200)]).canvas, size(200, 301))
    try expectTrue(plan("canvas inscribed; rotate 90deg", [image(301, 200)]).copied != nil)
    try expectEqual(plan("canvas inscribed 1:1").canvas, size(200, 200))
    try expectEqual(plan("canvas inscribed 16:9").canvas, size(300, 169))
    try expectEqual(plan("canvas inscribed 9:16").canvas, size(113, 200))
    try expectEqual(plan("canvas inscribed; scale 0.5").canvas, size(150, 100))
  }

  @Test("Straightening does not enlarge there") func straightened() throws {
    let turned = try run("canvas inscribed; straighten 10deg")
    expectTrue(abs(turned.transform.singularValues.large - 1) < 1e-12)
    let enlarged = try run("straighten 10deg")
    expectTrue(enlarged.transform.singularValues.large > 1.1)
  }

  @Test("Other layers move with the image") func otherLayers() throws {
    let plan = try plan(
      "canvas inscribed; layer photo image; rotate 90deg; layer a rect 150,100 5,5; translate 0,0")
    expectEqual(plan.canvas, size(200, 300))
  }

  @Test(
    "It lies inside clips that are polygons, and 'straighten' enlarges until they cover the canvas",
    arguments: [
      ("canvas inscribed; clip rect 50,50 100,100; rotate 10deg", 86),
      ("canvas inscribed; clip path \"M10,10 290,100 10,190z\"", 90),
      ("canvas inscribed; clip rect -50,-50 400,300; rotate 90deg", 300),
      ("canvas inscribed; group g at 50,50 size 100,80 { layer a image $1 at -50,-50 }; select g; clip", 80),
      ("clip rect 50,50 200,100; straighten 5deg", 200), ("scale 2; clip; straighten 5deg", 200),
    ])
  func clipped(script: String, height: Int) throws {
    let plan = try plan(script)
    expectTrue(abs(plan.canvas.height - height) < 3, "\(plan.canvas)")
    let whole = Rect(origin: .zero, size: Size(plan.canvas))
    expectTrue(plan.draws[0].covers(whole.grown(by: -1e-6)))
    guard case .group(let group) = plan.items[0], let clip = group.clip else { return }
    let area = try #require(ConvexPolygon(clip.path)).applying(.affine(clip.matrix))
    expectTrue(area.contains(whole.corners, slack: 1e-6), "\(area)")
  }

  static let failing: [(String, ScriptProblem)] = [
    ("canvas inscribed; layer a image $1; layer b image $1", .scene(.inscribedImages(2))),
    ("canvas inscribed; clip ellipse", .scene(.curvedClip(layer: "photo"))),
    ("canvas inscribed; group g { layer a image $1 }; select g; radius 9", .scene(.curvedClip(layer: "g"))),
    ("canvas inscribed; clip path \"M0,0 90,0 20,20 0,90z\"", .scene(.curvedClip(layer: "photo"))),
    ("radius 40; straighten 5deg", .scene(.curvedClip(layer: "photo"))),
    ("canvas inscribed; hide", .scene(.inscribedImages(0))),
    ("canvas inscribed; scale 0.001", .scene(.emptyCanvas)),
    (
      "canvas inscribed 0:1",
      .scene(.outOfRange("a side of an aspect ratio", value: 0, wanted: "more than 0, and at most 1000000"))
    ),
  ]

  @Test("An impossible inscribed canvas is an error", arguments: failing)
  func failures(script: String, problem: ScriptProblem) throws {
    try expectEqual(failure(of: script).problem, problem)
  }

  @Test("An incomplete aspect ratio is an error") func incompleteRatio() {
    for text in ["canvas inscribed 3", "canvas inscribed 3:", "canvas inscribed x"] {
      #expect(throws: ScriptError.self) { try ScriptParser(limits: Limits()).parse(text, name: "s") }
    }
  }
}
