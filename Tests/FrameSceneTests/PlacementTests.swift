import FrameGeometry
import FrameScene
import FrameScript
import TestSupport
import Testing

/// Layer geometry, as in UIView.
@Suite struct PlacementTests {
  static let frames: [(String, Rect)] = [
    ("", Rect(x: 0, y: 0, width: 300, height: 200)),
    ("layer a image", Rect(x: 0, y: 0, width: 300, height: 200)),
    ("layer a image at 10,20", Rect(x: 10, y: 20, width: 300, height: 200)),
    ("canvas 50,50; layer a image at 10,20", Rect(x: 10, y: 20, width: 300, height: 200)),
    ("canvas 50,60; layer a image", Rect(x: 0, y: 0, width: 50, height: 60)),
    ("layer a image size 40,30", Rect(x: 0, y: 0, width: 40, height: 30)),
    ("layer a image at 10%,50% size 50%,25%", Rect(x: 30, y: 100, width: 150, height: 50)),
    ("layer a image at 10,20 anchor 0,0", Rect(x: 10, y: 20, width: 300, height: 200)),
    ("layer a image at 10,20; move 5,5", Rect(x: 15, y: 25, width: 300, height: 200)),
    ("canvas 80,90; layer a image placeholder at 5,6", Rect(x: 5, y: 6, width: 80, height: 90)),
    ("group g at 10,20 size 50,40 { }", Rect(x: 10, y: 20, width: 50, height: 40)),
    ("group g { }", Rect(x: 0, y: 0, width: 300, height: 200)),
    // 200 by 100, centered at 150,120.
    ("layer a image at 50,70 size 200,100; rotate 90deg", Rect(x: 100, y: 20, width: 100, height: 200)),
    (
      "layer a image at 50,70 size 200,100; rotate 30deg",
      Rect(x: 38.397460, y: 26.698730, width: 223.205081, height: 186.602540)
    ),
    (
      "layer a image at 50,70 size 200,100 anchor 0,0; rotate 90deg",
      Rect(x: -50, y: 70, width: 100, height: 200)
    ),
  ]

  @Test(
    "Layers have their frames", arguments: frames)
  func layerFrames(script: String, expected: Rect) throws {
    let result = try run(script)
    expectTrue(result.current.frame.distance(to: expected) < 1e-6)
    let size = expected.size
    let claim = "expect frame \(expected.minX),\(expected.minY) \(size.width),\(size.height) ~1e-6"
    try expectEqual(run("\(script)\n\(claim)").failedExpectations, [])
  }

  @Test("The transform and frame of a framed photo have their known numbers") func framedPhoto() throws {
    let script = """
      canvas 300,300
      layer photo image at 50,100 size 200,100
      rotate 30deg ; scale 1.5 ; concat 1 0 0 1 40 20
      expect transform 1.299038 0.75 -0.75 1.299038 40 20 ~1e-6
      expect frame 22.596189,30.048095 334.807621,279.903811 ~1e-6
      reset
      expect transform 1 0 0 1 0 0
      """
    try expectEqual(run(script).failedExpectations, [])
  }

  /// Places an image as the skewed seat of the seating chart. Its own coordinates begin at 160,100 of its parent.
  @Test("A skewed layer has its known transform, frame and hits") func seat() throws {
    let script = """
      canvas 400,300
      layer seat image at 160,100 size 80,40
      skew 11.3099325deg about 200,120 ; rotate 20deg about 200,120
      """
    let scene = try run(script).scene
    let expected = AffineTransform(translationX: 160, y: 100)
      .concatenating(AffineTransform(0.939693, 0.342020, -0.154082, 1.008097, 30.551270, -69.375627))
    try expectTrue(#require(scene.toCanvas(0).affine).distance(to: expected) < 2e-4)
    let box = Rect(x: 159.331, y: 86.157, width: 81.339, height: 67.685)
    expectTrue(scene.layers[0].frame.distance(to: box) < 1e-3)
    expectEqual(scene.hitTest(Point(x: 230, y: 131)), 0)
    expectTrue(scene.hitTest(Point(x: 160, y: 100)) == nil)
  }

  @Test("Groups move their layers") func groups() throws {
    let result = try run(
      """
      group outer at 100,50 size 100,100 {
        group inner at 10,10 size 20,20 { layer a image at 1,2 size 4,4 }
        scale 2
      }
      rotate 90deg
      select a
      """)
    // The inner group scales about its center 20,20. The outer group rotates about its center 150,100.
    let inner = AffineTransform(2, 0, 0, 2, 0, 0)
    try expectEqual(result.layer("inner").state.transform, inner)
    let map = result.scene.toCanvas(try #require(result.scene.index(of: "a")))
    let corner = Point.zero.applying(map)
    // Scaling moves 1,2 to 2,4 from the inner group's corner, which is at 0,0 of the outer group and -50,-50 from its
    // center. The quarter turn takes -48,-46 to 46,-48.
    expectEqual(corner, Point(x: 150 + 46, y: 100 - 48))
    try expectEqual(run("group g { layer a image; }").layer("a").parent, 0)
    expectEqual(result.scene.children(of: nil), [0])
    try expectEqual(result.layer("outer").children, [1])
  }

  @Test("After its block, the group is current") func currentGroup() throws {
    let result = try run("group g { layer a image\n rotate 90deg }\nexpect selected g\nscale 2")
    expectEqual(result.failedExpectations, [])
    try expectEqual(result.layer("g").state.transform, AffineTransform(scaleX: 2, y: 2))
  }

  @Test("Content modes place an image in its layer") func contentModes() throws {
    let result = try run("canvas 100,100; layer a image; mode center; layer b image $1 mode topLeft")
    let scene = result.scene
    expectEqual(scene.placement(of: image(), in: 0), AffineTransform(1, 0, 0, 1, -100, -50))
    expectEqual(scene.placement(of: image(), in: 1), .identity)
    let fitted = try run("canvas 100,100").scene.placement(of: image(), in: 0)
    expectTrue(fitted.distance(to: AffineTransform(1 / 3.0, 0, 0, 1 / 3.0, 0, 50 / 3.0)) < 1e-12)
    let upright = try run("canvas 100,100", [image(200, 300, .right)]).scene
    expectTrue(upright.placement(of: image(200, 300, .right), in: 0).distance(to: fitted) < 1e-12)
  }

  @Test(
    "Sizes must be positive", arguments: ["layer a image size 0,5", "layer a image size 5,-1"])
  func positiveSizes(
    script: String
  ) throws {
    guard case .scene(.outOfRange) = try failure(of: script).problem else {
      Issue.record("no range")
      return
    }
  }

  @Test("Layer names must be unique") func uniqueNames() throws {
    let error = try failure(of: "layer a image $1\nlayer b image $1\n layer a image $1")
    expectEqual(error, ScriptError(.repeatedLayer("a", instead: nil), at: ScriptPosition(line: 3, column: 8)))
    try expectEqual(failure(of: "group photo { }").problem, .scene(.repeatedLayer("photo", instead: nil)))
    func hint(_ loop: String) throws -> ScriptProblem {
      try failure(of: loop + " { layer a rect 0,0 1,1 }").problem
    }
    try expectEqual(hint("repeat 2 as k"), .scene(.repeatedLayer("a", instead: "a$k")))
    try expectEqual(hint("repeat 2"), .scene(.repeatedLayer("a", instead: "a$i")))
    try expectEqual(
      run("repeat 3 as i { layer seat$i image $1 }").scene.layers.map(\.name),
      [
        "seat0", "seat1", "seat2",
      ])
  }
}
