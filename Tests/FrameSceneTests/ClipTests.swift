import FrameGeometry
import FramePlan
import FrameScene
import FrameScript
import TestSupport
import Testing

/// Clipped layers: their render plans, hit tests and fitted canvases.
@Suite struct ClipTests {
  private func clip(of script: String) throws -> RenderPlan.Clip? {
    let inputs = script.contains("image") ? [image()] : []
    guard case .group(let group)? = try plan("canvas 300,200; " + script, inputs).items.first else {
      return nil
    }
    return group.clip
  }

  @Test("A path clips every kind of layer in the layer's own coordinates, and moves with it")
  func paths() throws {
    let rect = Rect(x: 1, y: 2, width: 30, height: 40)
    try expectEqual(
      clip(of: "layer a image at 10,20 clip rect 1,2 30,40"),
      RenderPlan.Clip(Path(rect), matrix: .init(translationX: 10, y: 20)))
    try expectEqual(
      clip(of: "layer a rect 0,0 50,50 clip ellipse 1,2 30,40 ; scale 2"),
      RenderPlan.Clip(Path(ellipseIn: rect), matrix: AffineTransform(2, 0, 0, 2, -25, -25)))
    try expectEqual(
      clip(of: "group g { layer a rect 0,0 50,50 } ; clip path \"M 0 0 H 9 V 9\" evenodd"),
      RenderPlan.Clip(
        Path([.move(.zero), .line(Point(x: 9, y: 0)), .line(Point(x: 9, y: 9))]), rule: .evenOdd))
    try expectEqual(
      clip(of: "layer a rect 0,0 50,50 clip rect 1,2 30,40 radius 5,6"),
      RenderPlan.Clip(Path(roundedRect: rect, cornerRadii: Size(width: 5, height: 6))))
  }

  @Test("A later clip replaces an earlier one, `none` removes it, and undo restores it")
  func statements() throws {
    let start = "layer a rect 0,0 50,50 clip rect 0,0 9,9; "
    try expectEqual(clip(of: start + "clip rect 1,1 5,5")?.boundingBox, Rect(x: 1, y: 1, width: 5, height: 5))
    try expectTrue(clip(of: start + "clip none") == nil)
    try expectEqual(clip(of: start + "clip none; undo")?.boundingBox, Rect(x: 0, y: 0, width: 9, height: 9))
    let group = "group g at 5,5 size 20,10 { layer b rect 0,0 50,50 }; select g; "
    try expectEqual(clip(of: group + "clip")?.boundingBox, Rect(x: 5, y: 5, width: 20, height: 10))
  }

  @Test("A layer that is clipped completely is not drawn, and its image is not read")
  func nothingLeft() throws {
    try expectEqual(plan("layer a image clip rect 400,0 9,9").images, [])
    try expectEqual(plan("layer a image clip path \"\"").images, [])
    try expectEqual(plan("group g clip ellipse 20,20 9,9 { layer a image at 30,0 }").images, [])
    try expectEqual(
      plan("group g clip rect 0,0 9,9 { layer a rect 20,20 9,9 }; layer b image").items.count, 1)
  }

  /// The part of a photo of 300 x 200 pixels that is drawn in a box of 100 x 100, in output pixels.
  static let boxes: [(String, Rect)] = [
    ("mode cover", Rect(x: 40, y: 30, width: 100, height: 100)),
    ("mode cover overflow visible", Rect(x: 15, y: 30, width: 150, height: 100)),
    ("mode cover overflow visible clip", Rect(x: 40, y: 30, width: 100, height: 100)),
    ("mode center", Rect(x: -60, y: -20, width: 300, height: 200)),
    ("mode center overflow hidden", Rect(x: 40, y: 30, width: 100, height: 100)),
    ("mode cover focus 0,0", Rect(x: 40, y: 30, width: 100, height: 100)),
    ("mode cover edge mirror", Rect(x: 40, y: 30, width: 100, height: 100)),
    ("", Rect(x: 40, y: 30 + 50.0 / 3, width: 100, height: 200.0 / 3)),
  ]

