import FrameImage
import TestSupport
import Testing

@testable import FrameScript

/// Files of data as values.
@Suite struct DataReaderTests {
  /// Returns the value of a file, as a text shows it.
  private func value(_ text: String, _ path: String) throws -> String {
    try DataReader.value(of: DataFile(path: path, text: text, index: 0), limits: Limits()).description
  }

  static let json: [(String, String)] = [
    ("[1, 2.5, \"a\"]", "1, 2.5, a"), ("{\"a\": 1, \"b\": [2]}", "{a: 1, b: 2}"), ("3", "3"), (" [ ] \n", ""),
    ("[null, true, false]", ", 1, 0"), ("[{\"a\":{\"b\":\"\\u00e9\"}}]", "{a: {b: é}}"), ("[-0.5e1]", "-5"),
    ("\u{FEFF}[1]", "1"), ("[1]\r\n", "1"),
    // A number that would lose digits stays a text.
    ("[9007199254740993, 9007199254740992]", "9007199254740993, 9007199254740992"),
    ("[18446744073709551615]", "18446744073709551615"),
  ]

  @Test("JSON objects are records, and null is an empty text", arguments: json)
  func jsonValues(text: String, expected: String) throws {
    try expectEqual(value(text, "a.JSON"), expected)
  }

  static let csv: [(String, String)] = [
    ("a,b\n1,x\n2,y\n", "{a: 1, b: x}, {a: 2, b: y}"), ("a,b\r\n1,x", "{a: 1, b: x}"), ("a\n", ""), ("a", ""),
    ("\u{FEFF}a\n1", "{a: 1}"), ("a\n\n1\n\n2\n\n", "{a: 1}, {a: 2}"), (" a , b \n1 , 2", "{a: 1, b: 2}"),
    ("a,b\n\"x, \"\"y\"\"\",\"l1\nl2\"", "{a: x, \"y\", b: l1\nl2}"), ("a,b\n,\n", "{a: , b: }"),
    ("a,b\n, x ", "{a: , b:  x }"), ("\"first name\"\nAnn", "{first name: Ann}"),
    ("a,,b,\n1,,2,", "{a: 1, b: 2}"),
  ]

  @Test("Rows of CSV are records with the names of the header", arguments: csv)
  func csvValues(text: String, expected: String) throws {
    try expectEqual(value(text, "a.csv"), expected)
  }

  @Test(
    "A cell is a number if a number is written like that",
    arguments: [
      ("5", true), ("-0.5", true), ("0", true), ("12345678", true), (" 7 ", true), ("\"7\"", true),
      ("007", false),
      ("01234", false), ("+5", false), ("1.50", false), ("1e3", false), (".5", false), ("5.", false),
      ("nan", false),
      ("inf", false), ("12345678901234567890", false), ("0x10", false), ("1 000", false), ("5%", false),
      ("", false),
    ])
  func cells(text: String, isNumber: Bool) throws {
    let file = DataFile(path: "a.csv", text: "a\n\(text),".dropLast() + "\n", index: 0)
    let value = try DataReader.value(of: file, limits: Limits())
    guard !text.isEmpty else { return expectEqual(value.description, "") }
    guard case .list(let rows) = value, case .record(let row)? = rows.items.first else {
      Issue.record("no row")
      return
    }
    if case .number? = row["a"] { expectTrue(isNumber) } else { expectTrue(!isNumber) }
  }

  static let failing: [(String, String, ScriptProblem, Int, Int)] = [
    ("a,b\n1,2\n3\n", "a.csv", .data(.valueCount(1, wanted: 2)), 3, 1),
    ("a,b\n1,2,3\n", "a.csv", .data(.valueCount(3, wanted: 2)), 2, 1),
    ("a,b\n1,\"x\n\n", "a.csv", .data(.openQuote), 2, 3),
    ("a\n5\" disk\n", "a.csv", .data(.strayQuote), 2, 2),
    ("a\n\"b\"c\n", "a.csv", .data(.strayQuote), 2, 4),
    ("a,b,a\n", "a.csv", .data(.repeatedColumn("a")), 1, 5),
    ("a,,\n1,2,3", "a.csv", .data(.unnamedColumn(2)), 2, 3),
    ("a;b\n1;2", "a.csv", .data(.otherSeparator(";")), 1, 1),
    ("a\tb\n", "a.csv", .data(.otherSeparator("\t")), 1, 1), ("", "a.csv", .data(.empty), 1, 1),
    ("\n\n", "a.csv", .data(.empty), 3, 1), (" ", "a.json", .data(.empty), 1, 2),
    ("[1,\n 2", "a.json", .expected("',' or ']'", found: "the end of the file"), 2, 3),
    ("{\"a\":1,\n\"a\":2}", "a.json", .repeatedKey("a"), 2, 1),
    ("[1] 2", "a.json", .expected("the end of the data", found: "'2'"), 1, 5),
    ("[1\0]", "a.json", .nulByte, 1, 3),
    ("[NaN]", "a.json", .badNumber("NaN"), 1, 2),
  ]

