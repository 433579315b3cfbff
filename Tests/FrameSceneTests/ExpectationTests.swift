import FrameGeometry
import FrameScript
import TestSupport
import Testing

/// The forms of the `expect` statement.
@Suite struct ExpectationTests {
  static let holding = [
    "expect transform 1 0 0 1 0 0", "rotate 90deg; expect transform 0 1 -1 0 0 0",
    "scale 2; expect map 2 0 0 2 -150 -100", "expect map 1 0 0 1 0 0", "expect frame 0,0 300,200",
    "expect frame 0,0 100%,100%", "expect selected photo", "mark photo on; expect marked photo",
    "let x = 3; expect $x 3", "let x = \"a\"; expect $x \"a\"", "let x = [1, 2]; expect $x [1, 2]",
    "let x = [1, 2]; expect $x[1] 2", "expect (0.1+0.2) 0.3", "expect $width 300", "expect $height 200",
    "expect $marked 0", "expect $layer \"photo\"", "let x = 1; expect $x 1.5 ~0.5", "expect $index 0",
    "scale 1.0000000009; expect transform 1 0 0 1 0 0", "let x = [0.1+0.2]; expect $x [0.3]",
    "let x = [1, \"a\"]; expect $x [1.4, \"a\"] ~0.5", "expect $isMarked(photo) 0",
    "expect (1+1) < 3", "expect (1+1) <= 2", "expect (1+1) > 1", "expect (1+1) >= 2", "expect (1+1) != 3",
    "expect hit 1,1 photo", "expect hit 300,200 none",
    "scale 0.5; expect hit 1,1 none; expect hit 150,100 photo",
    "layer a rect 0,0 9,9; layer b rect 0,0 9,9 untouchable; expect hit 1,1 a",
    "recognize tap; tap 9,9; tap 9,9; expect count tap 2; expect count pan 0", "pan 9,9; expect count pan 1",
    "expect shown opacity 1", "expect shown frame 0,0 300,200", "expect shown transform 1 0 0 1 0 0",
    "animate photo opacity to 0 over 1s ease linear; wait 250ms; expect shown opacity 0.75",
    "animate photo move to 100,0 over 1s ease linear; wait 500ms; expect shown frame 50,0 300,200",
    "animate photo rotate to 90deg over 1s; wait 1s; expect shown transform 0 1 -1 0 0 0 ~1e-9",
    "layer a rect 0,0 9,9 fill red; animate a fill to #000 over 1s ease linear; wait 500ms; "
      + "expect shown fill rgb(50% 0 0)",
    "layer a line 0,0 9,9; animate a trim to 0..0.5 over 1s ease linear; wait 500ms; "
      + "expect shown trim 0..0.75",
    "layer a line 0,0 9,9 stroke red 2; expect shown stroke red 2",
  ]

  @Test(
    "Expectations within their tolerance hold", arguments: holding)
  func fulfilled(script: String) throws {
    try expectEqual(run(script).failedExpectations, [])
  }

  static let failing: [(String, ScriptProblem)] = [
    (
      "scale 2; expect transform 1 0 0 1 0 0",
      .expectationFailed("transform", expected: "1 0 0 1 0 0", found: "2 0 0 2 0 0")
    ),
    (
      "scale 2; expect map 2 0 0 2 0 0",
      .expectationFailed("map", expected: "2 0 0 2 0 0", found: "2 0 0 2 -150 -100")
    ),
    (
      "expect frame 0,0 300,201", .expectationFailed("frame", expected: "0 0 300 201", found: "0 0 300 200")
    ),
    (
      "layer a image; layer b image $1; expect selected a",
      .expectationFailed("selected", expected: "a", found: "b")
    ),
    (
      "scale 0.5; expect hit 1,1 photo", .expectationFailed("hit", expected: "photo", found: "none")
    ),
    ("expect (1+1) < 2", .expectationFailed("value", expected: "< 2", found: "2")),
    (
      "recognize tap; tap 9,9; expect count tap 2", .expectationFailed("count tap", expected: "2", found: "1")
    ),
    (
      "animate photo opacity to 0 over 1s ease linear; wait 500ms; expect shown opacity 0",
      .expectationFailed("shown opacity", expected: "0", found: "0.5")
    ),
    ("expect shown fill red", .expectationFailed("shown fill", expected: "1 0 0 1", found: "none")),
    ("expect marked photo", .expectationFailed("marked", expected: "photo", found: "not marked")),
    ("let x = 3; expect $x 4", .expectationFailed("value", expected: "4", found: "3")),
    ("let x = \"a\"; expect $x \"b\"", .expectationFailed("value", expected: "b", found: "a")),
    ("let x = [1, 2]; expect $x [1, 3]", .expectationFailed("value", expected: "1, 3", found: "1, 2")),
    ("let x = [1, 2]; expect $x [1]", .expectationFailed("value", expected: "1", found: "1, 2")),
    ("let x = 1; expect $x 1.6 ~0.5", .expectationFailed("value", expected: "1.6", found: "1")),
    ("let x = 1; expect $x 1.00000001", .expectationFailed("value", expected: "1.00000001", found: "1")),
    ("let x = \"a\"; expect $x 1", .expectationFailed("value", expected: "1", found: "a")),
  ]

  @Test(
    "Expectations beyond their tolerance fail with both values", arguments: failing)
  func failed(
    script: String, problem: ScriptProblem
  ) throws {
    try expectEqual(run(script).failedExpectations.map(\.problem), [problem])
  }

  @Test("All expectations are checked") func allAreChecked() throws {
    let result = try run(
      "expect $width 1\nrotate 90deg\n  expect $height 2\nexpect $width 300\nexpect $width 3")
    expectEqual(result.failedExpectations.map(\.position.line), [1, 3, 5])
    expectEqual(result.failedExpectations.map(\.position.column), [1, 3, 1])
    expectEqual(result.transform, AffineTransform(0, 1, -1, 0, 0, 0))
  }

  /// Compares a parameter from `-D`, which is text, as a number if it looks like one.
  @Test("Parameters can be used as numbers") func parameters() throws {
    let context = RunContext(parameters: ["n": .text("3.0"), "s": .text("3 a")])
    let script = "param n = 1; param s = \"x\"; expect $n 3; expect $n 3.2 ~0.5; expect $s \"3 a\""
    try expectEqual(run(script, context: context).failedExpectations, [])
    try expectEqual(run("param n = 1; expect $n 4", context: context).failedExpectations.count, 1)
  }

  @Test("Marked layers keep their order") func markOrder() throws {
    let script = """
      repeat 4 as i { layer s$i image $1 }
      mark s2 on; mark s0 toggle; mark s3 on; mark s2 on; mark s3 off; mark s1 toggle; mark s1 toggle
      expect $marked 2; expect marked s2; expect marked s0; expect $isMarked(s3) 0; expect $isMarked(s0) 1
      """
    let result = try run(script)
    expectEqual(result.failedExpectations, [])
    expectEqual(result.scene.marked.map { result.scene.layers[$0].name }, ["s2", "s0"])
  }

  @Test("An expectation about an unknown layer is an error") func unknownLayer() throws {
    try expectEqual(
      failure(of: "expect marked nobody").problem, .scene(.unknownLayer("nobody", nearest: nil)))
    try expectEqual(
      failure(of: "canvas 5,5; expect transform 1 0 0 1 0 0", []).problem, .noCurrentLayer("expect transform")
    )
  }
}
