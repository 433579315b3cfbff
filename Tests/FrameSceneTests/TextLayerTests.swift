import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameScript
import TestSupport
import Testing

/// Text layers: their placement, and changes of their text.
@Suite struct TextLayerTests {
  private func layer(_ script: String) throws -> SceneLayer {
    try run("canvas 300,200; let n = 7; " + script, []).layer("a")
  }

  static let places: [(String, Rect)] = [
    ("text \"abc\" at 10,20 font-size 10", Rect(x: 10, y: 20, width: 30, height: 10)),
    ("text \"abc\" at 10%,50% font-size 5%", Rect(x: 30, y: 100, width: 30, height: 10)),
    ("text \"abcd\" at 100,20 font-size 10 align center", Rect(x: 80, y: 20, width: 40, height: 10)),
    ("text \"abcd\" at 100,20 font-size 10 align right middle", Rect(x: 60, y: 15, width: 40, height: 10)),
    ("text \"abcd\" at 100,20 font-size 10 align left bottom", Rect(x: 100, y: 10, width: 40, height: 10)),
    (
      "text \"abcd\" at 100,20 font-size 10 align left baseline", Rect(x: 100, y: 12.5, width: 40, height: 10)
    ),
    ("text \"n=$n ${n:.2}\" at 0,0 font-size 1", Rect(x: 0, y: 0, width: 8, height: 1)),
  ]

  @Test(
    "Texts have their boxes", arguments: places)
  func boxes(text: String, expected: Rect) throws {
    try expectTrue(layer("layer a " + text).frame.distance(to: expected) < 1e-9)
  }

  @Test("A new text keeps the layer's place and edits, and can be undone")
  func changes() throws {
    let script = "layer a text \"ab\" at 100,50 font-size 10 align center; move 5,0; text \"abcdef\""
    try expectEqual(layer(script).frame, Rect(x: 75, y: 50, width: 60, height: 10))
    try expectEqual(layer(script + "; undo").frame, Rect(x: 95, y: 50, width: 20, height: 10))
    try expectEqual(layer(script + "; undo; redo").frame, Rect(x: 75, y: 50, width: 60, height: 10))
  }

  @Test("A text that reads a variable is typeset again when it changes")
  func follows() throws {
    let script = """
      let v = 5; layer a text "${v:.1}" at 0,0 font-size 10
      recognize tap as t; on t { let v = 1 }
      """
    try expectEqual(layer(script).frame.size.width, 30)
    try expectEqual(layer(script + "; let v = 123").frame.size.width, 50)
  }

  @Test("A text is filled black by default")
  func looks() throws {
    let black = RenderPlan.Paint.color(Color(red: 0, green: 0, blue: 0))
    let items = try plan("canvas 90,90; layer a text \"a\" at 1,1; layer b text \"b\" at 1,1 fill red", [])
      .items
    guard case .shape(let a) = items[0], case .shape(let b) = items[1] else {
      Issue.record("no shapes")
      return
    }
    expectEqual(a.fill?.paint, black)
    expectEqual(b.fill?.paint, .color(Color(red: 1, green: 0, blue: 0)))
  }

  @Test("Missing glyphs and weights are recorded once each")
  func shortfalls() throws {
    let result = try run(
      "canvas 9,9; repeat 3 as i { layer a$i text \"?\" at 0,0 weight 700 }", [])
    expectEqual(result.record.shortfalls, [.missing(["?"], .shipped), .weight(700, drawn: 400, .shipped)])
  }

  static let refused: [(String, ScriptProblem)] = [
    ("layer a text \"x\" at 0,0 font \"f.ttf\"", .scene(.text(.noFile("f.ttf")))),
    ("layer a text \"x\" at 0,0 font-size 0", .scene(.text(.size(0, allowed: 65_535)))),
    ("layer a text \"x\" at 0,0 weight 1001", .scene(.text(.weight(1001)))),
    ("layer a text \"x\" at 0,0 size 9,9", .scene(.uselessOption("size", kind: "a text", instead: "scale"))),
    ("layer a rect 0,0 9,9 font-size 9", .scene(.notAText("font-size", layer: "a"))),
    ("layer a image placeholder weight 9", .scene(.notAText("weight", layer: "a"))),
    ("layer a rect 0,0 9,9; text \"x\"", .scene(.notAText("text", layer: "a"))),
  ]

  @Test(
    "Invalid texts are errors", arguments: refused)
  func errors(script: String, problem: ScriptProblem) throws {
    try expectEqual(failure(of: "canvas 9,9; " + script, []).problem, problem)
  }
}
