import FrameGeometry
import TestSupport
import Testing

@testable import FrameScript

/// The JSON files of detectors.
@Suite struct FocusBoxesTests {
  private static let size = Size(width: 200, height: 100)

  private func boxes(_ text: String, of name: String = "a.jpg") throws -> [Rect]? {
    try FocusBoxes(text, nesting: 64).boxes(of: name, in: Self.size)
  }

  @Test(
    "All forms of a box have the same meaning",
    arguments: [
      #"[{"x": 20, "y": 10, "width": 40, "height": 30}]"#, #"[{"x": 20, "y": 10, "w": 40, "h": 30}]"#,
      #"[{"left": 20, "top": 10, "width": 40, "height": 30}]"#,
      #"[{"left": 20, "top": 10, "right": 60, "bottom": 40}]"#,
      #"[{"xmin": 20, "ymin": 10, "xmax": 60, "ymax": 40, "label": "face", "points": [1, 2]}]"#,
      #"[[20, 10, 40, 30]]"#, #"{"boxes": [[20, 10, 40, 30]]}"#,
      #"{"boxes": [{"x": 20, "y": 10, "w": 40, "h": 30}]}"#,
      #"{"a.jpg": [[20, 10, 40, 30]], "b.jpg": []}"#, #"{"a.jpg": {"boxes": [[20, 10, 40, 30]]}}"#,
      #"[{"x": 0.1, "y": 0.1, "width": 0.2, "height": 0.3}]"#, "\n [[2e1, 10.0, 4E1, 30]]\n",
    ])
  func forms(text: String) throws {
    for name in ["a.jpg", "photos/a.jpg"] {
      let found = try #require(try boxes(text, of: name))
      try #require(found.count == 1)
      let difference = [found[0].minX - 20, found[0].minY - 10, found[0].maxX - 60, found[0].maxY - 40]
      expectTrue(difference.allSatisfy { abs($0) < 1e-9 })
    }
  }

  @Test("The best box comes first, and of equal ones the largest") func order() throws {
    let text = """
      [{"x": 1, "y": 1, "w": 5, "h": 5, "score": 0.5}, {"x": 2, "y": 1, "w": 9, "h": 9, "score": 0.5},
       {"x": 3, "y": 1, "w": 2, "h": 2, "confidence": 0.9}, {"x": 4, "y": 1, "w": 50, "h": 50}]
      """
    try expectEqual(boxes(text)?.map(\.minX), [3, 2, 1, 4])
  }

  @Test("What is outside the image is cut off") func cut() throws {
    try expectEqual(boxes("[[-10, -10, 30, 30], [300, 10, 5, 5], [190, 90, 50, 50]]")?.count, 2)
    try expectEqual(boxes("[[-10, -10, 30, 30]]"), [Rect(x: 0, y: 0, width: 20, height: 20)])
  }

  @Test("A file of several images knows only these") func several() throws {
    let text = #"{"a.jpg": [[1, 2, 3, 4]], "dir/b.jpg": []}"#
    try expectEqual(boxes(text, of: "x/a.jpg")?.count, 1)
    try expectEqual(boxes(text, of: "dir/b.jpg"), [])
    try expectTrue(boxes(text, of: "c.jpg") == nil)
  }

  @Test(
    "An error has its line and column",
    arguments: [
      ("[[1, 2, 3]]", 1, 2), ("[\n[1, 2, \"3\", 4]]", 2, 8), ("[{\"x\": 1}]", 1, 2), ("7", 1, 1),
      ("[[1,2,3,4]", 1, 11),
      ("[[1, 2, 0, 4]]", 1, 2), ("{\"a\": 1}", 1, 7), ("{\"a\": {}}", 1, 7), ("[[1, 2, 3, 4]] x", 1, 16),
      ("{\"a\": [],\n \"a\": []}", 2, 2), ("[{\"x\": 1e12, \"y\": 1, \"w\": 1, \"h\": 1}]", 1, 8), ("", 1, 1),
    ])
  func errors(text: String, line: Int, column: Int) throws {
    let thrown = #expect(throws: ScriptError.self) { try FocusBoxes(text, nesting: 64) }
    let error = try #require(thrown)
    expectTrue((error.position.line, error.position.column) == (line, column), "\(error.problem)")
  }

  @Test("Brackets can be nested only to a limit") func nesting() throws {
    let text = String(repeating: "[", count: 100)
    let thrown = #expect(throws: ScriptError.self) { try FocusBoxes(text, nesting: 64) }
    let error = try #require(thrown)
    guard case .scene(.limit) = error.problem else {
      Issue.record("no limit")
      return
    }
  }
}
