import FrameGeometry
import FrameImage
import FramePlan
import FrameScript
import TestSupport
import Testing

/// `canvas fit`: the bounding box of the drawn content, rounded outward and moved to 0,0.
@Suite struct FitTests {
  struct Turn: Sendable, CustomTestStringConvertible {
    var stored: Orientation
    var script: String
    /// The linear map that the script applies to the upright image.
    var linear: AffineTransform

    var testDescription: String { "orientation \(stored.rawValue), \(script)" }
  }

  static let turns: [Turn] = Orientation.allCases.flatMap { stored in
    [
      ("rotate 0deg", AffineTransform.identity), ("rotate 90deg", AffineTransform(0, 1, -1, 0, 0, 0)),
      ("rotate -0.5turn", AffineTransform(-1, 0, 0, -1, 0, 0)),
      ("rotate 4.71238898038469rad", AffineTransform(0, -1, 1, 0, 0, 0)),
      ("scale -1,1", AffineTransform(-1, 0, 0, 1, 0, 0)), ("scale 1,-1", AffineTransform(1, 0, 0, -1, 0, 0)),
      ("repeat 90 { rotate 1deg }", AffineTransform(0, 1, -1, 0, 0, 0)),
      ("rotate 90deg about 12.3,45.6", AffineTransform(0, 1, -1, 0, 0, 0)),
    ].map { Turn(stored: stored, script: $0.0, linear: $0.1) }
  }

  /// Turns a 301 by 200 image. Its center, 150.5,100, is not a pixel corner, so a quarter turn about it is half a
  /// pixel off the grid before the box moves to 0,0.
  @Test(
    "A right-angle rotation on a fitted canvas is a copy", arguments: turns)
  func rightAngleCopy(turn: Turn)
    throws
  {
    let stored = size(301, 200)
    let plan = try plan("canvas fit\n\(turn.script)", [image(301, 200, turn.stored)])
    let linear = turn.stored.linear.concatenating(turn.linear)
    let form = try #require(Orientation.allCases.first { $0.linear == linear })
    expectEqual(plan.canvas, form.upright(stored))
    expectEqual(
      plan.draws,
      [
        RenderPlan.ImageDraw(
          layer: "photo", image: 0,
          map: .affine(
            form.uprightTransform(stored: stored),
            visible: Rect(x: 0, y: 0, width: 301, height: 200)), opacity: 1)
      ])
    expectEqual(plan.draws.map(\.path), [form == .up ? .copy : .rightAngleCopy(form)])
    expectTrue(plan.copied != nil)
  }

  static let boxes: [(String, PixelSize)] = [
    ("rotate 45deg", size(142, 142)), ("scale 2", size(200, 200)), ("scale 0.5", size(50, 50)),
    ("scale 0.333", size(33, 33)), ("translate 0.5,0.25", size(100, 100)),
    ("translate 1000,-1000", size(100, 100)),
    ("rotate 1deg", size(102, 102)), ("scale 0.001", size(1, 1)),
  ]

  @Test(
    "The fitted canvas is the bounding box", arguments: boxes)
  func boundingBox(
    script: String, expected: PixelSize
  ) throws {
    try expectEqual(plan("canvas fit\n" + script, [image(100, 100)]).canvas, expected)
  }

  @Test("The bounding box is moved to the origin") func origin() throws {
    let plan = try plan("canvas fit; rotate 45deg", [image(100, 100)])
    let draw = try #require(plan.draws.first)
    let box = draw.box
    // The box spans -20.7 to 120.7. Rounded outward, it begins at -21.
    expectTrue(abs(box.minX - (21 - 20.710678)) < 1e-6)
    expectTrue(box.minX >= 0 && box.maxX <= 142 && box.minY >= 0 && box.maxY <= 142)
    try expectEqual(
      FrameSceneTests.plan("canvas fit; translate 0.5,0.25", [image(9, 9)]).draws.map(\.matrix),
      [
        .identity
      ])
  }

  @Test("Only visible layers count for the bounding box") func visibleLayers() throws {
    let two = [image(10, 10, id: 1), image(20, 20, id: 2)]
    let pair = "canvas fit; layer a image $1 at 5,5; layer b image $2 at 30,10"
    try expectEqual(plan(pair, two).canvas, size(45, 25))
    try expectEqual(plan(pair + " hidden", two).canvas, size(10, 10))
    try expectEqual(plan(pair + " opacity 0", two).canvas, size(10, 10))
    try expectEqual(plan(pair + "; select a; hide", two).canvas, size(20, 20))
    try expectEqual(plan("canvas fit; layer a image placeholder at 3,3 size 7,8", two).canvas, size(7, 8))
  }

  @Test("A clip limits the bounding box") func clip() throws {
    let whole = "canvas fit; group g at 5,5 size 20,10"
    try expectEqual(plan(whole + " clip { layer a image $1 at 0,0 }").canvas, size(20, 10))
    try expectEqual(plan(whole + " { layer a image $1 at 0,0 }").canvas, size(300, 200))
    try expectEqual(plan("canvas fit; layer a image at 0,0 size 50,50 mode center clip").canvas, size(50, 50))
    try expectEqual(plan("canvas fit; layer a image at 0,0 size 50,50 mode center").canvas, size(300, 200))
  }

  @Test("A canvas cannot fit an empty scene") func emptyScene() throws {
    for script in ["hide", "opacity 0", "group g { hide }; select photo; hide"] {
      let error = try failure(of: "reset_not\ndefine reset_not { }\n canvas fit\n" + script)
      expectEqual(error, ScriptError(.nothingDrawn, at: ScriptPosition(line: 3, column: 2)))
    }
  }

  /// Resolves percentages and default layer frames against the canvas before it is fitted.
  @Test("Percentages refer to the first image") func percentages() throws {
    try expectEqual(
      plan("canvas fit; layer a image at 0,0 size 50%,50% mode scaleToFill").canvas, size(150, 100))
    try expectEqual(plan("canvas 40,40; canvas fit; layer a image mode scaleToFill").canvas, size(40, 40))
  }
}
