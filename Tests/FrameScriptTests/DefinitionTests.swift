import FrameImage
import FrameScript
import TestSupport
import Testing

/// `define` and its calls: the checks before a script runs.
@Suite struct DefinitionTests {
  @Test("A call may precede its definition") func callFirst() {
    expectEqual(problems(in: "turn 1\ndefine turn x { rotate ($x)deg }"), [])
    expectEqual(problems(in: "define a { b }\ndefine b { }"), [])
    expectEqual(problems(in: "repeat 2 { define c { } }\nc"), [])
  }

  @Test("The number of arguments must match") func argumentCount() {
    let two = "define f x y { }\n"
    expectEqual(problems(in: two + "f 1 2"), [])
    expectEqual(problems(in: two + "f 1"), [.callArity("f", parameters: ["x", "y"], found: 1)])
    expectEqual(problems(in: two + "f 1 2 3"), [.callArity("f", parameters: ["x", "y"], found: 3)])
    expectEqual(problems(in: two + "f 1 -2"), [])
    expectEqual(problems(in: two + "f 1-2"), [.habit(.bareCalculation("1-2", units: []))])
    expectEqual(problems(in: two + "f (1-2)"), [.callArity("f", parameters: ["x", "y"], found: 1)])
    expectEqual(problems(in: two + "f \"a\" [1,2]"), [])
    expectEqual(problems(in: two + "f (1"), [.expected("')'", found: "the end of the script")])
    expectEqual(errors(in: two + "  f 1").first?.position, ScriptPosition(line: 2, column: 3))
  }

  @Test("Parameters with a default may be omitted, and follow the others") func defaults() {
    let card = "define card x w=100 title=\"Hi $x\" { }\n"
    for call in ["card 1", "card 1 2", "card 1 2 \"a\""] { expectEqual(problems(in: card + call), []) }
    for (call, found) in [("card", 0), ("card 1 2 3 4", 4)] {
      expectEqual(
        problems(in: card + call),
        [.callArity("card", parameters: ["x", "w=100", "title=\"Hi $x\""], found: found)])
    }
    expectEqual(problems(in: "define f a=1 b { }"), [.requiredAfterDefault("b")])
    expectTrue(problems(in: "define f a= { }") != [])
    expectEqual(problems(in: card + "card a"), [.habit(.bareName("a"))])
    expectEqual(problems(in: card + "card pi abs(3)"), [])
  }

  @Test("A definition with 'return' is a function") func functions() {
    let twice = "define twice n { return (2*$n) }\n"
    expectEqual(problems(in: twice + "let x = twice(3)"), [])
    expectEqual(problems(in: "scale (twice(twice(3)) + 1)\n" + twice), [])
    expectEqual(problems(in: "define two { return 2 }; scale two()"), [])
    expectEqual(problems(in: twice + "twice 3"), [.unusedResult("twice")])
    expectEqual(problems(in: "define f x { }; let y = f(1)"), [.noResult("f")])
    expectEqual(problems(in: twice + "let x = twcie(3)"), [.unknownFunction("twcie", nearest: "twice")])
    expectEqual(problems(in: twice + "let x = twice()"), [.callArity("twice", parameters: ["n"], found: 0)])
    expectEqual(problems(in: "return 3"), [.strayReturn])
    expectEqual(
      problems(in: "define f { return 1; undo; f2 }; define f2 { }"),
      [.insideFunction("undo"), .insideFunction("f2")])
    expectEqual(problems(in: "define f-g { return 1 }"), [.badFunctionName("f-g")])
    expectEqual(problems(in: "define min a { return 1 }"), [.badFunctionName("min")])
    // A function in a statement's block does not make the statement one.
    expectEqual(problems(in: "define f { define g { return 1 }; scale g() }; f"), [])
    expectEqual(problems(in: "define a { return b() }; define b { return a() }").count, 1)
    expectEqual(problems(in: "define a x=a() { return 1 }").count, 1)
  }

  @Test("Unknown statements get a suggestion") func suggestion() {
    expectEqual(problems(in: "rotat 30deg"), [.unknownStatement("rotat", nearest: "rotate")])
    expectEqual(
      problems(in: "define turn-left { }\nturn-lfet"), [.unknownStatement("turn-lfet", nearest: "turn-left")])
    expectEqual(problems(in: "gaussian 3 ; blah").map(\.self).count, 2)
    expectEqual(problems(in: "gaussian 3"), [.unknownStatement("gaussian", nearest: nil)])
    // The text after an unknown statement is not checked.
    expectEqual(problems(in: "rotat #*! ("), [.unknownStatement("rotat", nearest: "rotate")])
  }

  @Test(
    "A name can be defined once", arguments: ["rotate", "include", "frameit", "else", "f"])
  func uniqueNames(
    name: String
  ) {
    expectEqual(problems(in: "define f { }\ndefine \(name) { }"), [.repeatedDefine(name)])
  }

  @Test(
    "Invalid definitions are errors",
    arguments: ["define { }", "define 1 { }", "define f 1 { }", "define f x", "define f $x { }"])
  func invalidDefinitions(text: String) {
    expectEqual(problems(in: text).count, 1)
  }

  @Test(
    "Definitions cannot be recursive",
    arguments: [
      "define a { a }", "define a { repeat 2 { if 1 { a } } }", "define a { b }; define b { a }",
      "define a { b }; define b { c }; define c { b }", "define a { define b { a } ; b }",
    ])
  func recursion(text: String) {
    let kinds = problems(in: text).map { problem in
      if case .scene(.limit(let exceeded)) = problem { exceeded.kind } else { LimitExceeded.Kind?.none }
    }
    expectEqual(kinds, [.recursion])
  }

  @Test("A tree of calls is not recursive") func callTree() {
    expectEqual(problems(in: "define a { b; c }; define b { d }; define c { d }; define d { }; a"), [])
  }

  @Test("A long chain of definitions is accepted") func longChain() {
    let chain = (0..<5000).map { "define f\($0) { f\($0 + 1) }" }.joined(separator: "\n")
    expectEqual(problems(in: chain + "\ndefine f5000 { }"), [])
    expectEqual(problems(in: chain + "\ndefine f5000 { f0 }").count, 1)
  }
}
