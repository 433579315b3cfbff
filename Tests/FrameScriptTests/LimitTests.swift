import FrameImage
import FrameScript
import TestSupport
import Testing

/// Scripts that are too large, nested too deeply or not text.
@Suite struct LimitTests {
  private func nested(_ open: String, _ inner: String, _ close: String, _ count: Int) -> String {
    String(repeating: open, count: count) + inner + String(repeating: close, count: count)
  }

  private static let tooDeep = ScriptProblem.scene(.limit(LimitExceeded(.nesting, needed: 65, allowed: 64)))

  @Test(
    "Blocks can be nested 64 deep",
    arguments: [
      ("repeat 1 {", "undo", "}"), ("if 1 {\n", "undo\n", "}\n"), ("group g { ", "", "}"),
      ("on tap {", "", "}"),
    ])
  func blockDepth(open: String, inner: String, close: String) {
    expectEqual(problems(in: nested(open, inner, close, 64)), [])
    expectEqual(problems(in: nested(open, inner, close, 65)), [Self.tooDeep])
    expectEqual(problems(in: nested(open, inner, close, 3000)), [Self.tooDeep])
  }

  @Test(
    "Expressions can be nested 64 deep",
    arguments: [("(", "1", ")"), ("[", "1", "]"), ("abs(", "1", ")"), ("-", "1", ""), ("not ", "1", "")])
  func expressionDepth(open: String, inner: String, close: String) {
    expectEqual(problems(in: "let x = " + nested(open, inner, close, 64)), [])
    expectEqual(problems(in: "let x = " + nested(open, inner, close, 65)), [Self.tooDeep])
    expectEqual(problems(in: "let x = " + nested(open, inner, close, 100_000)), [Self.tooDeep])
  }

  @Test("`else if` counts as nesting") func elseIf() {
    func chain(_ count: Int) -> String { "if 1 { }" + String(repeating: " else if 1 { }", count: count) }
    expectEqual(problems(in: chain(50)), [])
    expectEqual(problems(in: chain(100)), [Self.tooDeep])
  }

  @Test("Includes count as nesting") func includeDepth() {
    func files(_ count: Int) -> [String: String] {
      var files: [String: String] = [:]
      for i in 1...count { files["f\(i)"] = i == count ? "" : "include \"f\(i + 1)\"" }
      return files
    }
    expectEqual(problems(in: "include \"f1\"", including: files(64)), [])
    expectEqual(problems(in: "include \"f1\"", including: files(65)), [Self.tooDeep])
  }

  @Test("The nesting ends with its block") func siblings() {
    let deep = nested("repeat 1 {", "undo", "}", 64)
    expectEqual(problems(in: deep + "\n" + deep), [])
  }

  @Test("Errors before a limit are kept") func earlierErrors() {
    let found = problems(in: "rotate 1\n" + nested("repeat 1 {", "", "}", 65))
    expectEqual(found, [.bareAngle("1"), Self.tooDeep])
  }

  @Test("Included bytes count for the limit") func includedBytes() {
    var limits = Limits()
    limits.scriptBytes = 30
    expectEqual(problems(in: String(repeating: "#", count: 30), limits: limits), [])
    expectEqual(
      problems(in: String(repeating: "#", count: 31), limits: limits),
      [
        .scene(.limit(LimitExceeded(.scriptBytes, needed: 31, allowed: 30)))
      ])
    let twelve = "include \"b\"\n"
    let long = ["b": String(repeating: "#", count: 18)]
    expectEqual(problems(in: twelve, including: long, limits: limits), [])
    let found = errors(in: "\n" + twelve, including: long, limits: limits)
    expectEqual(found.map(\.problem), [.scene(.limit(LimitExceeded(.scriptBytes, needed: 31, allowed: 30)))])
    expectEqual(found.first?.position, ScriptPosition(line: 2, column: 1))
  }

  @Test("The default limit is 16 MiB of text") func defaultLimit() {
    let text = String(repeating: " ", count: 16 << 20)
    expectEqual(
      problems(in: text + " "),
      [
        .scene(.limit(LimitExceeded(.scriptBytes, needed: (16 << 20) + 1, allowed: 16 << 20)))
      ])
  }

  @Test("A NUL byte is an error at its position") func nul() {
    expectEqual(
      errors(in: "undo\nsay \"\0\"\nrotate 1"),
      [
        ScriptError(.nulByte, at: ScriptPosition(line: 2, column: 6))
      ])
    let found = errors(in: "include \"b\"", including: ["b": "\n\0"])
    expectEqual(found, [ScriptError(.nulByte, at: ScriptPosition(file: 1, line: 2, column: 1))])
  }
}
