import FrameGeometry
import FrameImage
import FramePlan
import FrameScript
import TestSupport
import Testing

/// Shape layers: their boxes, anchors, fills, strokes and edits.
@Suite struct ShapeTests {
  private func draw(_ script: String) throws -> RenderPlan.ShapeDraw {
    let items = try plan("canvas 300,200; " + script, []).items
    guard case .shape(let draw)? = items.first else {
      Issue.record("no shape: \(items)")
      return RenderPlan.ShapeDraw(layer: "", path: Path(), matrix: .identity)
    }
    return draw
  }

  private static let black = RenderPlan.Paint.color(Color(red: 0, green: 0, blue: 0))
  private static let red = RenderPlan.Paint.color(Color(red: 1, green: 0, blue: 0))

  static let boxes: [(String, Rect)] = [
    ("rect 10,20 30,40", Rect(x: 10, y: 20, width: 30, height: 40)),
    ("rect 10%,10% 30,40 radius 5,6", Rect(x: 30, y: 20, width: 30, height: 40)),
    ("ellipse 10,20 30,40", Rect(x: 10, y: 20, width: 30, height: 40)),
    ("line 50,60 20,10", Rect(x: 20, y: 10, width: 30, height: 50)),
    ("arc 100,100 50 from 0deg to 90deg", Rect(x: 100, y: 100, width: 50, height: 50)),
    ("arc 100,100 50 from 0deg to 1000000000deg", Rect(x: 50, y: 50, width: 100, height: 100)),
    ("path \"M 10 10 h 20 v 30 z\"", Rect(x: 10, y: 10, width: 20, height: 30)),
    ("path \"M 0 0 h 20\" with 2 0 0 1 5 6 path \"M 0 0 v 9\"", Rect(x: 0, y: 0, width: 45, height: 9)),
  ]

  @Test("`stroke none` needs no width", arguments: ["stroke none", "stroke none opacity 1", "stroke none 3"])
  func noStroke(option: String) throws {
    for script in ["layer a rect 0,0 5,5 fill red \(option)", "layer a rect 0,0 5,5 fill red; stroke none"] {
      let item = try #require(try plan("canvas 9,9; " + script, []).items.first)
      guard case .shape(let draw) = item else {
        Issue.record("\(item)")
        return
      }
      expectTrue(draw.stroke == nil && draw.fill != nil)
    }
  }

  @Test(
    "Shapes have their frames", arguments: boxes)
  func layerFrames(declaration: String, expected: Rect) throws {
    let layer = try run("canvas 300,200; layer a \(declaration)", []).layer("a")
    expectTrue(layer.frame.distance(to: expected) < 1e-9)
    expectTrue(layer.bounds.distance(to: expected) < 1e-9)
    // `at` places the corner of the box.
    let moved = try run("canvas 300,200; layer a \(declaration) at 7,8", []).layer("a")
    let there = Rect(origin: Point(x: 7, y: 8), size: expected.size)
    expectTrue(moved.frame.distance(to: there) < 1e-9)
  }

  @Test("A shape's transform acts about the center of its box, in its parent's coordinates")
  func seat() throws {
    let result = try run(
      """
      canvas 300,200
      layer seat rect 160,100 80,40
      skew 11.3099325deg about 200,120 ; rotate 20deg about 200,120
      expect map .939693 .342020 -.154082 1.008097 30.551270 -69.375627 ~1e-5
      """.replacing(" .", with: " 0.").replacing("-.", with: "-0."), [])
    expectTrue(result.failedExpectations.isEmpty)
    func hit(_ x: Double, _ y: Double) -> Bool { result.scene.hitTest(Point(x: x, y: y)) != nil }
    expectTrue(hit(230, 131))
    expectTrue(!hit(160, 100))
  }

  @Test("Without `fill` or `stroke`, an area is filled black and a line is stroked black, 1 wide")
  func defaultLooks() throws {
    try expectEqual(draw("layer a rect 0,0 9,9").fill, RenderPlan.Fill(Self.black))
    try expectTrue(draw("layer a rect 0,0 9,9").stroke == nil)
    try expectTrue(draw("layer a rect 0,0 9,9 stroke red 2").fill == nil)
    try expectEqual(draw("layer a rect 0,0 9,9 fill red").fill, RenderPlan.Fill(Self.red))
    try expectEqual(draw("layer a rect 0,0 9,9 fill red evenodd").fill?.rule, .evenOdd)
    try expectEqual(draw("layer a line 0,0 9,9").stroke, RenderPlan.Stroke(Self.black, StrokeStyle(width: 1)))
    try expectTrue(draw("layer a line 0,0 9,9").fill == nil)
    try expectTrue(draw("layer a arc 9,9 9 from 0deg to 90deg fill red").stroke == nil)
    try expectEqual(plan("canvas 9,9; layer a rect 0,0 9,9 fill none", []).items, [])
    try expectEqual(plan("canvas 9,9; layer a rect 0,0 9,9 stroke red 0", []).items, [])
  }

