import FrameGeometry
import FrameScript
import TestSupport
import Testing

/// Edits of the transform: their order and their fixed points.
@Suite struct EditTests {
  private static let turn = AffineTransform(rotation: Angle(degrees: 30))

  static let edits: [(String, AffineTransform)] = [
    ("", .identity),
    ("rotate 30deg", turn),
    ("rotate 0.25turn", AffineTransform(0, 1, -1, 0, 0, 0)),
    ("rotate right", AffineTransform(0, 1, -1, 0, 0, 0)),
    ("rotate left", AffineTransform(0, -1, 1, 0, 0, 0)),
    ("flip x", AffineTransform(-1, 0, 0, 1, 0, 0)),
    ("flip y; flip horizontal", AffineTransform(-1, 0, 0, -1, 0, 0)),
    ("translate +10,+0.5", AffineTransform(1, 0, 0, 1, 10, 0.5)),
    ("scale 2", AffineTransform(2, 0, 0, 2, 0, 0)),
    ("scale 2,3", AffineTransform(2, 0, 0, 3, 0, 0)),
    ("translate 10,20", AffineTransform(1, 0, 0, 1, 10, 20)),
    ("translate 10%,10%", AffineTransform(1, 0, 0, 1, 30, 20)),
    ("skew 45deg", AffineTransform(1, 0, 1, 1, 0, 0)),
    ("skew 0deg,45deg", AffineTransform(1, 1, 0, 1, 0, 0)),
    ("transform 1 2 3 4 5 6", AffineTransform(1, 2, 3, 4, 5, 6)),
    // In the layer's own axes, before the existing transform.
    ("rotate 90deg; translate 10,20", AffineTransform(0, 1, -1, 0, -20, 10)),
    ("scale 2; translate 10,20", AffineTransform(2, 0, 0, 2, 20, 40)),
    ("translate 10,20; scale 2", AffineTransform(2, 0, 0, 2, 10, 20)),
    ("scale 2,1; rotate 90deg", AffineTransform(0, 1, -2, 0, 0, 0)),
    ("transform 1 2 3 4 5 6; skew 45deg", AffineTransform(1, 2, 4, 6, 5, 6)),
    ("transform 1 2 3 4 5 6; translate 7,8", AffineTransform(1, 2, 3, 4, 36, 52)),
    ("transform 1 2 3 4 5 6; scale 7,8", AffineTransform(7, 14, 24, 32, 5, 6)),
    // In the parent's axes, after the existing transform.
    ("rotate 90deg; concat 1 0 0 1 10 20", AffineTransform(0, 1, -1, 0, 10, 20)),
    ("transform 2 3 4 5 10 20; concat 6 7 8 9 14 15", AffineTransform(36, 41, 64, 73, 234, 265)),
    ("scale 2,1; rotate 90deg about 150,100", AffineTransform(0, 2, -1, 0, 0, 0)),
    // The layer's position is 150,100, so 200,80 is 50,-20 from it.
    ("scale 1.5 about 200,80", AffineTransform(1.5, 0, 0, 1.5, -25, 10)),
    ("rotate 180deg about 0,0", AffineTransform(-1, 0, 0, -1, -300, -200)),
    ("rotate 180deg about 100%,50%", AffineTransform(-1, 0, 0, -1, 300, 0)),
    ("scale -1,1 about 150,0", AffineTransform(-1, 0, 0, 1, 0, 0)),
    ("skew 45deg about 150,200", AffineTransform(1, 0, 1, 1, -100, 0)),
    ("translate 5,0; scale 2 about 150,100", AffineTransform(2, 0, 0, 2, 10, 0)),
    ("rotate 30deg; reset", .identity),
    ("move 10,20", .identity),
    ("anchor 0,0", .identity),
    ("repeat 12 { rotate 30deg }", .identity),
    ("repeat 4 { rotate 7.5deg; scale (sqrt(sqrt(1.5))) }", turn.scaledBy(x: 1.5, y: 1.5)),
  ]

