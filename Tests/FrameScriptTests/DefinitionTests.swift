import FrameModel
import Testing

/// `define` and its calls: the checks before a script runs.
@Suite struct DefinitionTests {
  @Test func aCallMayComeFirst() {
    #expect(problems(in: "turn 1\ndefine turn x { rotate ($x)deg }") == [])
    #expect(problems(in: "define a { b }\ndefine b { }") == [])
    #expect(problems(in: "repeat 2 { define c { } }\nc") == [])
  }

  @Test func argumentsAreCounted() {
    let two = "define f x y { }\n"
    #expect(problems(in: two + "f 1 2") == [])
    #expect(problems(in: two + "f 1") == [.callArity("f", wanted: 2, found: 1)])
    #expect(problems(in: two + "f 1 2 3") == [.callArity("f", wanted: 2, found: 3)])
    #expect(problems(in: two + "f 1 -2") == [])
    #expect(problems(in: two + "f 1-2") == [])
    #expect(problems(in: two + "f (1-2)") == [.callArity("f", wanted: 2, found: 1)])
    #expect(problems(in: two + "f \"a\" [1,2]") == [])
    #expect(problems(in: two + "f (1") == [.expected("')'", found: "the end of the script")])
    #expect(errors(in: two + "  f 1").first?.position == ScriptPosition(line: 2, column: 3))
  }

  @Test func unknownWordsAreNamedWithTheNearest() {
    #expect(problems(in: "rotat 30deg") == [.unknownStatement("rotat", nearest: "rotate")])
    #expect(
      problems(in: "define turn-left { }\nturn-lfet")
        == [.unknownStatement("turn-lfet", nearest: "turn-left")])
    #expect(problems(in: "gaussian 3 ; blah").map(\.self).count == 2)
    #expect(problems(in: "gaussian 3") == [.unknownStatement("gaussian", nearest: nil)])
    // The text after an unknown statement is not checked.
    #expect(problems(in: "rotat #*! (") == [.unknownStatement("rotat", nearest: "rotate")])
  }

  @Test(arguments: ["rotate", "include", "frameit", "else", "f"]) func aNameIsTakenOnce(name: String) {
    #expect(problems(in: "define f { }\ndefine \(name) { }") == [.repeatedDefine(name)])
  }

  @Test(arguments: ["define { }", "define 1 { }", "define f 1 { }", "define f x", "define f $x { }"])
  func definitionsThatAreNone(text: String) {
    #expect(problems(in: text).count == 1)
  }

  @Test(arguments: [
    "define a { a }", "define a { repeat 2 { if 1 { a } } }", "define a { b }; define b { a }",
    "define a { b }; define b { c }; define c { b }", "define a { define b { a } ; b }",
  ])
  func definitionsDoNotCallThemselves(text: String) {
    let kinds = problems(in: text).map { problem in
      if case .limit(let exceeded) = problem { exceeded.kind } else { LimitExceeded.Kind?.none }
    }
    #expect(kinds == [.recursion])
  }

  @Test func aTreeOfCallsIsNoRecursion() {
    #expect(problems(in: "define a { b; c }; define b { d }; define c { d }; define d { }; a") == [])
  }

  @Test func aLongChainIsWalked() {
    let chain = (0..<5000).map { "define f\($0) { f\($0 + 1) }" }.joined(separator: "\n")
    #expect(problems(in: chain + "\ndefine f5000 { }") == [])
    #expect(problems(in: chain + "\ndefine f5000 { f0 }").count == 1)
  }
}
