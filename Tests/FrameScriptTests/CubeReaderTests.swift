import FrameImage
import TestSupport
import Testing

@testable import FrameScript

/// Files with lookup tables of colors.
@Suite struct CubeReaderTests {
  private static let corners = """
    0 0 0
    1 0 0
    0 1 0
    1 1 0
    0 0 1
    1 0 1
    0 1 1
    1 1 1

    """

  private func lookup(_ text: String) throws -> ColorLookup {
    try DataReader.lookup(of: DataFile(path: "a.cube", text: text, index: 4), limits: Limits())
  }

  @Test(
    "Comments, titles, empty lines and all ends of lines are read",
    arguments: [
      "LUT_3D_SIZE 2\n" + corners, "# one\nTITLE \"a # b\"\n\nLUT_3D_SIZE   2\n\n# two\n" + corners,
      "\u{FEFF}LUT_3D_SIZE 2\r\n"
        + corners.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " \r\n"),
      "DOMAIN_MAX 1.0 1 1e0\nDOMAIN_MIN 0 0 -0\n\tLUT_3D_SIZE\t2\n" + corners.replacing(" ", with: "\t"),
    ])
  func cube(text: String) throws {
    guard case .cube(let cube)? = try lookup(text).tables.first else {
      Issue.record("no cube")
      return
    }
    expectTrue(cube.size == 2 && cube.isIdentity && cube.keepsGray)
    expectEqual(cube.colors.map(\.y), [0, 0, 1, 1, 0, 0, 1, 1])
  }

  @Test("Curves and a cube may follow each other, each with its range") func both() throws {
    let text =
      "LUT_1D_SIZE 3\nLUT_1D_INPUT_RANGE -1 2\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 4\n0 1 2\n.5 1 3\n1 1 4\n"
    let tables = try lookup(text + Self.corners).tables
    guard case .curves(let curves)? = tables.first, case .cube(let cube)? = tables.last else {
      Issue.record("\(tables)")
      return
    }
    expectEqual(tables.count, 2)
    expectEqual(curves.map(\.values), [[0, 0.5, 1], [1, 1, 1], [2, 3, 4]])
    expectTrue(curves.allSatisfy { $0.domain == -1...2 })
    expectTrue(curves[0](-9) == 0 && curves[0](0.5) == 0.5 && curves[2](1.25) == 3.5 && curves[0](9) == 1)
    expectTrue(cube.domain == [0...4, 0...4, 0...4] && !cube.isIdentity)
  }

  static let failing: [(String, ScriptProblem, Int, Int)] = [
    ("", .cube(.noSize), 1, 1), ("TITLE \"x\"\n1 2 3\n", .cube(.noSize), 2, 1),
    ("LUT_3D_SIZE 1\n", .scene(.outOfRange("LUT_3D_SIZE", value: 1, wanted: "a whole number from 2")), 1, 13),
    (
      "LUT_3D_SIZE 2.5\n", .scene(.outOfRange("LUT_3D_SIZE", value: 2.5, wanted: "a whole number from 2")), 1,
      13
    ),
    (
      "LUT_3D_SIZE 1000\n",
      .scene(.limit(LimitExceeded(.parts("points along a side of a cube"), needed: 1000, allowed: 256))), 1,
      13
    ),
    ("LUT_3D_SIZE\n", .expected("a number", found: "the end of the line"), 1, 12),
    ("LUT_3D_SIZE 2 2\n", .expected("the end of the line", found: "'2'"), 1, 15),
    ("LUT_IN_VIDEO_RANGE\n", .cube(.unknownKeyword("LUT_IN_VIDEO_RANGE")), 1, 1),
    ("LUT_1D_SIZE 2\n0 0 0\n", .cube(.fewerRows(1, wanted: 2)), 3, 1),
    ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n1 1 1\n", .cube(.moreRows(wanted: 2)), 4, 1),
    ("LUT_1D_SIZE 2\n0 0\n", .expected("a number", found: "the end of the line"), 2, 4),
    ("LUT_1D_SIZE 2\n0 0 0 0\n", .expected("the end of the line", found: "'0'"), 2, 7),
    ("LUT_1D_SIZE 2\n0 x 0\n", .expected("a number", found: "'x'"), 2, 3),
    (
      "LUT_1D_SIZE 2\n0 0 nan\n",
      .scene(.outOfRange("a number", value: .infinity, wanted: "from -65504 to 65504")), 2, 5
    ),
    (
      "LUT_1D_SIZE 2\n0 0 1e9\n", .scene(.outOfRange("a number", value: 1e9, wanted: "from -65504 to 65504")),
      2, 5
    ),
    (
      "DOMAIN_MIN 1 0 0\nLUT_1D_SIZE 2\n0 0 0\n1 1 1\n",
      .scene(.outOfRange("the end of the range", value: 1, wanted: "above its start")), 1, 1
    ),
    (
      "LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 0 1e-40\n0 0 0\n1 1 1\n",
      .scene(.outOfRange("the end of the range", value: 1e-40, wanted: "above its start")), 2, 1
    ),
    ("LUT_1D_SIZE 2\n\0", .nulByte, 2, 1),
  ]

  @Test("An error has the line and column of the file", arguments: failing)
  func errors(text: String, problem: ScriptProblem, line: Int, column: Int) {
    let error = #expect(throws: ScriptError.self) { try lookup(text) }
    // NaN is not equal to itself.
    if case .scene(.outOfRange(_, let value, _))? = error?.problem, value.isNaN { return }
    expectEqual(error, ScriptError(problem, at: ScriptPosition(file: 4, line: line, column: column)))
  }

  @Test("The statement reads its file before the script runs") func statement() throws {
    let files = ["d/a.cube": "LUT_3D_SIZE 2\n" + Self.corners, "b.cube": "LUT_3D_SIZE 2\n"]
    let script = try parse("lut \"d/a.cube\"; undo", including: files)
    expectEqual(script.files.map(\.name), ["script.txt", "d/a.cube"])
    expectEqual(script.statements.map(\.word), ["lut", "undo"])
    expectEqual(
      FrameScriptTests.errors(in: "lut \"b.cube\"; lut \"c.3dl\"; lut \"$x.cube\"", including: files),
      [
        ScriptError(.data(.unknownFormat("c.3dl", .lookup)), at: ScriptPosition(column: 19)),
        ScriptError(.data(.nameNotLiteral(.lookup)), at: ScriptPosition(column: 32)),
        ScriptError(.cube(.fewerRows(0, wanted: 8)), at: ScriptPosition(file: 1, line: 2, column: 1)),
      ])
    expectEqual(
      problems(in: "lut \"no.cube\""), [.data(.unreadable("no.cube", reason: "there is no such file"))])
  }
}