  @Test("Only the part of a covering image inside its box is drawn", arguments: boxes)
  func covers(options: String, shown: Rect) throws {
    let plan = try plan("canvas 300,200; layer a image at 40,30 size 100,100 \(options)")
    let found = plan.draws.map { $0.box }
    expectEqual(found.count, 1)
    expectTrue(found[0].distance(to: shown) < 1e-9, "\(found)")
    // The mode can also be changed later.
    if options.hasPrefix("mode cover"), !options.contains("focus") {
      let words = options.split(separator: " ", maxSplits: 2)
      let later = words.count > 2 ? words[2].replacing("visible", with: "visible;") : ""
      let script = "layer a image at 40,30 size 100,100; mode cover; \(words.count > 2 ? later : "")"
      let changed = try FrameSceneTests.plan("canvas 300,200; " + script)
      expectTrue(changed.draws[0].box.distance(to: shown) < 1e-9)
    }
  }

  @Test("A layer that fills the canvas overflows, because the canvas cuts it off") func filled() throws {
    let wide = Rect(x: 0, y: -50, width: 300, height: 200)
    for script in [
      "canvas 300,100; mode cover", "canvas cover 300,100", "canvas 300,100; layer a image mode cover",
      "canvas 300,100; layer a image overflow visible mode cover", "canvas 300,100; mode cover; undo; redo",
    ] {
      let draw = try #require(try plan(script).draws.first)
      expectTrue(draw.box.distance(to: wide) < 1e-9, script)
    }
    for script in ["canvas 300,100; mode cover; overflow hidden", "canvas cover 300,100; overflow hidden"] {
      let draw = try #require(try plan(script).draws.first)
      expectEqual(draw.box, Rect(x: 0, y: 0, width: 300, height: 100), script)
    }
    try expectEqual(
      failure(of: "layer a rect 0,0 9,9 overflow hidden").problem, .scene(.notAnImage(layer: "a")))
  }

  @Test("`clip ellipse` alone and `radius` follow the layer's box") func boxOutlines() throws {
    let box = Rect(x: 0, y: 0, width: 100, height: 100)
    let moved = AffineTransform(translationX: 40, y: 30)
    func outline(_ options: String) throws -> RenderPlan.Clip? {
      try clip(of: "layer a image at 40,30 size 100,100 " + options)
    }
    func rounded(_ rect: Rect, _ radius: Double) -> RenderPlan.Clip {
      RenderPlan.Clip(
        Path(roundedRect: rect, cornerRadii: Size(width: radius, height: radius)), matrix: moved)
    }
    let ellipse = RenderPlan.Clip(Path(ellipseIn: box), matrix: moved)
    try expectEqual(outline("mode cover clip ellipse"), ellipse)
    try expectEqual(outline("clip ellipse"), ellipse)
    try expectEqual(outline("clip ellipse opacity 0.5"), ellipse)
    try expectEqual(outline("mode cover radius 12"), rounded(box, 12))
    try expectEqual(outline("mode cover radius 50%"), rounded(box, 50))
    try expectEqual(outline("mode cover radius (10% + 2)"), rounded(box, 12))
    try expectEqual(outline("mode cover radius (50% - 10)"), rounded(box, 40))
    try expectEqual(outline("mode cover radius 999"), rounded(box, 50))
    try expectEqual(outline("edge mirror radius 9"), rounded(box, 9))
    // Corners that nobody sees are not worth rounding.
    let shown = Rect(x: 0, y: 50.0 / 3, width: 100, height: 200.0 / 3)
    let fitted = try #require(try outline("radius 9"))
    expectTrue(fitted.path.boundingBox.map { $0.distance(to: shown) < 1e-9 } ?? false)
    try expectEqual(
      clip(of: "group g at 40,30 size 100,100 radius 7 { layer b rect 0,0 50,50 }"), rounded(box, 7))
    try expectEqual(outline("radius 9 clip none"), nil)
    let panned = try run(
      "canvas 200,200; layer a image mode cover radius 9; limit cover 0,0 200,200; pan 20,0")
    expectEqual(panned.scene.layers[0].frame, Rect(x: 0, y: 0, width: 200, height: 200))
    try expectEqual(
      failure(of: "layer a ellipse 0,0 9,9 radius 2").problem,
      .scene(.uselessOption("radius", kind: "a shape", instead: "clip rect X,Y W,H radius R")))
    try expectEqual(
      failure(of: "radius -1").problem, .scene(.outOfRange("a corner's radius", value: -1, wanted: "from 0")))
  }

