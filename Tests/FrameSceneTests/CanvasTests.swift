import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameScript
import TestSupport
import Testing

/// The size of the output, and the part that `crop` keeps.
@Suite struct CanvasTests {
  static let sizes: [(String, PixelSize)] = [
    ("", size(300, 200)), ("canvas 100,50", size(100, 50)), ("canvas 100px,50pt", size(100, 50)),
    ("canvas 99.6,50.4", size(100, 50)), ("canvas 50%,200%", size(150, 400)), ("canvas 0.5,0.5", size(1, 1)),
    ("canvas 150,auto", size(150, 100)), ("canvas 100,auto", size(100, 67)),
    ("canvas auto,100", size(150, 100)),
    ("canvas 1,auto", size(1, 1)), ("canvas auto,50%", size(150, 100)), ("canvas 600,auto", size(600, 400)),
    ("canvas inside 150,150", size(150, 100)), ("canvas inside 100,100", size(100, 67)),
    ("canvas inside 600,100", size(150, 100)), ("canvas inside 1000,1000", size(300, 200)),
    ("canvas inside 1,1", size(1, 1)), ("canvas inside 50%,50%", size(150, 100)),
    ("canvas ($width/3),$height", size(100, 200)), ("let s = \"10,20\"; canvas $s", size(10, 20)),
    ("canvas 10,10; canvas 20,30", size(20, 30)), ("canvas fit", size(300, 200)),
  ]

  @Test(
    "Canvas statements give their size", arguments: sizes)
  func canvas(script: String, expected: PixelSize)
    throws
  {
    try expectEqual(plan(script).canvas, expected)
    try expectEqual(plan(script).window, PixelRect(x: 0, y: 0, size: expected))
  }

  @Test("The canvas is the first image's upright size by default") func defaultCanvas() throws {
    try expectEqual(plan("", [image(300, 200, .right)]).canvas, size(200, 300))
    try expectEqual(plan("canvas 100,auto", [image(300, 200, .leftMirrored)]).canvas, size(100, 150))
    let two = [image(10, 20, id: 1), image(30, 40, id: 2)]
    try expectEqual(plan("layer a image $2\nlayer b image $1", two).canvas, size(10, 20))
    try expectEqual(value("[$width, $height]"), "300, 200")
  }

  @Test(
    "Edits that do not depend on the canvas may stand before it",
    arguments: [
      "canvas 120,90", "canvas inside 100,100", "canvas cover 80,80", "canvas 50%,50%", "canvas fit",
      "canvas inscribed 3:2",
      "canvas (40+$width),50",
    ])
  func lateCanvas(canvas: String) throws {
    let edits = [
      "exposure 0.5", "levels 0.1..0.9", "curve 0,0.1 1,1", "colorize red 50%", "sharpen output",
      "opacity 50%", "blend multiply", "hide; show", "mode center", "edge mirror",
      "mode cover; focus 30%,40%",
      "let x = 2; contrast $x; sepia",
    ]
    for edit in edits {
      let (late, early) = (try? plan("\(edit); \(canvas)"), try? plan("\(canvas); \(edit)"))
      expectEqual(late, early, "\(edit); \(canvas)")
      expectTrue(late != nil, "\(edit); \(canvas)")
    }
  }

