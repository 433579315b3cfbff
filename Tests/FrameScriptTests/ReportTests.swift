import FrameImage
import FrameMessages
import FrameScript
import TestSupport
import Testing

/// The source line in an error report, whatever the line contains.
@Suite struct ReportTests {
  private func report(_ text: String, line: Int, column: Int) -> [String] {
    let error = ScriptError(.strayBrace, at: ScriptPosition(line: line, column: column))
    let shown = ScriptReport.text(of: [error], in: [ScriptFile(name: "a b.txt", text: text)])
    return shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("A report has position, message, line and caret") func layout() {
    expectEqual(
      report("one\n  two }", line: 2, column: 7),
      [
        "a b.txt:2:7: error: '}' without its '{'", "  two }", "      ^", "",
      ])
  }

  @Test("Tabs are kept above the caret") func tabs() {
    expectEqual(report("\t\tx\t}", line: 1, column: 5).dropFirst(), ["\t\tx\t}", "\t\t \t^", ""])
  }

  @Test("Control characters are escaped") func escaping() {
    let shown = report("\u{1B}[31m}\u{7}\u{9B}2J\r", line: 1, column: 6)
    expectEqual(shown.dropFirst(), ["\u{FFFD}[31m}\u{FFFD}\u{FFFD}2J", "     ^", ""])
  }

  @Test("An empty line has no caret") func emptyLine() {
    expectEqual(report("", line: 1, column: 1), ["a b.txt:1:1: error: '}' without its '{'", ""])
    expectEqual(report("a\n\nb", line: 2, column: 1).count, 2)
  }

  @Test("A position beyond the text shows no line") func beyondText() {
    expectEqual(report("a", line: 3, column: 1), ["a b.txt:3:1: error: '}' without its '{'", ""])
    let nowhere = ScriptError(.strayBrace, at: ScriptPosition(file: 4))
    expectEqual(ScriptReport.text(of: [nowhere], in: []), "error: '}' without its '{'\n")
  }

  @Test("Every problem has a message") func everyProblem() {
    let size = PixelSize(width: 3, height: 4)!
    let problems: [ScriptProblem] = [
      .notUTF8, .scene(.notAText("x", layer: "y")), .scene(.text(.weight(0))),
      .unknownVariable("x", nearest: "y"),
      .scene(.unknownLayer("x", nearest: nil)),
      .unknownParameter("x", nearest: nil), .scene(.repeatedLayer("x", instead: "x$i")),
      .noCurrentLayer("rotate"),
      .canvasAfterLayers("canvas"), .scene(.canvasRequired), .notANumber("a number", found: "a list"),
      .notAList(found: "a number"), .badIndex("3", count: 2), .badIndex("0", count: 0),
      .scene(.outOfRange("x", value: 2, wanted: "from 0 to 1")),
      .scene(.notFinite("*")), .divisionByZero, .emptyRange(2, 1), .scene(.singular(layer: "x")),
      .scene(.excessiveScale(layer: "x")), .scene(.tooFar(layer: "x")), .scene(.nothingDrawn),
      .scene(.cropOutside(canvas: size)),
      .scene(.emptyCanvas), .scene(.nothingToRestore(layer: "x")), .scene(.nothingToUndo(layer: "x")),
      .scene(.nothingToRedo(layer: "x")),
      .scene(.notAnImage(layer: "x")), .inputMissing(2, given: 1), .emptyFolder("x"),
      .outsideFolder("x"), .scene(.noImage(.input(2))), .scene(.noImage(.file("x"))),
      .scene(.noImage(.folder("x"))),
      .expectationFailed("map", expected: "1", found: "2"),
      .scene(.limit(LimitExceeded(.layers, needed: 2, allowed: 1))), .moreErrors(1000),
    ]
    for problem in problems {
      let message = problem.message
      expectTrue(!message.text.isEmpty)
      // A parenthesis means that the text is a description of the enum case, not a sentence written for it.
      expectTrue(!message.text.contains("("), "\(message.text)")
      expectTrue(message.text.first?.isUppercase == false && message.text.last != ".", "\(message.text)")
    }
  }

  @Test("A long line is shown only around the caret", arguments: ["x", "ä", "🙂"])
  func longLines(filler: String) {
    let text =
      "first\n" + String(repeating: filler, count: 9000) + "!" + String(repeating: filler, count: 9000)
    let error = ScriptError(.strayBrace, at: ScriptPosition(file: 0, line: 2, column: 9001))
    let lines = ScriptReport.text(of: [error], in: [ScriptFile(name: "a", text: text)])
      .split(separator: "\n").map(Array.init)
    expectTrue(String(lines[1].prefix(4)) == "..." + filler && String(lines[1].suffix(3)) == "...")
    expectTrue(lines[1].count < 400 && lines[2].last == "^")
    expectEqual(lines[1][lines[2].count - 1], "!")
  }

  @Test("Every position is found, before and after the text index's marks")
  func places() {
    let text = (0..<3000).map { "line \($0)ä" }.joined(separator: "\n")
    for line in [1, 2, 500, 501, 1499, 3000] {
      for column in [1, 3, 7] {
        let error = ScriptError(.strayBrace, at: ScriptPosition(file: 0, line: line, column: column))
        let shown = ScriptReport.text(of: [error], in: [ScriptFile(name: "a", text: text)])
        expectTrue(
          shown.hasSuffix("\nline \(line - 1)ä\n" + String(repeating: " ", count: column - 1) + "^\n"),
          "\(shown)")
      }
    }
  }

  @Test("After a hundred errors, the rest are counted", arguments: ["rotat 3;", "rotate 3;", "}"])
  func manyErrors(statement: String) throws {
    func errors(_ count: Int) -> [ScriptError] {
      do throws(ScriptError) {
        _ = try ScriptParser().parse(String(repeating: statement, count: count), name: "a")
        return []
      } catch {
        return error.errors
      }
    }
    expectEqual(errors(100).count, 100)
    expectEqual(errors(1200).count, 101)
    expectEqual(errors(1201).last?.problem, .moreErrors(1101))
  }
}