  static let fitted: [(String, Int, Int)] = [
    ("layer a rect 10,10 50,50 clip rect 20,20 100,100", 40, 40),
    ("layer a image at 0,0 clip ellipse 20,20 30,40", 30, 40),
    ("group g clip rect 0,0 30,30 { layer a rect 20,20 50,50; layer b rect 10,10 4,4 }", 20, 20),
    ("group g clip rect 0,0 30,30 { group h clip rect 5,5 90,10 { layer b rect 0,0 90,90 } }", 25, 10),
  ]

  @Test("A fitted canvas holds only what clips leave visible", arguments: fitted)
  func fit(script: String, width: Int, height: Int) throws {
    let inputs = script.contains("image") ? [image()] : []
    try expectEqual(plan("canvas 300,200; canvas fit; " + script, inputs).canvas, size(width, height))
  }

  @Test("A point outside a layer's clip path hits neither the layer nor its contents")
  func hits() throws {
    let script = """
      canvas 100,100
      layer below rect 0,0 100,100
      group g at 10,10 clip ellipse 0,0 40,40 { layer a rect 0,0 40,40 }
      layer b rect 60,60 40,40 clip path "M60 60 H100 V100 H60 Z M70 70 H90 V90 H70 Z" evenodd
      """
    let scene = try run(script, []).scene
    func hit(_ x: Double, _ y: Double) -> String? {
      scene.hitTest(Point(x: x, y: y)).map { scene.layers[$0].name }
    }
    expectEqual(hit(30, 30), "a")
    expectEqual(hit(12, 12), "below")
    expectEqual(hit(65, 65), "b")
    expectEqual(hit(80, 80), "below")
  }

  @Test("A clip follows the variables that it reads")
  func following() throws {
    let reaction = "recognize tap as t; on t { let x = 1 }"
    let script =
      "canvas 100,100; let x = 5; layer a rect 0,0 100,100 clip rect 0,0 $x,100; \(reaction); let x = 60"
    let layer = try run(script, []).layer("a")
    expectEqual(layer.state.clip, .path(Path(Rect(x: 0, y: 0, width: 60, height: 100)), .nonZero))
  }

  static let refused: [(String, ScriptProblem)] = [
    ("layer a rect 0,0 9,9 clip", .scene(.uselessOption("clip", kind: "a shape", instead: "clip rect"))),
    ("layer a rect 0,0 9,9; clip", .scene(.uselessOption("clip", kind: "a shape", instead: "clip rect"))),
    (
      "layer a rect 0,0 9,9 clip rect 0,0 -1,9",
      .scene(.outOfRange("a shape's size", value: -1, wanted: "from 0"))
    ),
    (
      "layer a rect 0,0 9,9 clip rect 0,0 9,9 radius -1",
      .scene(.outOfRange("a corner's radius", value: -1, wanted: "from 0"))
    ),
    (
      "layer a rect 0,0 9,9 clip path \"M 0 0 L 5\"",
      .pathData(PathDataError(.expectedNumber, at: 9), in: "M 0 0 L 5")
    ),
    ("clip rect 0,0 9,9", .noCurrentLayer("clip")),
  ]

  @Test(
    "Invalid clips are errors", arguments: refused)
  func errors(script: String, problem: ScriptProblem) throws {
    try expectEqual(failure(of: "canvas 9,9; " + script, []).problem, problem)
  }
}