  static let failing: [(String, ScriptProblem)] = [
    ("canvas 0,5", .scene(.emptyCanvas)), ("canvas 5,0.4", .scene(.emptyCanvas)),
    ("canvas -5,5", .scene(.emptyCanvas)),
    ("canvas inside 0,5", .scene(.emptyCanvas)),
    ("canvas 65536,1", .scene(.limit(LimitExceeded(.side, needed: 65536, allowed: 65535)))),
    (
      "canvas 60000,60000",
      .scene(.limit(LimitExceeded(.pixels, needed: 3_600_000_000, allowed: 268_402_689)))
    ),
    ("rotate 1deg; canvas 5,5", .canvasAfterLayers("canvas")),
    ("layer a image; canvas fit", .canvasAfterLayers("canvas")),
    ("exposure 1; rotate 1deg; sepia; canvas 5,5", .canvasAfterLayers("canvas")),
    ("translate 5,0; canvas 5,5", .canvasAfterLayers("canvas")),
    ("blur 2; canvas 5,5", .canvasAfterLayers("canvas")),
    ("sharpen output in rect 0,0 9,9; canvas 5,5", .canvasAfterLayers("canvas")),
    ("exposure ($canvas_width/1000); canvas 5,5", .canvasAfterLayers("canvas")),
    ("exposure random(0,1); canvas 5,5", .canvasAfterLayers("canvas")),
    ("if 1 { sepia }; canvas 5,5", .canvasAfterLayers("canvas")),
    ("crop 0,0 301,10", .scene(.cropOutside(canvas: size(300, 200)))),
    ("crop -1,0 10,10", .scene(.cropOutside(canvas: size(300, 200)))),
    ("crop 0,0 0,10", .scene(.cropOutside(canvas: size(300, 200)))),
    ("crop 300,0 1,1", .scene(.cropOutside(canvas: size(300, 200)))),
    ("crop 0,191 10,10", .scene(.cropOutside(canvas: size(300, 200)))),
    ("crop 10,10 -5,5", .scene(.cropOutside(canvas: size(300, 200)))),
    ("border -1 red", .scene(.outOfRange("a border's width", value: -1, wanted: "from 0"))),
    ("corner-radius -1", .scene(.outOfRange("a corner's radius", value: -1, wanted: "from 0"))),
    (
      "let f = \"blur\"; filter $f",
      .unknownWord("blur", meaning: .filter, nearest: nil, choices: Filter.allCases.map(\.rawValue))
    ),
  ]

  @Test(
    "An impossible canvas is an error", arguments: failing)
  func invalidCanvas(
    script: String, problem: ScriptProblem
  ) throws {
    try expectEqual(failure(of: script).problem, problem)
  }

  @Test("A huge canvas exceeds a limit and does not crash") func hugeCanvas() throws {
    for script in ["canvas 1e300,5", "canvas 5,1e300", "canvas fit; scale 1e5", "canvas 9e15,9e15"] {
      guard case .scene(.limit) = try failure(of: script).problem else {
        Issue.record("\(script)")
        return
      }
    }
  }

