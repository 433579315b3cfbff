import FrameGeometry
import FrameImage
import FrameScript
import TestSupport
import Testing

/// Variable scopes: the variable that a name refers to.
@Suite struct ScopeTests {
  static let scripts = [
    "let x = 1; expect $x 1",
    "let x = 1; let x = ($x+1); expect $x 2",
    // `let` sets the nearest variable of that name, or else creates one in the innermost block.
    "let x = 1; if 1 { let x = 2 }; expect $x 2",
    "let x = 1; repeat 3 { let x = ($x*2) }; expect $x 8",
    "if 1 { let x = 1; if 1 { let x = 2 }; expect $x 2 }; expect $x 2",
    "let x = 1; group g { let x = 5 }; expect $x 5",
    // A variable ends with the block that creates it.
    "repeat 2 as i { if $i == 0 { let y = 7 } else { let y = 8 } }; let y = 9; expect $y 9",
    "let i = 5; repeat 3 as i { let j = $i }; expect $i 5",
    "repeat 3 as i { let i = ($i+10); expect $i ($i) }",
    // A definition sees the outermost variables and its arguments.
    "let x = 1; define f { expect $x 1; let x = 2 }; f; expect $x 2",
    "let x = 1; define f x { let x = ($x+1); expect $x 6 }; f 5; expect $x 1",
    "define f a b { expect $a 1; expect $b \"two\" }; f 1 \"two\"",
    "define f a { expect $a [1, 2]; expect $a[1] 2 }; f [1, 2]",
    "define f n { g ($n+1) }; define g n { expect $n 3 }; f 2",
    "define f { let t = 5 }; f; let t = 1; expect $t 1",
    "let made = 0; define f { repeat 3 { let made = ($made+1) } }; f; f; expect $made 6",
    // A built-in variable can be hidden, but never changed.
    "let width = 5; expect $width 5; expect $height 200",
    "define f { expect $width 300 }; f",
    // Strings can contain variables, and indices can be variables.
    "let n = 2; let a = [10, 20, 30]; let s = \"${n}:$a[$n]:${a[0]:.1}\"; expect $s \"2:30:10.0\"",
    "param p = 4; expect $p 4; let p = 5; expect $p 5",
  ]

  @Test(
    "Variables are visible in their block and inner blocks", arguments: scripts)
  func visible(script: String)
    throws
  {
    try expectEqual(run(script).failedExpectations, [])
  }

  @Test(
    "Variables are not visible outside their block",
    arguments: [
      "repeat 1 { let x = 1 }\nlet y = $x", "repeat 1 as x { }\nlet y = $x",
      "define f x { }; f 1\nlet y = $x",
      "define f { let x = 1 }; f\nlet y = $x",
      "group g { let x = 1 }\nlet y = $x", "\nlet y = $x",
      "define f { let y = $x }\nrepeat 1 { let x = 1; f }",
      "define f { g 1 }; define g x { h }\ndefine h { let y = $x }; f",
    ])
  func notVisible(script: String) throws {
    let error = try failure(of: script)
    expectEqual(error.problem, .unknownVariable("x", nearest: nil))
  }

  @Test("Unknown variables have a suggestion") func suggestion() throws {
    let error = try failure(of: "let angle = 3\nrotate ($angel)deg")
    expectEqual(
      error, ScriptError(.unknownVariable("angel", nearest: "angle"), at: ScriptPosition(line: 2, column: 9)))
    try expectEqual(failure(of: "let w = $widht").problem, .unknownVariable("widht", nearest: "width"))
  }

  @Test("Parameters can be set from outside") func parameters() throws {
    let context = RunContext(
      index: 7, inputs: [InputName(name: "IMG_1.jpg", stem: "IMG_1")],
      parameters: ["a": .text("30deg"), "c": .text("red"), "p": .text("10,20%")])
    let script = """
      param a = 1; param c = "none"; param p = 0; param d = 4
      background $c
      rotate $a; concat 1 0 0 1 $index 0; move $p
      expect $d 4; expect $stem "IMG_1"; expect $index 7
      """
    let result = try run(script, context: context)
    expectEqual(result.failedExpectations, [])
    expectEqual(result.scene.canvas.style.background, .color(Color(name: "red")!))
    expectEqual(
      result.transform,
      AffineTransform(rotation: Angle(degrees: 30)).concatenating(
        AffineTransform(translationX: 7, y: 0)))
    expectEqual(result.current.state.position, Point(x: 160, y: 140))
  }
}
