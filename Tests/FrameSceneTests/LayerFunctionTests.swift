import FrameGeometry
import FrameScript
import TestSupport
import Testing

/// Formulas about layers.
@Suite struct LayerFunctionTests {
  private let box = "layer a rect 10,20 100,50\n"

  static let values: [(String, String, String)] = [
    ("", "frame(a)", "10, 20, 100, 50"), ("rotate 90deg", "frame(a)", "35, -5, 50, 100"),
    ("rotate 90deg", "frame(a)[3]", "100"), ("move 5,0", "toCanvas(a, 10, 20)", "15, 20"),
    ("rotate 90deg", "toCanvas(a,10,20)", "85, -5"), ("rotate 90deg", "fromCanvas(a, 85, -5)", "10, 20"),
    ("scale 2,8", "scaleOf(a)", "4"), ("scale -3", "scaleOf(a)", "3"),
    ("rotate -30deg", "round(angleOf(a))", "-30"),
    ("rotate 120deg; scale 2", "round(angleOf(a))", "120"), ("", "isMarked(a)", "0"),
    ("scale 3", "naturalSize(a)", "100, 50"),
    ("layer p image at 1,1 size 9,9", "naturalSize(p)", "300, 200"),
    ("group g { }", "naturalSize(g)", "300, 200"),
    ("", "$canvas_width + $canvas_height", "500"),
    ("mark a on", "$isMarked(a) + isMarked(a)", "2"), ("", "frame($layer)[0] + 1", "11"),
  ]

  @Test("They have the layer's current values", arguments: values)
  func current(edit: String, formula: String, expected: String) throws {
    try expectEqual(value("\(formula)", after: box + edit), expected)
  }

  @Test("Points of a layer in a group are mapped through the group")
  func groups() throws {
    let text = "group g at 100,0 size 10,10 {\n  layer b image placeholder at 5,5 size 4,4\n}\n"
    try expectEqual(value("toCanvas(b, 1, 1)", after: text), "106, 6")
    try expectEqual(value("fromCanvas(b, 106, 6)", after: text), "1, 1")
    // A frame is in the parent.
    try expectEqual(value("frame(b)", after: text), "5, 5, 4, 4")
  }

  @Test("A map without an inverse, an unknown layer and a wrong number of arguments are errors")
  func errors() throws {
    let flat = box + "scale 0\nlet p = fromCanvas(a,1,1)"
    try expectEqual(failure(of: flat).problem, .scene(.singular(layer: "a")))
    try expectEqual(failure(of: box + "let p = frame(b)").problem, .scene(.unknownLayer("b", nearest: nil)))
    let parser = ScriptParser()
    let error = #expect(throws: ScriptError.self) {
      try parser.parse("let p = toCanvas(a, 1)", name: "script.txt")
    }
    expectEqual(
      error?.errors.map(\.problem), [.wrongArgumentCount(function: "toCanvas", wanted: "3", found: 2)])
  }
}

@Suite struct SizeTests {
  @Test("A badge below its text is as wide as the text") func badge() throws {
    let result = try run(
      """
      layer t text "abcd" at 20,20 font-size 10
      let s = textSize(t)
      layer b rect 10,10 ($s[0]+20),($s[1]+20) below t
      expect frame 10,10 60,30
      expect frame(t) [20, 20, 40, 10]
      text "ab"
      """.replacing("text \"ab\"", with: "select t; text \"ab\"; expect textSize(t) [20, 10]"))
    expectEqual(result.failedExpectations, [])
    expectEqual(result.scene.children(of: nil).map { result.scene.layers[$0].name }, ["photo", "b", "t"])
    expectEqual(result.scene.hitTest(Point(x: 21, y: 21)).map { result.scene.layers[$0].name }, "t")
  }

