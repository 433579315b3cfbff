import FrameScript
import TestSupport
import Testing

/// `include` statements, which are replaced by the statements of the other file.
@Suite struct IncludeTests {
  @Test("Included statements replace the include statement") func position() throws {
    let script = try parse(
      "undo; include \"b\"; undo", including: ["b": "frameit 1\nredo\ninclude \"c\"", "c": "save"])
    expectEqual(script.statements.map(\.word), ["undo", "redo", "save", "undo"])
    expectEqual(script.files.map(\.name), ["script.txt", "b", "c"])
    expectEqual(script.statements.map(\.position.file), [0, 1, 2, 0])
    expectEqual(script.statements[1].position, ScriptPosition(file: 1, line: 2, column: 1))
  }

  @Test("A file can be included twice") func twice() throws {
    let script = try parse("include \"b\"; include \"b\"", including: ["b": "undo"])
    expectEqual(script.statements.map(\.word), ["undo", "undo"])
  }

  @Test("Definitions are shared in both directions") func definitions() throws {
    let files = ["b": "define turn x { rotate ($x)deg }", "c": "turn 5"]
    expectEqual(errors(in: "include \"b\"; turn 1", including: files), [])
    expectEqual(errors(in: "include \"c\"; include \"b\"", including: files), [])
    expectEqual(problems(in: "include \"c\"", including: files).count, 1)
  }

  @Test("Recorded touches can be included") func recordedTouches() throws {
    let touches =
      "{\"t\":0,\"id\":1,\"phase\":\"down\",\"x\":1,\"y\":2}\n{\"t\":1,\"id\":1,\"phase\":\"up\"}\n"
    let script = try parse("preset uikit; include \"t\"; undo", including: ["t": touches])
    expectEqual(script.statements.map(\.word), ["preset", "touch", "touch", "undo"])
    expectEqual(script.statements[2].position, ScriptPosition(file: 1, line: 2, column: 1))
    let cut = errors(in: "undo; include \"t\"", including: ["t": String(touches.dropLast(9))])
    expectEqual(cut.map(\.position.file), [1])
    expectEqual(cut.map(\.position.line), [2])
  }

  @Test("A file that cannot be loaded is an error at its name") func missingFile() {
    expectEqual(
      errors(in: "undo\n  include \"no\""),
      [
        ScriptError(
          .includeFailed("no", reason: "there is no such file"),
          at: ScriptPosition(line: 2, column: 11))
      ])
    expectEqual(problems(in: "include \"$x\""), [.includeNotLiteral])
    expectEqual(problems(in: "include b"), [.habit(.unquotedText("b"))])
    expectEqual(problems(in: "include \"b\" undo", including: ["b": ""]), [.unexpected("'undo'")])
  }

  @Test("Without a loader, nothing can be included") func noLoader() {
    #expect(throws: ScriptError.self) {
      try ScriptParser().parse("include \"b\"", name: "a")
    }
  }

  @Test("The loader receives the including file") func includer() throws {
    let parser = ScriptParser { path, includer throws(ScriptError) in
      .text(
        ScriptFile(name: path, text: path == "last" ? "say \"\(includer)\"" : "include \"last\""))
    }
    let script = try parser.parse("include \"middle\"", name: "first")
    expectEqual(script.statements.map { shape($0) }, ["say(middle)"])
  }

  @Test("Errors name the file that contains them") func errorFile() throws {
    let found = errors(
      in: "include \"b\"\nrotate 3", including: ["b": "\n rotate 1\ninclude \"c\"", "c": "rotate 2"])
    expectEqual(found.map(\.problem), [.bareAngle("3"), .bareAngle("1"), .bareAngle("2")])
    expectEqual(found.map(\.position.file), [0, 1, 2])
    expectEqual(found.map(\.position.line), [2, 2, 1])
  }

  @Test(
    "A file cannot include itself",
    arguments: [
      ["a": "include \"a\""], ["a": "include \"b\"", "b": "include \"a\""],
      ["a": "include \"b\"", "b": "include \"c\"", "c": "\ninclude \"b\""],
    ])
  func selfInclude(files: [String: String]) throws {
    let found = errors(in: "include \"a\"", including: files)
    expectEqual(found.count, 1)
    guard case .scene(.limit(let exceeded))? = found.first?.problem else {
      Issue.record("\(found)")
      return
    }
    expectEqual(exceeded.kind, .recursion)
    expectEqual(found.first?.position.file, files.count)
  }

  @Test("The script itself cannot be included") func scriptInclude() {
    let found = errors(in: "undo\ninclude \"script.txt\"", including: ["script.txt": "undo"])
    expectEqual(found.map(\.position), [ScriptPosition(line: 2, column: 1)])
  }
}