  @Test(
    "Edits give their transform", arguments: edits)
  func transform(script: String, expected: AffineTransform)
    throws
  {
    try expectTrue(run(script).transform.distance(to: expected) < 1e-12)
  }

  /// Pinches by 1.5 and then rotates by 30 degrees about 120,80. The layer's center is 100,100.
  @Test("Edits about a point equal those of fingers at that point") func aboutPoint() throws {
    let script = "layer a image at 50,50 size 100,100\nscale 1.5 about 120,80\nrotate 30deg about 120,80"
    let expected = AffineTransform(1.299038, 0.75, -0.75, 1.299038, -20.980762, -9.019238)
    try expectTrue(run(script).transform.distance(to: expected) < 1e-6)
  }

  @Test("The point of a rotation stays") func fixedPoint() throws {
    let scene = try run("rotate 77deg about 30,40; scale 3,2 about 30,40").scene
    let map = try #require(scene.toCanvas(0).affine)
    let fixed = Point(x: 30, y: 40).applying(map)
    expectTrue(abs(fixed.x - 30) < 1e-12 && abs(fixed.y - 40) < 1e-12)
  }

  @Test("move and anchor change only the position") func moveAndAnchor() throws {
    let moved = try run("rotate 30deg; move 10,20").current
    expectEqual(moved.state.position, Point(x: 160, y: 120))
    expectEqual(moved.state.transform, Self.turn)
    let hung = try run("anchor 0,0").current
    expectEqual(hung.state.position, Point(x: 150, y: 100))
    expectEqual(hung.frame, Rect(x: 150, y: 100, width: 300, height: 200))
    try expectEqual(run("anchor 50%,100%").current.state.anchor, Point(x: 0.5, y: 1))
  }

  @Test("reset keeps position, mode and appearance") func reset() throws {
    let layer = try run("move 1,2; anchor 0,1; mode center; opacity 0.5; hide; rotate 3deg; reset").current
    expectEqual(layer.state.transform, .identity)
    expectEqual(layer.state.position, Point(x: 151, y: 102))
    expectEqual(layer.state.anchor, Point(x: 0, y: 1))
    expectEqual(layer.state.image.mode, .center)
    expectTrue(layer.state.opacity == 0.5 && layer.state.isHidden)
  }

  @Test("The layer declared or selected last is edited") func currentLayer() throws {
    let result = try run(
      "layer a image $1\nlayer b image $1\nrotate 90deg\nselect a\nscale 2\ngroup g { }\ntranslate 1,2")
    try expectEqual(result.layer("a").state.transform, AffineTransform(scaleX: 2, y: 2))
    try expectEqual(result.layer("b").state.transform, AffineTransform(rotation: Angle(degrees: 90)))
    try expectEqual(result.layer("g").state.transform, AffineTransform(translationX: 1, y: 2))
    expectEqual(result.current.name, "g")
  }

  @Test(
    "Impossible edits are errors",
    arguments: [
      ("rotate $a", ScriptProblem.bareAngle("${a}")),
      ("opacity 1.5", .scene(.outOfRange("an opacity", value: 1.5, wanted: "from 0 to 1"))),
      ("opacity -0.1", .scene(.outOfRange("an opacity", value: -0.1, wanted: "from 0 to 1"))),
      ("scale 1e200; scale 1e200", .scene(.notFinite("the transform"))),
      ("restore", .scene(.nothingToRestore(layer: "photo"))),
      ("undo", .scene(.nothingToUndo(layer: "photo"))), ("redo", .scene(.nothingToRedo(layer: "photo"))),
      ("group g { }\nmode center", .scene(.notAnImage(layer: "g"))),
      ("group g { }\nsource $1", .scene(.notAnImage(layer: "g"))),
      ("select phot", .scene(.unknownLayer("phot", nearest: "photo"))),
      ("select xyz", .scene(.unknownLayer("xyz", nearest: nil))),
    ])
  func impossibleEdits(script: String, problem: ScriptProblem) throws {
    try expectEqual(failure(of: "let a = 30\n" + script).problem, problem)
  }
}
