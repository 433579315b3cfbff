import FrameGeometry
import FrameImage
import FrameScript
import TestSupport
import Testing

/// `repeat`, `if` and `define`, and the limits on how much a script may run.
@Suite struct FlowTests {
  static let scripts = [
    "let s = \"\"; repeat 4 as i { let s = \"$s$i\" }; expect $s \"0123\"",
    "let n = 0; repeat 0 { let n = 1 }; expect $n 0",
    "let n = 0; repeat 3 { repeat 4 { let n = ($n+1) } }; expect $n 12",
    "let n = 3; let k = 0; repeat $n { let n = 9; let k = ($k+1) }; expect $k 3",
    "let a = 0; if 2 > 1 { let a = 1 } else { let a = 2 }; expect $a 1",
    "let a = 0; if 2 < 1 { let a = 1 } else if 0 { let a = 2 } else { let a = 3 }; expect $a 3",
    "let a = 0; if 0 { let a = 1 }; expect $a 0",
    "let a = 0; if -0.5 { let a = 1 }; expect $a 1",
    "let f = 1; define fact n { let f = ($f*$n) }; repeat 5 as i { fact ($i+1) }; expect $f 120",
    "later 3; define later n { let seen = $n; expect $n 3 }",
    "let s = \"\"; repeat 2 as i { repeat 2 as j { let s = \"$s$i$j \" } }; expect $s \"00 01 10 11 \"",
  ]

  @Test(
    "Control flow gives its results", arguments: scripts)
  func results(script: String) throws {
    try expectEqual(run(script).failedExpectations, [])
  }

  @Test(
    "Counts must be whole numbers", arguments: ["repeat -1 { }", "repeat 1.5 { }"])
  func wholeCounts(
    script: String
  ) throws {
    guard case .scene(.outOfRange) = try failure(of: script).problem else {
      Issue.record("no range")
      return
    }
  }

  @Test("Statements run in their order") func order() throws {
    let result = try run("rotate 90deg\nrepeat 2 { translate 10,0 }\nif 1 { scale 2 }")
    expectEqual(result.transform, AffineTransform(0, 2, -2, 0, 0, 20))
  }

  @Test("No statement runs after an error") func afterError() throws {
    let error = try failure(of: "scale 2\nselect x\nselect y")
    expectEqual(error.position, ScriptPosition(line: 2, column: 8))
  }

  @Test("At most a million statements run") func statementLimit() throws {
    let exceeded = LimitExceeded(.statements, needed: 1_000_001, allowed: 1_000_000)
    let error = try failure(of: "repeat 1000000 { }")
    expectEqual(error, ScriptError(.limit(exceeded), at: ScriptPosition(line: 1)))
    let nested = try failure(of: "save\nrepeat 1000 {\n  repeat 1000 {\n    restore; save\n  }\n}")
    expectEqual(nested.problem, .scene(.limit(exceeded)))
    expectTrue(nested.position.line == 3 || nested.position.line == 4)
  }

  @Test("Every repetition counts as a statement") func repetitions() throws {
    var limits = Limits()
    limits.statements = 10
    // The `repeat` itself, each iteration and each statement in it count.
    try expectEqual(run("repeat 9 { }", limits: limits).failedExpectations, [])
    try expectEqual(failure(of: "repeat 10 { }", limits: limits).position.line, 1)
    try expectEqual(run("repeat 4 {\nscale 1 }; undo", limits: limits).failedExpectations, [])
    try expectEqual(failure(of: "repeat 5 {\nscale 1 }", limits: limits).position.line, 2)
    try expectEqual(run("define f { }; repeat 4 { f }", limits: limits).failedExpectations, [])
  }

  @Test("The number of layers is limited") func layerLimit() throws {
    var limits = Limits()
    limits.layers = 3
    try expectEqual(run("repeat 3 as i { layer a$i image $1 }", limits: limits).scene.layers.count, 3)
    let error = try failure(of: "\nrepeat 4 as i { layer a$i image $1 }", limits: limits)
    expectEqual(error.problem, .scene(.limit(LimitExceeded(.layers, needed: 4, allowed: 3))))
    expectEqual(error.position.line, 2)
    let groups = try failure(of: "group a { }; group b { }\ngroup c { }", limits: limits)
    expectEqual(groups.problem, .scene(.limit(LimitExceeded(.layers, needed: 4, allowed: 3))))
  }

  @Test("Calls can be nested 64 deep") func callDepth() throws {
    func chain(_ count: Int) -> String {
      (0..<count).map { "define f\($0) { \($0 + 1 < count ? "f\($0 + 1)" : "scale 2") }" }
        .joined(separator: "\n") + "\nf0"
    }
    try expectEqual(run(chain(64)).transform, AffineTransform(scaleX: 2, y: 2))
    try expectEqual(
      failure(of: chain(65)).problem, .scene(.limit(LimitExceeded(.nesting, needed: 65, allowed: 64))))
  }

  @Test("A cancelled run stops at its next statement")
  func cancelled() throws {
    let script = try ScriptParser().parse("\nscale 2", name: "script.txt")
    var limits = Limits()
    limits.cancellation = Cancellation()
    func error() -> ScriptError? {
      var interpreter = Interpreter(
        script, limits: limits, images: StubLibrary(inputs: [image()]), typesetter: SquareLetters(),
        context: RunContext())
      do throws(ScriptError) { _ = try interpreter.run() } catch { return error }
      return nil
    }
    expectTrue(error() == nil)
    limits.cancellation?.cancel()
    expectEqual(error(), ScriptError(.limit(.cancelled), at: ScriptPosition(line: 2)))
  }
}
