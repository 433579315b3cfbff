@testable import FrameScript
import TestSupport
import Testing

/// The precedence of operators: expressions, printed with all their parentheses.
@Suite struct ExpressionTests {
  static let formulas: [(String, String)] = [
    ("1+2*3", "(1 + (2 * 3))"), ("(1+2)*3", "((1 + 2) * 3)"), ("1-2-3", "((1 - 2) - 3)"),
    ("8/4/2", "((8 / 4) / 2)"), ("1 - 2 % 3", "(1 - (2 % 3))"), ("7 % 3*2", "((7 % 3) * 2)"),
    ("1+2<3+4", "((1 + 2) < (3 + 4))"), ("1<=2", "(1 <= 2)"), ("1>=2", "(1 >= 2)"), ("1!=2", "(1 != 2)"),
    ("$a==\"b\"", "($a == \"b\")"), ("1 and 2 or 3", "((1 and 2) or 3)"),
    ("1 or 2 and 3", "(1 or (2 and 3))"),
    ("not 1 == 2", "(not (1 == 2))"), ("not not 1", "(not (not 1))"), ("not 1 and 2", "((not 1) and 2)"),
    ("1 and not 2", "(1 and (not 2))"), ("not(1)", "(not 1)"),
    ("-1", "(-1)"), ("-$x", "(-$x)"), ("--1", "(-(-1))"), ("2*-3", "(2 * (-3))"), ("1 -2", "(1 - 2)"),
    ("1--2", "(1 - (-2))"), ("-1-2", "((-1) - 2)"), ("-2*3", "((-2) * 3)"), ("-(1+2)", "(-(1 + 2))"),
    ("- 3", "(-3)"), ("$a-1", "($a - 1)"), ("$a - 1", "($a - 1)"),
    ("pi", "3.141592653589793"), ("2*pi", "(2 * 3.141592653589793)"), ("sin(1)", "sin(1)"),
    ("atan2(1, -2)", "atan2(1, (-2))"), ("min(1)", "min(1)"), ("min(1,2,3)", "min(1, 2, 3)"),
    ("clamp($x, 0, 1)", "clamp($x, 0, 1)"), ("hypot(3,4)+1", "(hypot(3, 4) + 1)"), ("count($a)", "count($a)"),
    ("abs(-1)", "abs((-1))"), ("round(floor(1)/ceil(2))", "round((floor(1) / ceil(2)))"),
    ("$a[0]", "$a[0]"), ("$a[$i+1]", "$a[($i + 1)]"), ("$a[1][2]", "$a[1][2]"), ("${a[0]}", "$a[0]"),
    ("$isMarked(seat$i)", "isMarked(seat{$i})"), ("$marked", "$marked"),
    ("[]", "[]"), ("[1]", "[1]"), ("[1, -2, \"c\", [$d]]", "[1, (-2), \"c\", [$d]]"), ("[ 1 , 2 ]", "[1, 2]"),
    ("\"a\"", "\"a\""), ("((((1))))", "1"), ("1   +\t2", "(1 + 2)"),
    ("sign(1)+trunc(2)+tan(3)+cos(4)+sqrt(5)", "((((sign(1) + trunc(2)) + tan(3)) + cos(4)) + sqrt(5))"),
    ("random(1, 6)", "random(1, 6)"), ("max(1,2)", "max(1, 2)"),
  ]

  @Test(
    "Operators have their precedence", arguments: formulas)
  func precedence(text: String, tree: String) throws {
    try expectEqual(formula(text), tree)
  }

  static let percentages: [(String, String)] = [
    ("50%", "50%"), ("-50%", "(-50%)"), ("100%-20", "(100% - 20)"), ("100% - 20", "(100% - 20)"),
    ("100%+$w/2", "(100% + ($w / 2))"), ("2*10%", "(2 * 10%)"), ("10%*2", "(10% * 2)"),
    ("10% / 4", "(10% / 4)"),
    ("(1+2)%", "(1 + 2)%"), ("$m%", "$m%"), ("${m}%", "$m%"), ("$a[0]%-1", "($a[0]% - 1)"),
    ("max(1,2)%", "max(1, 2)%"),
    ("[5%, 10% ]", "[5%, 10%]"), ("min(5%,3)", "min(5%, 3)"), ("(5%)", "5%"), ("5% # a comment", "5%"),
    ("5%==$m", "(5% == $m)"), ("$m < 5% and 1", "(($m < 5%) and 1)"),
    ("5 % 3", "(5 % 3)"), ("$i % 6", "($i % 6)"), ("mod($i,6)", "mod($i, 6)"), ("$i % (6)", "($i % 6)"),
  ]

