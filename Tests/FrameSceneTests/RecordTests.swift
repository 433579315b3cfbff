import FrameImage
import FrameScript
import TestSupport
import Testing

/// Records, and definitions that return values.
@Suite struct RecordTests {
  private static let context = RunContext(parameters: [
    "row": Value(
      parameter: #"{"name": "Ann", "price": 2.5, "tags": ["a", "b"], "unit price": 3}"#, nesting: 64),
    "rows": Value(parameter: #"[{"x": 1}, {"x": 2}]"#, nesting: 64),
  ])
  private let declared = "param row = 0; param rows = 0\n"

  static let values: [(String, String)] = [
    ("$row.name", "Ann"), ("$row.price * 2", "5"), ("$row.tags[1]", "b"), ("$rows[1].x", "2"),
    ("count($row)", "4"),
    ("count($rows)", "2"), ("$row[\"unit price\"]", "3"), ("\"${row.name}: ${row.price:.2}\"", "Ann: 2.50"),
    ("\"$row.tags\"", "error"), ("\"${rows[0].x}.jpg\"", "1.jpg"), ("$rows[0] == $rows[0]", "1"),
    ("$rows[0] == $rows[1]", "0"), ("$rows", "{x: 1}, {x: 2}"),
  ]

  @Test("Fields have their values", arguments: values.filter { $0.1 != "error" })
  func fields(formula: String, expected: String) throws {
    try expectEqual(value(formula, after: declared, context: Self.context), expected)
  }

  @Test("Missing fields, and records in place of other values, are errors") func errors() throws {
    func problem(_ text: String) throws -> ScriptProblem {
      try failure(of: declared + text, context: Self.context).problem
    }
    try expectEqual(
      problem("let x = $row.nmae"),
      .unknownField("nmae", nearest: "name", fields: ["name", "price", "tags", "unit price"]))
    try expectEqual(problem("let x = $rows.x"), .notARecord(found: "a list"))
    try expectEqual(problem("say \"$row.name\""), .recordInText(field: "${row.name}"))
    try expectEqual(problem("let x = $row + 1"), .notANumber("a number", found: "a record"))
    try expectEqual(problem("move $row"), .notANumber("a pair x,y", found: "a record"))
    try expectEqual(problem("rotate $row"), .notANumber("an angle", found: "a record"))
  }

  @Test("Fields are arguments, names and pairs") func uses() throws {
    let script =
      declared + """
        define p R { layer b$R.x rect $R.x,($R.x*2) 9,9 }
        repeat count($rows) as i { p $rows[$i] }
        expect frame(b2) [2, 4, 9, 9]
        """
    try expectEqual(run(script, context: Self.context).failedExpectations, [])
  }

  static let scripts = [
    "define twice n { return (2*$n) }; expect twice(3) 6; expect (twice(twice(1))+1) 5",
    "let y = f(1); define f a b=($a+1) { return [$a, $b] }; expect $y [1, 2]; expect f(1, 5)[1] 5",
    "define fact n { let r = 1; repeat $n as i { let r = ($r*($i+1)) }; return $r }; expect fact(5) 120",
    "define sign3 n { if $n < 0 { return \"-\" } else if $n == 0 { return \"0\" }; return \"+\" }; "
      + "expect sign3(-2) \"-\"; expect sign3(0) \"0\"; expect sign3(7) \"+\"",
    "define first L { repeat count($L) as i { if $L[$i] > 2 { return $L[$i] } }; return 0 }; expect first([1,3,4]) 3",
    // A function sees the script's variables, and sets only its own.
    "let k = 10; define g n { let k = ($k*$n); return $k }; expect g(2) 20; expect $k 10",
    "define two { return 2 }; define f a { repeat two() { let a = ($a+1) }; expect $a 5 }; f 3",
    "define w m { return (100% - 2*$m) }; layer a rect 0,0 w(10),5; expect frame 0,0 280,5",
    "define card x w=100 t=\"n$x\" { expect $w ($x*100); expect $t \"n$x\" }; card 1; card 2 200",
    // `if` opens no block: what it sets is visible after it.
    "if 1 { let x = 3 } else { let x = 4 }; expect $x 3", "repeat 2 { if 1 { let z = 1 }; expect $z 1 }",
  ]

  @Test("Functions that call each other too deeply are an error, and do not overflow the stack")
  func deepFunctions() throws {
    let signs = String(repeating: "-", count: 40)
    let chain = (0..<60).map { "define f\($0) x { return \(signs)f\($0 + 1)($x) }" }
    let script = (chain + ["define f60 x { return $x }", "let y = f0(1)"]).joined(separator: "\n")
    let error = try failure(of: script)
    guard case .scene(.limit(let exceeded)) = error.problem else { throw error }
    expectTrue(exceeded.kind == .nesting && exceeded.allowed == 256)
    // 60 calls are not too many.
    try expectEqual(run(script.replacing(signs, with: "") + "; expect $y 1").failedExpectations, [])
  }

  @Test("Functions return values, and conditions open no block", arguments: scripts)
  func functions(script: String) throws {
    try expectEqual(run(script).failedExpectations, [])
  }

  @Test("Functions end with a value, and within limits") func functionErrors() throws {
    try expectEqual(
      failure(of: "define f n { if $n { return 1 } }; let x = f(0)").problem, .nothingReturned("f"))
    try expectEqual(
      failure(of: "define f { let t = 1; return $t }; let x = f(); let y = $t").problem,
      .unknownVariable("t", nearest: nil))
    let chain = (0..<200).map { "define f\($0) { return f\($0 + 1)() }" }.joined(separator: "\n")
    guard
      case .scene(.limit(let exceeded)) = try failure(of: chain + "\ndefine f200 { return 1 }\nlet x = f0()")
        .problem
    else {
      Issue.record("no limit")
      return
    }
    expectEqual(exceeded.kind, .nesting)
    var limits = Limits()
    limits.statements = 1000
    let long = "define f { repeat 5000 { let a = 1 }; return 1 }; let x = f()"
    guard case .scene(.limit(let steps)) = try failure(of: long, limits: limits).problem else {
      Issue.record("no limit")
      return
    }
    expectEqual(steps.kind, .statements)
  }

  @Test("A variable before a missing unit is named") func units() throws {
    try expectEqual(failure(of: "let a = 1; rotate $a").problem, .bareAngle("${a}"))
    try expectEqual(failure(of: "let a = 1; wait $a").problem, .bareTime("${a}"))
  }
}
