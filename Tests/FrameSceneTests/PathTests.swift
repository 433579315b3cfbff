import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import TestSupport
import Testing

/// Pixel paths: whole plans are compared, without decoding an image.
@Suite struct PathTests {
  private static let whole = Rect(x: 0, y: 0, width: 300, height: 200)

  private func expected(
    _ matrix: AffineTransform, canvas: PixelSize = size(300, 200),
    output: PixelFormat = .rgb8
  ) -> RenderPlan {
    RenderPlan(
      canvas: canvas, window: PixelRect(x: 0, y: 0, size: canvas), images: [image()],
      items: [
        .image(
          RenderPlan.ImageDraw(
            layer: "photo", image: 0, map: .affine(matrix, visible: Self.whole), opacity: 1))
      ], output: output)
  }

  @Test(
    "An identity is a copy",
    arguments: [
      "", "rotate 0deg", "rotate 360deg", "rotate -1turn", "scale 1", "translate 0,0", "rotate 7deg; reset",
      "repeat 360 { rotate 1deg }", "repeat 7 { rotate (360/7)deg }", "rotate 33deg; rotate -33deg",
      "scale 3; scale (1/3)", "rotate 10deg about 7,9; rotate -10deg about 7,9",
      "translate 5,5; translate -5,-5",
      "repeat 100 { scale 1.1 }; repeat 100 { scale (1/1.1) }", "skew 20deg; skew -20deg", "mode center",
      "rotate 45deg; undo", "canvas 100%,100%", "repeat 4 { rotate 90deg }", "scale -1,1; scale -1,1",
    ])
  func identity(script: String) throws {
    try expectEqual(plan(script), expected(.identity))
  }

  @Test("A shift by whole pixels is a copy") func wholeShift() throws {
    let t = AffineTransform(translationX: 40, y: -20)
    try expectEqual(plan("canvas 300,200; translate 40,-20"), expected(t, output: .rgba8))
    try expectEqual(plan("canvas 300,200; move 40,-20"), expected(t, output: .rgba8))
    try expectEqual(plan("translate 40.5,0").draws.map(\.path), [.axisAligned])
  }

  @Test("A half turn is a right-angle copy") func halfTurn() throws {
    let t = AffineTransform(-1, 0, 0, -1, 300, 200)
    try expectEqual(plan("rotate 180deg"), expected(t))
    try expectEqual(plan("repeat 180 { rotate 1deg }"), expected(t))
    let mirror = AffineTransform(-1, 0, 0, 1, 300, 0)
    try expectEqual(plan("scale -1,1"), expected(mirror))
  }

  @Test("A quarter turn is a right-angle copy") func quarterTurn() throws {
    let t = AffineTransform(0, 1, -1, 0, 250, -50)
    try expectEqual(
      plan("canvas 300,200; rotate 90deg"), expected(t, output: .rgba8))
    let fit = AffineTransform(0, 1, -1, 0, 200, 0)
    try expectEqual(
      plan("canvas fit; rotate 0.25turn"), expected(fit, canvas: size(200, 300)))
    // The center of 301 by 200 is not a pixel corner, so without `fit` the result is half a pixel off the grid.
    try expectEqual(plan("canvas 301,200; rotate 90deg", [image(301, 200)]).draws.map(\.path), [.axisAligned])
    try expectEqual(
      plan("canvas 301,201; rotate 90deg", [image(301, 201)]).draws.map(\.path),
      [
        .rightAngleCopy(.right)
      ])
  }

  @Test("A scale is an axis-aligned resample") func scale() throws {
    let t = AffineTransform(2, 0, 0, 2, -150, -100)
    try expectEqual(plan("canvas 300,200; scale 2"), expected(t))
    let fit = AffineTransform(2, 0, 0, 2, 0, 0)
    try expectEqual(plan("canvas fit; scale 2"), expected(fit, canvas: size(600, 400)))
    try expectEqual(plan("canvas 150,auto").draws.map(\.matrix), [AffineTransform(0.5, 0, 0, 0.5, 0, 0)])
    try expectEqual(plan("scale 0.5,2; rotate 90deg").draws.map(\.path), [.axisAligned])
  }

