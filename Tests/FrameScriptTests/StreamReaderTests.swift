import FrameGesture
import FrameImage
import FrameScript
import TestSupport
import Testing

/// Touch streams: one touch per line.
@Suite struct StreamReaderTests {
  private static let down = #"{"t":0,"id":1,"phase":"down","x":1,"y":2}"#
  private static let up = #"{"t":0.1,"id":1,"phase":"up"}"#

  static let accepted: [(String, [Statement])] = [
    (down, [touch(1, .down, 1, 2, at: 0)]),
    (
      #"{"t":0.016,"id":1,"phase":"move","x":104.0,"y":100.0,"layer":"photo"}"#,
      [touch(1, .move, 104, 100, at: 0.016, layer: "photo")]
    ),
    (up, [touch(1, .up, at: 0.1)]),
    (#"{"t":1e-1,"id":2,"phase":"up","x":-1.5,"y":0}"#, [touch(2, .up, -1.5, 0, at: 0.1)]),
    (#"{"t":0,"id":0,"phase":"cancel"}"#, [touch(0, .cancel, at: 0)]),
    (
      #"{"layer":"a \"b\" \u00e4\ud83d\udc4d","phase":"up","id":1,"t":0}"#,
      [touch(1, .up, at: 0, layer: "a \"b\" ä👍")]
    ),
    (down + "\n" + up + "\n", [touch(1, .down, 1, 2, at: 0), touch(1, .up, at: 0.1, line: 2)]),
    (down + "\r\n\r\n" + up + "\r\n", [touch(1, .down, 1, 2, at: 0), touch(1, .up, at: 0.1, line: 3)]),
    ("\u{FEFF}" + down, [touch(1, .down, 1, 2, at: 0)]),
    (
      "\n \t\n  " + down + " \n\n" + up,
      [
        touch(1, .down, 1, 2, at: 0, line: 3, column: 3), touch(1, .up, at: 0.1, line: 5),
      ]
    ),
    (#" { "t" : 0 , "id" : 1 , "phase" : "up" } "#, [touch(1, .up, at: 0, column: 2)]),
    (
      "{\n \"t\": 0,\n \"id\": 1,\n \"phase\": \"up\"\n}\n{\n\"t\":1,\"id\":1,\"phase\":\"up\"}",
      [
        touch(1, .up, at: 0), touch(1, .up, at: 1, line: 6),
      ]
    ),
    ("[]", []), ("{\"actions\":[]}", []), ("[\r\n]\r\n", []),
  ]

  @Test(
    "Touch records become statements", arguments: accepted)
  func statements(
    text: String, statements: [Statement]
  ) throws {
    let script = try parse(text)
    expectEqual(script.statements, statements)
    expectEqual(script.files, [ScriptFile(name: "script.txt", text: text)])
  }

  @Test(
    "Other text is a script", arguments: ["", "# {\nundo", "undo # [", "\u{FEFF}undo", "; undo"])
  func otherText(text: String) throws {
    try expectEqual(shapes(text), (text.contains("undo") ? ["undo()"] : []))
  }

  private static let range = "from -1000000000 to 1000000000"

  /// The second of three lines, the column of its error, and the error.
  static let refused: [(String, Int, ScriptProblem)] = [
    (#"{}"#, 1, .missingKey("t")),
    (#"{"id":1,"phase":"up"}"#, 1, .missingKey("t")),
    (#"{"t":0,"phase":"up"}"#, 1, .missingKey("id")),
    (#"{"t":0,"id":1}"#, 1, .missingKey("phase")),
    (#"{"t":0,"id":1,"phase":"down"}"#, 1, .missingKey("x")),
    (#"{"t":0,"id":1,"phase":"move","x":1}"#, 1, .missingKey("y")),
    (#"{"t":0,"id":1,"phase":"up","x":1}"#, 1, .missingKey("y")),
    (#"  {"t":0,"id":1,"phase":"cancel","y":1}"#, 3, .missingKey("x")),
    (#"{"t":0,"id":1,"phsae":"up"}"#, 15, .unknownKey("phsae", nearest: "phase")),
    (#"{"t":0,"id":1,"phase":"up","force":1}"#, 28, .unknownKey("force", nearest: nil)),
    (#"{"t":0,"t":0,"id":1,"phase":"up"}"#, 8, .repeatedKey("t")),
    (
      #"{"t":0,"id":1,"phase":"mvoe"}"#, 23,
      .unknownWord(
        "mvoe", meaning: .touchPhase, nearest: "move", choices: ["down", "move", "up", "cancel"])
    ),
    (#"{"t":"0","id":1,"phase":"up"}"#, 6, .expected("a number for 't'", found: "a string")),
    (#"{"t":0,"id":true,"phase":"up"}"#, 13, .expected("a number for 'id'", found: "true")),
    (#"{"t":0,"id":1,"phase":null}"#, 23, .expected("a string for 'phase'", found: "null")),
    (#"{"t":0,"id":1,"phase":"up","layer":[]}"#, 36, .expected("a string for 'layer'", found: "an array")),
    (#"{"t":0,"id":1,"phase":"up","x":{},"y":0}"#, 32, .expected("a number for 'x'", found: "an object")),
    (
      #"{"t":-1,"id":1,"phase":"up"}"#, 6,
      .scene(.outOfRange("'t'", value: -1, wanted: "from 0 to 1000000000"))
    ),
    (
      #"{"t":0,"id":1.5,"phase":"up"}"#, 13,
      .scene(.outOfRange("'id'", value: 1.5, wanted: "a whole number " + range))
    ),
    (
      #"{"t":0,"id":1,"phase":"up","x":2e9,"y":0}"#, 32, .scene(.outOfRange("'x'", value: 2e9, wanted: range))
    ),
    (#"{"t":1e999,"id":1,"phase":"up"}"#, 6, .badNumber("1e999")),
    (#"{"t":NaN,"id":1,"phase":"up"}"#, 6, .badNumber("NaN")),
    (#"{"t":-Infinity,"id":1,"phase":"up"}"#, 6, .badNumber("-Infinity")),
    (#"{"t":01,"id":1,"phase":"up"}"#, 6, .badNumber("01")),
    (#"{"t":.5,"id":1,"phase":"up"}"#, 6, .badNumber(".5")),
    (#"{"t":1.,"id":1,"phase":"up"}"#, 6, .badNumber("1.")),
    (#"{"t":x,"id":1,"phase":"up"}"#, 6, .expected("a value", found: "'x'")),
    (#"{t:0,"id":1,"phase":"up"}"#, 2, .expected("a key in quotes", found: "'t'")),
    (#"{"t":0,}"#, 8, .expected("a key in quotes", found: "'}'")),
    (#"{"t":0 "id":1}"#, 8, .expected("',' or '}'", found: "a string")),
    (#"{"t":0,"id":1,"phase":"up"} {}"#, 29, .expected("the end of the line", found: "'{'")),
    (#"{"t":0,"id":1,"phase":"up"},"#, 28, .expected("the end of the line", found: "','")),
    (#"{"t":0,"id":1,"phase":"\q"}"#, 25, .expected("a JSON escape", found: "'q'")),
    (#"{"t":0,"id":1,"phase":"\ud83d"}"#, 24, .expected("a character", found: "an unpaired surrogate")),
    (#"{"t":0,"id":1,"phase":"\u12g4"}"#, 28, .expected("four hexadecimal digits", found: "'g4'")),
    ("7", 1, .expected("an object", found: "a number")),
    ("undo", 1, .expected("a value", found: "'undo'")),
    (#"{"type":"pointer"}"#, 1, .expected("a touch", found: "an input source")),
    ("[]", 1, .expected("a touch", found: "a list of sources")),
  ]

  @Test(
    "Invalid touch records are errors", arguments: refused)
  func invalidRecords(
    line: String, column: Int, problem: ScriptProblem
  ) {
    expectEqual(
      placedErrors(Self.down + "\n" + line + "\n" + Self.up + "\n"),
      [
        PlacedProblem(line: 2, column: column, problem)
      ])
  }

  @Test("Every invalid line is reported") func allErrors() {
    let lines = Self.refused.map(\.0)
    expectEqual(
      placedErrors(Self.down + "\n" + lines.joined(separator: "\n")).map(\.line), Array(2..<lines.count + 2))
  }

  /// Reports the error on the line that is cut, wherever it is cut, and reads the lines around it.
  @Test(
    "A truncated line is an error", arguments: 1..<41)
  func truncatedLine(length: Int) {
    let cut = String(Self.down.prefix(length))
    expectEqual(placedErrors(Self.up + "\n" + cut + "\n" + Self.up + "\nx").map(\.line), [2, 4])
    expectEqual(placedErrors(cut + "\n" + Self.up + "\n" + Self.up).map(\.line), [1])
    expectEqual(placedErrors(Self.up + "\r\n" + cut + "\r\n").map(\.line), [2])
    expectEqual(placedErrors(Self.up + "\n" + cut).map(\.line), [2])
    expectEqual(placedErrors(cut).map(\.line), [1])
  }

  @Test(
    "Records can be nested as deep as scripts", arguments: ["[", "{\"a\":"])
  func depth(open: String) {
    let tooDeep = ScriptProblem.scene(.limit(LimitExceeded(.nesting, needed: 65, allowed: 64)))
    expectEqual(placedErrors(String(repeating: open, count: 100_000)).map(\.problem), [tooDeep])
    let long = Self.down + "\n" + String(repeating: open, count: 100_000) + "\n" + Self.up
    expectEqual(placedErrors(long), [PlacedProblem(line: 2, column: 64 * open.count + 1, tooDeep)])
  }

  @Test("Numbers can have any length") func longNumbers() throws {
    let digits = String(repeating: "1", count: 100_000)
    expectEqual(placedErrors(#"{"t":\#(digits),"id":1,"phase":"up"}"#).map(\.problem), [.badNumber(digits)])
    try expectEqual(touches(#"{"t":0.\#(digits),"id":1,"phase":"up"}"#), ["1 up @\(1.0 / 9)"])
    try expectEqual(touches(#"{"t":1e-999,"id":1,"phase":"up"}"#), ["1 up @0"])
  }

  @Test("The number of touches is limited") func touchLimit() throws {
    var limits = Limits()
    limits.touches = 2
    let line = Self.up + "\n"
    try expectEqual(touches(line + line, limits: limits).count, 2)
    let found = placedErrors(line + line + line + line, limits: limits)
    expectEqual(
      found,
      [PlacedProblem(line: 3, column: 1, .scene(.limit(LimitExceeded(.touches, needed: 3, allowed: 2))))])
  }

  @Test("A NUL byte is an error") func nul() {
    expectEqual(placedErrors("{\n\0}"), [PlacedProblem(line: 2, column: 1, .nulByte)])
  }
}