  @Test("An error has the line and column of the file", arguments: failing)
  func errors(text: String, path: String, problem: ScriptProblem, line: Int, column: Int) {
    let error = #expect(throws: ScriptError.self) {
      try DataReader.value(of: DataFile(path: path, text: text, index: 4), limits: Limits())
    }
    expectEqual(error, ScriptError(problem, at: ScriptPosition(file: 4, line: line, column: column)))
  }

  @Test("Depth and number of values are limited") func limits() throws {
    func kind(_ text: String, _ path: String) -> LimitExceeded.Kind? {
      do throws(ScriptError) {
        _ = try DataReader.value(of: DataFile(path: path, text: text, index: 0), limits: Limits(), most: 100)
      } catch {
        if case .scene(.limit(let exceeded)) = error.problem { return exceeded.kind }
        Issue.record("\(error)")
      }
      return nil
    }
    let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
    expectEqual(kind(deep, "a.json"), .nesting)
    try expectEqual(value(String(deep.dropFirst().dropLast()), "a.json"), "")
    // The list itself and the header count, too.
    func zeros(_ count: Int, after end: String) -> String { String(repeating: "0" + end, count: count) }
    expectEqual(kind("[" + zeros(98, after: ",") + "0]", "a.json"), nil)
    expectEqual(kind("[" + zeros(99, after: ",") + "0]", "a.json"), .parts("values in a data file"))
    expectEqual(kind("a\n" + zeros(99, after: "\n"), "a.csv"), nil)
    expectEqual(kind("a\n" + zeros(100, after: "\n"), "a.csv"), .parts("values in a data file"))
  }

  @Test("A statement reads its file before the script runs") func statement() throws {
    let files = ["d/a.csv": "x\n1\n", "b.json": "{", "c.txt": ""]
    let script = try parse("data rows \"d/a.csv\"; undo", including: files)
    expectEqual(script.files.map(\.name), ["script.txt", "d/a.csv"])
    expectEqual(script.statements.map(\.word), ["data", "undo"])
    expectEqual(
      FrameScriptTests.errors(in: "undo\ndata x \"b.json\"; data y \"c.txt\"", including: files),
      [
        ScriptError(.data(.unknownFormat("c.txt", .values)), at: ScriptPosition(line: 2, column: 25)),
        ScriptError(
          .expected("a key in quotes", found: "the end of the file"), at: ScriptPosition(file: 1, column: 2)
        ),
      ])
    expectEqual(
      problems(in: "data x \"no.csv\""), [.data(.unreadable("no.csv", reason: "there is no such file"))])
    expectEqual(problems(in: "data x \"$f.csv\""), [.data(.nameNotLiteral(.values))])
    var small = Limits()
    small.scriptBytes = 60
    expectEqual(problems(in: "data rows \"d/a.csv\"", including: files, limits: small), [])
    small.scriptBytes = 22
    expectEqual(problems(in: "data rows \"d/a.csv\"", including: files, limits: small).count, 1)
  }

  @Test("A parameter is a list or a record if it is written as JSON") func parameters() {
    func kind(_ text: String) -> String { Value(parameter: text, nesting: 64).kind }
    expectTrue(kind("[1,2]") == "a list" && kind(" {\"a\":1} ") == "a record")
    for text in ["3", "a", "[draft]", "[1,2", "{}x", "\"a\""] { expectTrue(kind(text).hasPrefix("the text")) }
  }
}