  @Test(
    "A '%' directly after a number is a percent sign, and between blanks the remainder",
    arguments: percentages)
  func percentSigns(text: String, tree: String) throws {
    try expectEqual(formula(text), tree)
  }

  static let ambiguous: [(String, String, String)] = [
    ("5%3", "5", "3"), ("5 %3", "5", "3"), ("5% 3", "5", "3"), ("$i%6", "$i", "6"), ("$i % -6", "$i", "-6"),
    ("100 % - 20", "100", "-"), ("5 %", "5", ""), ("(5 %)", "5", ""), ("2*$i%6", "$i", "6"),
    ("1+2 %3", "2", "3"), ("5%pi", "5", "pi"), ("5%$b", "5", "$b"),
    // Long operands are not repeated.
    ("5%sin(1)", "", ""), ("(1+2)%(3)", "", ""), ("[5% 3]", "5", "3"),
  ]

  @Test("A '%' that could be either is an error", arguments: ambiguous)
  func ambiguousPercent(text: String, left: String, right: String) {
    expectEqual(problems(in: "let x = \(text)"), [.ambiguousPercent(left: left, right: right)])
  }

  static let numbers: [(String, Double)] = [
    ("0", 0), ("5", 5), ("0.5", 0.5), ("10.25", 10.25), ("1e3", 1000), ("1E3", 1000), ("1e-6", 1e-6),
    ("1e+2", 100), ("2.5e-1", 0.25), ("007", 7), ("1e-400", 0), ("9007199254740993", 9_007_199_254_740_992),
  ]

  @Test(
    "Numbers have their values", arguments: numbers)
  func numberValues(text: String, value: Double) throws {
    try expectEqual(parse("scale \(text)").statements.first?.kind, scale(value, column: 7))
    try expectEqual(parse("scale -\(text)").statements.first?.kind, scale(-value, column: 7))
  }

  private func scale(_ value: Double, column: Int) -> Statement.Kind {
    let number = Expression(.number(value), at: ScriptPosition(column: column))
    return .regular(
      StatementTable.byWord["scale"]!,
      .list([.list([.quantity(Quantity(number, nil)), .missing]), .missing]))
  }

  @Test(
    "Invalid numbers are errors", arguments: [".5", "5.", "-.5", "5.e3", "1e999", "-1e999", "5.deg"])
  func invalidNumbers(text: String) {
    let number = text.replacing("deg", with: "")
    expectEqual(problems(in: "scale \(text)").first, .badNumber(number))
    expectEqual(problems(in: "let x = \(text)").first, .badNumber(number.replacing("-", with: "")))
  }

  @Test(
    "Words in place of numbers are errors",
    arguments: ["inf", "nan", "infinity", "+x", "0x10", "1_000", "1,5,2", "½", "٣", "1e", "two", "1..2"])
  func wordsAsNumbers(text: String) {
    expectEqual(problems(in: "scale \(text)").count, 1)
  }

  @Test(
    "Invalid expressions are errors",
    arguments: [
      "1+", "*2", "(1", "1)", "()", "[1", "[1,]", "1 2", "sin", "sin()", "sin(1,2)", "atan2(1)", "clamp(1,2)",
      "hypot(1,2,3)", "sni(1)", "1 = 2", "a", "1 + not 0", "pi()", "min()", "1 && 2", "!1", "$a[1",
      "= 3",
    ])
  func invalidExpressions(text: String) {
    expectEqual(problems(in: "let x = \(text)").count, 1)
  }

  @Test("Expressions outside let need parentheses") func parentheses() {
    expectTrue(problems(in: "rotate 360/12deg") != [])
    expectTrue(problems(in: "translate 1+2,3") != [])
    expectTrue(problems(in: "repeat 2*3 { }") != [])
    expectEqual(problems(in: "scale (2*3)"), [])
  }
}
