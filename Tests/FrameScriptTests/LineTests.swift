import FrameImage
import TestSupport
import Testing

/// The ends of statements, and text that is not a statement: comments, blanks and line ends.
@Suite struct LineTests {
  @Test(
    "Statements are separated by lines or semicolons",
    arguments: [
      "undo;redo", "undo ; redo", "undo\nredo", "undo\r\nredo\r\n", ";;undo;;\n;redo;", "undo # a\nredo # b",
      "\u{FEFF}undo\nredo", "\tundo\n\t\tredo\t", "# a ; b }\nundo\n#\nredo", "undo#x\nredo#\"",
      "undo\n\n\n   \nredo",
    ])
  func separators(text: String) throws {
    try expectEqual(shapes(text), ["undo()", "redo()"])
  }

  @Test(
    "Blocks can span lines",
    arguments: [
      "repeat 2 { undo; redo }", "repeat 2 {undo;redo}", "repeat 2 {\nundo\nredo\n}",
      "repeat 2 { # c }\r\n  undo # }\r\n\r\n  redo\r\n} # d", "repeat 2 {;undo;;redo;}",
    ])
  func blocks(text: String) throws {
    try expectEqual(shapes(text), ["flow(repeat(2, as: nil, [undo(); redo()]))"])
  }

  @Test(
    "else can be on the next line",
    arguments: [
      "if 1 { undo } else { redo }", "if 1 {undo}else{redo}", "if 1 { undo }\nelse { redo }",
      "if 1 {\n  undo\n}\r\n\r\n# why\nelse {\n  redo\n}", "if 1 { undo } ; else { redo }",
    ])
  func elseOnNextLine(text: String) throws {
    try expectEqual(shapes(text), ["flow(if(1, then: [undo()], else: [redo()]))"])
  }

  @Test(
    "`#` begins a color where one is expected",
    arguments: ["#fff", "#fff8", "#aabbcc", "#aabbcc80", "#123", "#ABCDEF"])
  func color(text: String) throws {
    let hex = try #require(Color(hex: text.dropFirst())).hex
    try expectEqual(shapes("background \(text)"), ["background(\(hex))"])
    try expectEqual(shapes("background \(text)# x"), ["background(\(hex))"])
    try expectEqual(shapes("background \(text) # x"), ["background(\(hex))"])
    try expectEqual(shapes("background \(text); undo"), ["background(\(hex))", "undo()"])
    try expectEqual(shapes("border 1 \(text)"), ["border(1, \(hex))"])
    let both = try shapes("layer a ellipse 0,0 1,1 fill \(text) stroke \(text) 2")
    let fill = "fill(\(hex), nil)"
    let stroke =
      "stroke(paint: \(hex), width: 2, join: nil, miterLimit: nil, cap: nil, dashes: [], dashOffset: nil)"
    expectEqual(both.first?.hasSuffix("options: [\(fill); \(stroke)])"), true)
  }

  @Test(
    "`#` begins a comment if no color follows",
    arguments: ["#", "#ff", "#fffff", "#fffffff", "#fffffffff", "#ggg", "#fff-", "#fffx", "# fff"])
  func comment(text: String) {
    let found = errors(in: "background \(text)")
    expectEqual(found.map(\.position.column), [12])
    guard case .expected? = found.first?.problem else {
      Issue.record("\(found)")
      return
    }
  }

  @Test("`#` begins a comment where no color is expected") func commentOnly() throws {
    try expectEqual(shapes("undo #fff\nredo #aabbcc"), ["undo()", "redo()"])
    try expectEqual(shapes("border 1 red #fff"), ["border(1, #ff0000)"])
  }

  @Test("Two statements on a line need a semicolon") func semicolon() {
    expectEqual(problems(in: "undo redo"), [.unexpected("'redo'")])
    expectEqual(problems(in: "rotate 30deg 40deg"), [.unexpected("'40deg'")])
    expectEqual(problems(in: "}"), [.strayBrace])
    expectEqual(problems(in: "repeat 2 { undo"), [.unclosedBlock])
    expectEqual(problems(in: "repeat 2\n{ }").first, .expected("'{'", found: "the end of the statement"))
  }

  @Test("Positions count characters from 1") func positions() {
    func places(_ text: String) -> [[Int]] {
      errors(in: text).map { [$0.position.line, $0.position.column] }
    }
    expectEqual(places("rotate 30"), [[1, 8]])
    expectEqual(places("\u{FEFF}rotate 30"), [[1, 8]])
    expectEqual(places("undo\r\n  rotate 30\r\n"), [[2, 10]])
    expectEqual(places("say \"äöü\" ; rotate 30"), [[1, 20]])
    expectEqual(places("say \"👍\"; rotate 30"), [[1, 17]])
    expectEqual(places("\n\n\trotate"), [[3, 8]])
  }
}
