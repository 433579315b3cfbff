import FrameGeometry
import FrameScene
import FrameScript
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
    #expect(try value("\(formula)", after: box + edit) == expected)
  }

  @Test("Points of a layer in a group are mapped through the group")
  func groups() throws {
    let text = "group g at 100,0 size 10,10 {\n  layer b image placeholder at 5,5 size 4,4\n}\n"
    #expect(try value("toCanvas(b, 1, 1)", after: text) == "106, 6")
    #expect(try value("fromCanvas(b, 106, 6)", after: text) == "1, 1")
    // A frame is in the parent.
    #expect(try value("frame(b)", after: text) == "5, 5, 4, 4")
  }

  @Test("A map without an inverse, an unknown layer and a wrong number of arguments are errors")
  func errors() throws {
    let flat = box + "scale 0\nlet p = fromCanvas(a,1,1)"
    #expect(try failure(of: flat).problem == .singular(layer: "a"))
    #expect(
      try failure(of: box + "let p = frame(b)").problem == .unknownLayer("b", nearest: nil))
    let parser = ScriptParser()
    let error = #expect(throws: ScriptParser.Failure.self) {
      try parser.parse("let p = toCanvas(a, 1)", name: "script.txt")
    }
    #expect(
      error?.errors.map(\.problem)
        == [.wrongArgumentCount(function: "toCanvas", wanted: "3", found: 2)])
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
    #expect(result.failedExpectations == [])
    #expect(result.scene.children(of: nil).map { result.scene.layers[$0].name } == ["photo", "b", "t"])
    #expect(result.scene.hitTest(Point(x: 21, y: 21)).map { result.scene.layers[$0].name } == "t")
  }

  @Test("Layers are ordered in their group") func order() throws {
    let text = "group g { layer a rect 0,0 1,1\nlayer b rect 0,0 1,1 below a\nlayer c rect 0,0 1,1 below a }"
    let scene = try run(text).scene
    #expect(scene.children(of: scene.index(of: "g")).map { scene.layers[$0].name } == ["b", "c", "a"])
    #expect(
      try failure(of: text + "\nlayer d rect 0,0 1,1 below a").problem == .notInOneGroup("d", "a"))
    #expect(
      try failure(of: text + "\nlayer d rect 0,0 1,1 below x").problem == .unknownLayer("x", nearest: nil))
    #expect(try failure(of: "let s = textSize(photo)").problem == .notAText("textSize", layer: "photo"))
  }

  @Test("The size of the canvas is fixed when it is read, and unknown if it follows from the drawing")
  func canvasSize() throws {
    let script = "canvas 80,50; layer a rect ($canvas_width-10),0 10,$canvas_height; expect frame 70,0 10,50"
    #expect(try run(script).failedExpectations == [])
    #expect(try failure(of: "let w = $canvas_width; canvas 80,50").problem == .canvasAfterLayers("canvas"))
    #expect(
      try failure(of: "canvas fit; let w = $canvas_height").problem == .canvasSizeFollows("canvas_height"))
    #expect(
      try failure(of: "canvas inscribed; let w = $canvas_width").problem == .canvasSizeFollows("canvas_width")
    )
    #expect(try failure(of: "let w = $canvas_width", []).problem == .canvasRequired)
  }
}

@Suite struct StraightenTests {
  /// Returns whether a layer's bounds cover the canvas of 300 by 200, and touch a corner if they were enlarged.
  private func corners(_ text: String) throws -> (areInside: Bool, least: Double) {
    let scene = try run(text).scene
    let back = try #require(scene.toCanvas(0).inverse)
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
      #expect(areInside)
      if before.isEmpty || before.hasPrefix("scale") { #expect(least < 1e-9) }
    }
    #expect(
      abs(Double(try value("angleOf(photo)", after: "straighten \(angle)"))! - Double(angle.dropLast(3))!)
        < 1e-9)
  }

  @Test("A layer that is large enough only turns, about the center of the canvas")
  func large() throws {
    #expect(try value("round(scaleOf(photo)*1e6)", after: "scale 3; straighten 5deg") == "3000000")
    let moved = "scale 3; move 50,0; let p = fromCanvas(photo,150,100); straighten 5deg; "
    #expect(try run(moved + "expect toCanvas(photo,$p[0],$p[1]) [150, 100]").failedExpectations == [])
    #expect(try run("straighten 0deg").transform == .identity)
  }

  @Test("An image that leaves margins in its layer is enlarged until the canvas is covered")
  func margins() throws {
    // A square image fits 300 by 200 with a height of 200.
    let scale = try value("scaleOf(photo)", after: "canvas 300,200; straighten 0deg", [image(100, 100)])
    #expect(scale == "1.5")
  }

  @Test("A layer beside the center of the canvas cannot cover it")
  func beside() throws {
    let error = try failure(of: "move 151,0; straighten 5deg")
    #expect(error.problem == .centerNotCovered(layer: "photo"))
    #expect(try failure(of: "scale 0; straighten 5deg").problem == .centerNotCovered(layer: "photo"))
  }
}