  @Test("The output format's own size limit counts") func formatLimit() throws {
    let small = OutputCapabilities(alpha: true, deepest: .eight, maximumSide: 250)
    #expect(
      throws: ScriptError(.limit(LimitExceeded(.side, needed: 300, allowed: 250)), at: ScriptPosition())
    ) {
      try plan("", output: small)
    }
  }

  @Test("A scene without images needs a canvas") func requiredCanvas() throws {
    for script in [
      "group g { }", "canvas fit; layer a rect 0,0 5%,5", "canvas 5,auto", "canvas inside 5,5", "",
    ] {
      try expectEqual(failure(of: script, []).problem, .scene(.canvasRequired), "\(script)")
    }
    try expectEqual(failure(of: "canvas fit; group g { }", []).problem, .scene(.nothingDrawn))
    try expectEqual(plan("canvas 7,8", []).canvas, size(7, 8))
    try expectEqual(plan("canvas fit; layer a rect 3,4 7,8; scale 2", []).canvas, size(14, 16))
    try expectEqual(plan("canvas 7,8", []).items, [])
  }

  @Test("Cropping moves everything") func crop() throws {
    let whole = try plan("canvas 300,200")
    let cut = try plan("crop 10,20 100,50")
    expectEqual(cut.canvas, whole.canvas)
    expectEqual(cut.window, PixelRect(x: 10, y: 20, size: size(100, 50)))
    expectEqual(cut.draws.map(\.matrix), [AffineTransform(translationX: -10, y: -20)])
    expectEqual(cut.draws.map(\.path), [.copy])
    try expectEqual(plan("crop 0,0 300,200").window, whole.window)
    try expectEqual(plan("crop 10%,10% 80%,80%").window, PixelRect(x: 30, y: 20, size: size(240, 160)))
    // Percentages are of the finished canvas.
    try expectEqual(
      plan("crop 0%,50% 100%,50%; rotate left").window, PixelRect(x: 0, y: 150, size: size(200, 150)))
    try expectEqual(
      plan("rotate left; crop (100%-50),0 50,100%").window, PixelRect(x: 150, y: 0, size: size(50, 300)))
    try expectEqual(plan("crop 0,0 10,10; crop 5,5 6,7").window, PixelRect(x: 5, y: 5, size: size(6, 7)))
    try expectEqual(plan("rotate 3deg\ncrop 0,0 10,10").window.size, size(10, 10))
  }

  static let ratios: [(String, PixelRect)] = [
    ("crop 3:2", PixelRect(x: 0, y: 0, size: size(300, 200))),
    ("crop 1:1", PixelRect(x: 50, y: 0, size: size(200, 200))),
    ("crop 2:3", PixelRect(x: 83, y: 0, size: size(133, 200))),
    ("crop 3:1", PixelRect(x: 0, y: 50, size: size(300, 100))),
    ("crop 1000:1", PixelRect(x: 0, y: 99, size: size(300, 1))),
    ("let w = 16; crop $w:9", PixelRect(x: 0, y: 15, size: size(300, 169))),
    ("crop 1:1; crop 0,0 5,5", PixelRect(x: 0, y: 0, size: size(5, 5))),
    ("canvas fit; crop 1:1; rotate left", PixelRect(x: 0, y: 50, size: size(200, 200))),
  ]

  @Test("An aspect ratio crops around the center", arguments: ratios)
  func ratio(script: String, window: PixelRect) throws {
    try expectEqual(plan(script).window, window)
  }

  @Test("The crop applies to the finished canvas") func cropOfFinishedCanvas() throws {
    let error = try failure(of: "canvas fit\n crop 0,0 201,10\nrotate 90deg")
    expectEqual(
      error, ScriptError(.cropOutside(canvas: size(200, 300)), at: ScriptPosition(line: 2, column: 2)))
    try expectEqual(plan("canvas fit; crop 0,0 200,300; rotate 90deg").window.size, size(200, 300))
  }

  @Test("The last light, filter and background apply") func lastStatements() throws {
    let plan = try plan(
      """
      background red; filter nearest; light blend srgb; border 1 blue; corner-radius 3
      rotate 1deg
      background #00ff0080; filter lanczos3; light blend linear; border 10% white; corner-radius 1%
      """)
    expectEqual(plan.style.background, .color(Color(hex: "00ff0080")!))
    expectTrue(plan.filter == .lanczos3 && plan.lights == Lights(both: .linear))
    expectEqual(plan.style.border, CanvasStyle.Border(width: 20, color: .white))
    expectEqual(plan.style.cornerRadius, 2)
    let plain = try FrameSceneTests.plan("")
    expectTrue(plain.style.background == .color(.clear) && plain.filter == .cubic)
    expectEqual(plain.lights, Lights(resampling: .linear, blending: .srgb))
    expectTrue(plain.style.border == nil && plain.style.cornerRadius == 0)
  }

  @Test(
    "Each light has a statement, and one sets both",
    arguments: [
      ("light resample srgb", Lights(both: .srgb)), ("light blend linear", Lights(both: .linear)),
      ("light linear", Lights(both: .linear)), ("light srgb", Lights(both: .srgb)),
      ("light blend linear; light resample srgb", Lights(resampling: .srgb, blending: .linear)),
      ("light linear; light blend srgb", Lights()), ("layer r rect 0,0 9,9", Lights()),
    ])
  func lights(script: String, lights: Lights) throws {
    try expectEqual(FrameSceneTests.plan(script).lights, lights)
  }

  @Test("The gradient of a background has the coordinates of layers outside groups") func gradients() throws {
    func background(_ script: String) throws -> RenderPlan.Paint {
      try plan("\(script)\nbackground linear 0,0 to 100%,50 red blue").style.background
    }
    func line(_ x: Double, _ y: Double, _ x2: Double, _ y2: Double) throws -> RenderPlan.Paint {
      let stops = try [("red", 0.0), ("blue", 1)].map { name, place in
        RenderPlan.Gradient.Stop(place, try #require(Color(name: name)))
      }
      return .gradient(
        RenderPlan.Gradient(.linear(from: Point(x: x, y: y), to: Point(x: x2, y: y2)), stops: stops))
    }
    try expectEqual(background(""), line(0, 0, 300, 50))
    try expectEqual(background("canvas 80,90"), line(0, 0, 80, 50))
    try expectEqual(background("crop 10,20 50,60"), line(-10, -20, 290, 30))
    try expectEqual(background("canvas fit; rotate 90deg"), line(-50, 50, 250, 100))
    try expectEqual(
      plan("background linear 0,0 to 9,9 red blue; background teal").style.background.colors.count, 1)
  }

  /// Rounds the canvas and stretches the image to cover it: 300 by 200 does not scale exactly to these sizes.
  @Test(
    "A canvas rounded to whole pixels is covered by its image",
    arguments: ["canvas 100,auto", "canvas auto,77", "canvas inside 100,100", "canvas inside 31,500"])
  func roundedCanvas(script: String) throws {
    let plan = try plan(script)
    let draw = try #require(plan.draws.first)
    expectEqual(draw.box, Rect(origin: .zero, size: Size(plan.canvas)))
    expectEqual(plan.output, .rgb8)
  }

  static let thinImages = [
    (7, 1000), (2, 150), (1200, 7), (31, 3000), (20, 1999), (1, 150), (1, 3), (3, 1), (1, 1), (5000, 1),
  ]

  @Test("A canvas with an image's aspect ratio is filled, however thin the image is", arguments: thinImages)
  func thinImage(_ width: Int, _ height: Int) throws {
    for script in [
      "canvas inside 200,200", "canvas inside 333,90", "canvas contain 200,200", "canvas contain 2000,2000",
      "canvas auto,400", "canvas 133,auto", "canvas 133%,133%", "canvas 7%,7%",
    ] {
      for mode in ["", "; mode fit", "; mode cover", "; mode stretch"] {
        guard let plan = try? plan(script + mode, [image(width, height)]) else { continue }
        let draw = try #require(plan.draws.first)
        expectTrue(draw.covers(plan.canvas), "\(script)\(mode)")
        expectEqual(plan.output, .rgb8, "\(script)\(mode)")
      }
    }
  }

  @Test("An image with another aspect ratio is not stretched") func otherImage() throws {
    let both = "canvas inside 200,200; layer a image $1; layer b image $2"
    let plan = try plan(both, [image(7, 1000), image(1000, 7, id: 2)])
    expectEqual(plan.canvas, size(1, 200))
    let draw = try #require(plan.draws.last)
    expectTrue(draw.box.size.height < 1)
  }

  /// Keeps the image's aspect ratio on a canvas with an explicit size, even if the image does not cover it.
  @Test("A canvas with a chosen size is not covered by stretching") func chosenCanvas() throws {
    let draw = try #require(try plan("canvas 100,67").draws.first)
    expectTrue(draw.box.size.height < 67)
  }

  @Test(
    "A scaled photo alone fills its fitted canvas", arguments: ["scale 0.5", "scale -0.5,0.3; rotate 90deg"])
  func filledFit(script: String) throws {
    let plan = try plan(script, [image(301, 201)])
    let draw = try #require(plan.draws.first)
    expectTrue(draw.covers(plan.window.size))
    expectTrue(plan.window.size == (script == "scale 0.5" ? size(151, 101) : size(101, 90)))
    expectEqual(plan.output, .rgb8)
  }

}