  @Test("Layers are ordered in their group") func order() throws {
    let text = "group g { layer a rect 0,0 1,1\nlayer b rect 0,0 1,1 below a\nlayer c rect 0,0 1,1 below a }"
    let scene = try run(text).scene
    expectEqual(scene.children(of: scene.index(of: "g")).map { scene.layers[$0].name }, ["b", "c", "a"])
    try expectEqual(
      failure(of: text + "\nlayer d rect 0,0 1,1 below a").problem, .scene(.notInOneGroup("d", "a")))
    try expectEqual(
      failure(of: text + "\nlayer d rect 0,0 1,1 below x").problem, .scene(.unknownLayer("x", nearest: nil)))
    try expectEqual(
      failure(of: "let s = textSize(photo)").problem, .scene(.notAText("textSize", layer: "photo")))
  }

  @Test("The size of the canvas is fixed when it is read, and unknown if it follows from the drawing")
  func canvasSize() throws {
    let script = "canvas 80,50; layer a rect ($canvas_width-10),0 10,$canvas_height; expect frame 70,0 10,50"
    try expectEqual(run(script).failedExpectations, [])
    try expectEqual(failure(of: "let w = $canvas_width; canvas 80,50").problem, .canvasAfterLayers("canvas"))
    try expectEqual(
      failure(of: "canvas fit; let w = $canvas_height").problem, .canvasSizeFollows("canvas_height"))
    try expectEqual(
      failure(of: "canvas inscribed; let w = $canvas_width").problem, .canvasSizeFollows("canvas_width"))
    try expectEqual(failure(of: "let w = $canvas_width", []).problem, .scene(.canvasRequired))
  }
}

@Suite struct StraightenTests {
  /// Returns whether a layer's bounds cover the canvas of 300 by 200, and touch a corner if they were enlarged.
  private func corners(_ text: String) throws -> (areInside: Bool, least: Double) {
    let scene = try run(text).scene
    let back = try #require(scene.toCanvas(0).inverse?.affine)
    let bounds = scene.layers[0].bounds
    let distances = [(0.0, 0.0), (300.0, 0.0), (0.0, 200.0), (300.0, 200.0)].flatMap { x, y in
      let point = Point(x: x, y: y).applying(back)
      return [
        point.x - bounds.minX, bounds.maxX - point.x, point.y - bounds.minY, bounds.maxY - point.y,
      ]
    }
    let least = distances.min()!
    return (least > -1e-9, least)
  }

  @Test(
    "The layer turns, and covers the canvas exactly",
    arguments: ["3deg", "-7.5deg", "30deg", "45deg", "90deg", "123deg", "-179deg"])
  func covers(angle: String) throws {
    for before in ["", "scale -1,1; ", "rotate 20deg; scale 2,1.5; "] {
      let (areInside, least) = try corners(before + "straighten \(angle)")
      expectTrue(areInside)
      if before.isEmpty || before.hasPrefix("scale") { expectTrue(least < 1e-9) }
    }
    expectTrue(
      abs(Double(try value("angleOf(photo)", after: "straighten \(angle)"))! - Double(angle.dropLast(3))!)
        < 1e-9)
  }

  @Test("A layer that is large enough only turns, about the center of the canvas")
  func large() throws {
    try expectEqual(value("round(scaleOf(photo)*1e6)", after: "scale 3; straighten 5deg"), "3000000")
    let moved = "scale 3; move 50,0; let p = fromCanvas(photo,150,100); straighten 5deg; "
    try expectEqual(run(moved + "expect toCanvas(photo,$p[0],$p[1]) [150, 100]").failedExpectations, [])
    try expectEqual(run("straighten 0deg").transform, .identity)
  }

  @Test("An image that leaves margins in its layer is enlarged until the canvas is covered")
  func margins() throws {
    // A square image fits 300 by 200 with a height of 200.
    let scale = try value("scaleOf(photo)", after: "canvas 300,200; straighten 0deg", [image(100, 100)])
    expectEqual(scale, "1.5")
  }

  @Test("A layer beside the center of the canvas cannot cover it")
  func beside() throws {
    let error = try failure(of: "move 151,0; straighten 5deg")
    expectEqual(error.problem, .scene(.centerNotCovered(layer: "photo")))
    try expectEqual(
      failure(of: "scale 0; straighten 5deg").problem, .scene(.centerNotCovered(layer: "photo")))
  }
}
