import FrameGeometry
import FrameScript
import TestSupport
import Testing

/// The values of expressions.
@Suite struct EvaluatorFormulasTests {
  static let formulas: [(String, String)] = [
    ("1+2*3", "7"), ("7/2", "3.5"), ("2-3-4", "-5"), ("-2*3", "-6"),
    // The remainder has the divisor's sign.
    ("7 % 3", "1"), ("-7 % 3", "2"), ("mod(7,-3)", "-2"), ("mod(-7, -3)", "-1"), ("mod(7,3)", "1"),
    ("6 % 3", "0"), ("-6 % 3", "0"),
    ("5.5 % 2", "1.5"), ("-0.5 % 1", "0.5"), ("-1 % 360", "359"),
    ("1 < 2", "1"), ("2 < 1", "0"), ("1 <= 1", "1"), ("1 > 1", "0"), ("1 >= 1", "1"), ("1 == 1", "1"),
    ("1 != 1", "0"), ("\"a\" == \"a\"", "1"), ("\"a\" == \"b\"", "0"), ("\"a\" != \"b\"", "1"),
    ("\"3\" == 3", "1"), ("\"a\" == 3", "0"), ("[1, 2] == [1, 2]", "1"), ("[1] == [2]", "0"),
    ("1 and 2", "1"), ("1 and 0", "0"), ("0 or 3", "1"), ("0 or 0", "0"), ("not 0", "1"), ("not 5", "0"),
    // `and` and `or` evaluate their second operand only if it matters.
    ("0 and 1/0", "0"), ("1 or 1/0", "1"),
    ("sin(0)", "0"), ("cos(0)", "1"), ("sin(pi/2)", "1"), ("cos(pi)", "-1"), ("atan2(1, 1)*4 == pi", "1"),
    ("tan(0)", "0"), ("hypot(3, -4)", "5"), ("sqrt(2.25)", "1.5"), ("min(3, 1, 2)", "1"), ("max(3)", "3"),
    ("abs(-2.5)", "2.5"), ("floor(-1.5)", "-2"), ("ceil(-1.5)", "-1"), ("trunc(-1.5)", "-1"),
    ("trunc(1.9)", "1"),
    // Ties round away from zero.
    ("round(0.5)", "1"), ("round(1.5)", "2"), ("round(2.5)", "3"), ("round(-0.5)", "-1"),
    ("round(-2.5)", "-3"),
    ("round(2.4999)", "2"), ("sign(-3)", "-1"), ("sign(0)", "0"), ("sign(9)", "1"),
    ("clamp(5, 1, 3)", "3"), ("clamp(0, 1, 3)", "1"), ("clamp(2, 1, 3)", "2"), ("clamp(2, 3, 3)", "3"),
    ("count([])", "0"), ("count([1, [2, 3]])", "2"), ("random(4, 4)", "4"),
    ("\"a${_n:.2}b\"", "a1.50b"), ("\"$_n\"", "1.5"), ("[1, \"x\", 0.5]", "1, x, 0.5"), ("$_l[1]", "20"),
    ("$_l[count($_l)-1]", "30"), ("\"4\" + 1", "5"), ("$_m[1][0]", "3"),
  ]

  @Test(
    "Expressions have their values", arguments: formulas)
  func values(formula: String, expected: String)
    throws
  {
    let variables = "let _n = 1.5; let _l = [10, 20, 30]; let _m = [1, [3, 4]]"
    try expectEqual(value(formula, after: variables), expected)
  }

  static let failing: [(String, ScriptProblem)] = [
    ("1/0", .divisionByZero), ("1 % 0", .divisionByZero), ("mod(1,0)", .divisionByZero),
    ("1e308*10", .scene(.notFinite("the result of *"))),
    ("1e308+1e308", .scene(.notFinite("the result of +"))),
    ("sqrt(-1)", .scene(.notFinite("the result of sqrt"))),
    ("clamp(1, 3, 2)", .emptyRange(3, 2)),
    ("random(2, 1)", .emptyRange(2, 1)), ("random(0.2, 0.8)", .emptyRange(0.2, 0.8)),
    ("random(0, 1e16)", .emptyRange(0, 1e16)),
    ("\"a\"+1", .notANumber("a number", found: "the text \"a\"")),
    ("-\"1.\"", .notANumber("a number", found: "the text \"1.\"")),
    ("[1]*2", .notANumber("a number", found: "a list")),
    ("not [1]", .notANumber("a number", found: "a list")),
    ("count(3)", .notAList(found: "a number")), ("$index[0]", .notAList(found: "a number")),
    ("$_l[3]", .badIndex("3", count: 3)), ("$_l[-1]", .badIndex("-1", count: 3)),
    ("$_l[0.5]", .badIndex("0.5", count: 3)), ("$_e[0]", .badIndex("0", count: 0)),
  ]

  @Test(
    "Invalid expressions are errors", arguments: failing)
  func invalidExpressions(
    formula: String, problem: ScriptProblem
  ) throws {
    try expectEqual(failure(of: "let _l = [1, 2, 3]; let _e = []\nlet x = \(formula)").problem, problem)
  }

  /// Compares the numbers with SplitMix64, so that a seed gives the same numbers everywhere.
  @Test(
    "The seed decides the random numbers", arguments: [UInt64(0), 1, 1_234_567, .max])
  func seed(seed: UInt64)
    throws
  {
    var generator = SplitMix64(seed: seed)
    let expected = (0..<20).map { _ in String(generator.next() % 6 + 1) }.joined(separator: ", ")
    let list = "[" + Array(repeating: "random(1, 6)", count: 20).joined(separator: ", ") + "]"
    let context = RunContext(seed: seed)
    try expectEqual(value(list, context: context), expected)
    try expectEqual(value(list, context: context), expected)
  }

  @Test("Random numbers reach both ends of their range") func randomRange() throws {
    let list = "[" + Array(repeating: "random(-1.5, 2.5)", count: 200).joined(separator: ", ") + "]"
    let found = Set(try value(list).split(separator: ", "))
    expectEqual(found, ["-1", "0", "1", "2"])
  }

  @Test("Another seed gives another sequence") func otherSeed() throws {
    let list = "[random(1, 1000000), random(1, 1000000), random(1, 1000000)]"
    let rows = try (0..<20).map { try value(list, context: RunContext(seed: $0)) }
    expectEqual(Set(rows).count, 20)
  }
}