  @Test("Any other rotation is an affine resample") func otherRotation() throws {
    let t = AffineTransform(rotation: Angle(degrees: 30)).about(Point(x: 150, y: 100))
    let found = try plan("canvas 300,200; rotate 30deg")
    let draw = try #require(found.draws.first)
    expectTrue(draw.matrix.distance(to: t) < 1e-12)
    expectEqual(draw.path, .affine)
    expectEqual(found, expected(draw.matrix, output: .rgba8))
    try expectEqual(plan("skew 1deg").draws.map(\.path), [.affine])
  }

  /// Rounding errors of the transform. Deviations up to 1e-9 in the linear part and 1e-6 pixels in the offset are
  /// ignored, whatever their cause.
  static let snaps: [(String, RenderPlan.PixelPath)] = [
    ("transform 1.0000000009 0 0 1 0 0", .copy), ("transform 1.0000000011 0 0 1 0 0", .axisAligned),
    ("transform 1 0.0000000009 0 1 0 0", .copy), ("transform 1 0.0000000011 0 1 0 0", .affine),
    ("transform 1 0 -0.0000000009 1 0 0", .copy),
    ("transform 0 0.9999999991 -1 0 200 0", .rightAngleCopy(.right)),
    ("transform 0 0.9999999989 -1 0 200 0", .axisAligned),
    ("translate 0.0000009,-0.0000009", .copy), ("translate 0.0000011,0", .axisAligned),
    ("translate 7.0000009,0", .copy), ("translate 0,6.9999989", .axisAligned),
    ("rotate 0.00000005deg", .copy), ("rotate 0.00000006deg", .affine),
  ]

  @Test(
    "Tiny errors do not change the resampling path", arguments: snaps)
  func tinyErrors(
    script: String, path: RenderPlan.PixelPath
  ) throws {
    // With the anchor in the corner, the script's matrix is the plan's matrix.
    let draw = try #require(try plan("layer a image at 0,0 anchor 0,0\n" + script).draws.first)
    expectEqual(draw.path, path)
    if path == .copy {
      expectTrue(draw.matrix.linear == .identity && draw.matrix.tx == draw.matrix.tx.rounded())
    }
  }

  @Test(
    "The orientation applies before the script's transform", arguments: Orientation.allCases)
  func orientation(o: Orientation) throws {
    let stored = size(300, 200)
    let plan = try plan("", [image(300, 200, o)])
    expectEqual(plan.canvas, o.upright(stored))
    expectEqual(plan.draws.map(\.matrix), [o.uprightTransform(stored: stored)])
    expectEqual(plan.draws.map(\.path), [o == .up ? .copy : .rightAngleCopy(o)])
    expectEqual(plan.draws.map(\.visible), [Self.whole])
  }

  @Test("A clip limits the visible part") func clip() throws {
    let cut = try plan("layer a image at 10,20 size 100,50 mode center clip").draws
    expectEqual(cut.map(\.visible), [Rect(x: 100, y: 75, width: 100, height: 50)])
    expectEqual(cut.map(\.matrix), [AffineTransform(translationX: -90, y: -55)])
    let turned = try plan(
      "layer a image at 0,0 size 10,20 mode topLeft clip", [image(300, 200, .right)]
    ).draws
    expectEqual(turned.map(\.visible), [Rect(x: 0, y: 190, width: 20, height: 10)])
    try expectEqual(plan("layer a image at 0,0 size 10,20 mode topLeft").draws.map(\.visible), [Self.whole])
  }

  @Test("Matrices map from upright pixels") func uprightPixels() throws {
    let result = try run("canvas fit; rotate 90deg", [image(300, 200, .right)])
    let planner = Planner(limits: Limits(), output: anything)
    try expectEqual(planner.mapping(of: 0, in: result.scene), .affine(AffineTransform(0, 1, -1, 0, 300, 0)))
    let group = try run("canvas 50,50; group g at 1,2 size 5,5 { }", [])
    try expectEqual(planner.mapping(of: 0, in: group.scene).affine, AffineTransform(translationX: 1, y: 2))
  }
}
