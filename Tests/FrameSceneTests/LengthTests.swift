import FrameGeometry
import FrameScript
import TestSupport
import Testing

/// Lengths as values: percentages plus pixels.
@Suite struct LengthTests {
  static let formulas: [(String, String)] = [
    ("50%", "50%"), ("100% - 20", "100% - 20"), ("100%-20", "100% - 20"), ("20 + 5%", "5% + 20"),
    ("20 - 5%", "-5% + 20"), ("-5%", "-5%"), ("-(5% - 3)", "-5% + 3"), ("2 * 10%", "20%"), ("10% * 2", "20%"),
    ("(10% + 3) / 4", "2.5% + 0.75"), ("50% - 50%", "0%"), ("(10 + 5)%", "15%"), ("$_n%", "1.5%"),
    ("[5%, 1]", "5%, 1"), ("\"at ${_m}\"", "at 5%"), ("\"$_m\"", "5%"), ("\"50%\" - 20", "50% - 20"),
    ("\"12px\" + 1", "13"),
    // Two lengths can be compared if their difference is a percentage alone, or pixels alone.
    ("10% < 20%", "1"), ("10% >= 20%", "0"), ("50% > 0", "1"), ("50% == \"50%\"", "1"), ("50% != 40%", "1"),
    ("50% == \"auto\"", "0"), ("100% - 20 < 100% - 10", "1"), ("100% - 20 == 90% + 10% - 20", "1"),
    ("min(10%, 5%, 7%)", "5%"), ("max(100% - 20, 100% - 30)", "100% - 20"), ("clamp(50%, 10%, 40%)", "40%"),
    ("abs(-5%)", "5%"), ("abs(0%-20)", "20px"),
  ]

  @Test("Lengths add, and scale by numbers", arguments: formulas)
  func values(formula: String, expected: String) throws {
    try expectEqual(value(formula, after: "let _n = 1.5; let _m = 5%"), expected)
  }

  static let failing: [(String, ScriptProblem)] = [
    ("50% < 100", .undecidedLengths("<", ["50%", "100"])),
    ("100% - 20 == 300", .undecidedLengths("==", ["100% - 20", "300px"])),
    ("min(50%, 100)", .undecidedLengths("min", ["100", "50%"])),
    ("round(50%)", .undecidedLengths("round", ["50%"])),
    ("abs(50% - 3)", .undecidedLengths("abs", ["50% - 3", "0"])), ("clamp(50%,30%,20%)", .emptyRange(30, 20)),
    ("5% * 5%", .lengthsCombined("*")), ("3 / 5%", .lengthsCombined("/")), ("5% / 5%", .lengthsCombined("/")),
    ("$_m % 3", .lengthsCombined("%")), ("5% / 0", .divisionByZero),
    ("1e308% * 10", .scene(.notFinite("the result of *"))),
    ("$_m%", .lengthFound(Length(percent: 5), wanted: "a number")),
    ("5% and 1", .lengthFound(Length(percent: 5), wanted: "a number")),
    ("$_l[1%]", .lengthFound(Length(percent: 1), wanted: "a number")),
  ]

  @Test("What a percentage does not decide is an error", arguments: failing)
  func errors(formula: String, problem: ScriptProblem) throws {
    try expectEqual(failure(of: "let _m = 5%; let _l = [1]\nlet x = \(formula)").problem, problem)
  }

  @Test("A length is of the canvas where it is used") func use() throws {
    let script = """
      canvas 200,100
      param w = 0
      let m = 5%; let p = [(100%-20), 10]
      layer a rect ($m+10),(100%-20) (50% + $w/2),(2 * 10%) radius ($m+1)
      expect frame 20,80 125,20
      layer b rect $p $m,$m; expect frame 180,10 10,5
      layer c rect 0,0 9,9; move (-$m),(100%/4); expect frame -10,25 9,9
      layer d rect 0,0 8,8 opacity (50%) anchor 100%,(2*25%); expect shown opacity 0.5
      set pan.slop ($m+1)
      define half W { expect $W 10% }
      half 10% ; half (5%*2) ; expect ($m) 5%; expect $m 5%
      """
    let context = RunContext(parameters: ["w": .text("25%")])
    try expectEqual(run(script, context: context).failedExpectations, [])
  }

  @Test("A length in place of a number is an error") func wrongPlace() throws {
    for statement in ["repeat $m { }", "rotate $m", "wait $m", "move ${m}px,1"] {
      let error = try failure(of: "let m = 5%\n" + statement)
      guard case .lengthFound(Length(percent: 5), _) = error.problem else {
        Issue.record("\(statement): \(error.problem)")
        continue
      }
    }
    // Without a canvas, a percentage has no value, but pixels have.
    try expectEqual(failure(of: "canvas 5%,5%", []).problem, .scene(.canvasRequired))
    try expectEqual(run("canvas fit; layer a rect (5%-5%),0 9,9", []).scene.layers.count, 1)
  }
}