  @Test("Shapes have their strokes") func strokes() throws {
    let all = try draw(
      "layer a line 0,0 9,9 stroke red 3 join round miter-limit 7 cap square dash 4,2,1 offset -3 trim 0.25..0.75"
    )
    expectEqual(
      all.stroke?.style,
      StrokeStyle(
        width: 3, join: .round, miterLimit: 7, cap: .square, dashes: [4, 2, 1], dashOffset: -3))
    expectEqual(all.trim, RenderPlan.Trim(0.25, 0.75))
    let later = try draw("layer a line 0,0 9,9 ; stroke red 3 cap round ; trim 0..0.5 ; undo")
    expectEqual(later.trim, .all)
    expectEqual(later.stroke?.style.cap, .round)
  }

  @Test("Gradient stops without a position are spread evenly, and positions never decrease")
  func gradients() throws {
    func stops(_ text: String) throws -> [Double] {
      guard case .gradient(let gradient)? = try draw("layer a rect 0,0 9,9 fill " + text).fill?.paint else {
        return []
      }
      return gradient.stops.map(\.place)
    }
    try expectEqual(stops("linear 0,0 to 9,0 red blue"), [0, 1])
    try expectEqual(stops("linear 0,0 to 9,0 red lime blue evenodd"), [0, 0.5, 1])
    let some = try stops("linear 0,0 to 9,0 red #0f0@0.5 blue yellow # a comment")
    expectEqual(some, [0, 0.5, 0.75, 1])
    try expectEqual(stops("radial 5,5 9 red@50% lime@20% blue@80%"), [0.5, 0.5, 0.8])
  }

  @Test("Fill and stroke fade as one, and a layer with a blend mode is drawn as a group")
  func groups() throws {
    let both = try plan("canvas 9,9; layer a rect 0,0 9,9 fill red stroke blue 1 opacity 0.5", []).items
    guard case .group(let group) = both[0] else {
      Issue.record("no group")
      return
    }
    expectEqual(group.opacity, 0.5)
    try expectEqual(draw("layer a rect 0,0 9,9 fill red opacity 0.5").opacity, 0.5)
    let mixed = try plan("layer photo image; layer a rect 0,0 9,9 blend multiply").items
    guard case .group(let mixed) = mixed[1] else {
      Issue.record("no group")
      return
    }
    expectEqual(mixed.blend, .multiply)
  }

  static let refused: [(String, ScriptProblem)] = [
    ("layer a rect 0,0 9,9 size 4,4", .scene(.uselessOption("size", kind: "a shape", instead: "scale"))),
    ("layer a rect 0,0 9,9 mode top", .scene(.uselessOption("mode", kind: "a shape", instead: "scale"))),
    ("layer a rect 0,0 9,9 clip", .scene(.uselessOption("clip", kind: "a shape", instead: "clip rect"))),
    ("layer a image placeholder; fill red", .scene(.notAShape("fill", layer: "a"))),
    ("layer a image placeholder trim 0..1", .scene(.wrongTrim(layer: "a", ofPath: true))),
    ("layer a rect 0,0 9,-1", .scene(.outOfRange("a shape's size", value: -1, wanted: "from 0"))),
    (
      "layer a arc 0,0 -1 from 0deg to 9deg",
      .scene(.outOfRange("an arc's radius", value: -1, wanted: "from 0"))
    ),
    (
      "layer a line 0,0 9,9 trim 0..2",
      .scene(.outOfRange("the end of a part", value: 2, wanted: "from 0 to 1"))
    ),
    (
      "layer a rect 0,0 9,9 stroke red -1", .scene(.outOfRange("a line's width", value: -1, wanted: "from 0"))
    ),
  ]

  @Test(
    "Invalid shapes are errors", arguments: refused)
  func errors(script: String, problem: ScriptProblem)
    throws
  {
    try expectEqual(failure(of: "canvas 9,9; " + script, []).problem, problem)
  }
}
