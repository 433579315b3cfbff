import FrameImage
import FrameScript
import TestSupport
import Testing

/// Logs that are read in pieces.
@Suite struct LogFileTests {
  private static let input = """
    add device 1: /dev/input/event2
      name:     "touch ä"
        ABS_MT_POSITION_X     : value 0, min 0, max 1079
        ABS_MT_POSITION_Y     : value 0, min 0, max 2399
    [ 1.0] /dev/input/event2: EV_ABS ABS_MT_TRACKING_ID 00000000
    [ 1.0] /dev/input/event2: EV_ABS ABS_MT_POSITION_X 00000010
    [ 1.0] /dev/input/event2: EV_ABS ABS_MT_POSITION_Y 00000010
    [ 1.0] /dev/input/event2: EV_SYN SYN_REPORT 00000000
    [ 1.1] /dev/input/event2: EV_ABS ABS_MT_TRACKING_ID ffffffff
    [ 1.1] /dev/input/event2: EV_SYN SYN_REPORT 00000000
    """
  private static let driver =
    "[HTTP] --> POST /session/1/actions\n[HTTP] {\"actions\":[{\"type\":\"pointer\",\"id\":\"ä\",\"actions\":[{\"type\":\"pointerDown\"}]}]}\n"

  private func script(_ log: String, pieces length: Int, limits: Limits = Limits()) throws -> Script {
    try script(Array(log.utf8), pieces: length, limits: limits)
  }

  private func script(_ log: [UInt8], pieces length: Int, limits: Limits = Limits()) throws -> Script {
    let parser = ScriptParser(limits: limits) { path, _ in
      var rest = log[...]
      return .log(
        LogFile(name: path, format: LogFile.format(of: log.prefix(LogFile.startLength)) ?? .input) {
          defer { rest = rest.dropFirst(length) }
          return Array(rest.prefix(length))
        })
    }
    return try parser.parse("undo; include \"log\"", name: "script")
  }

  private func error(_ body: () throws -> Script) -> ScriptError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? ScriptError
    }
  }

  @Test(
    "Pieces of any length give the touches of the whole text", arguments: [input, driver],
    [1, 2, 7, 100, 100_000])
  func pieces(log: String, length: Int) throws {
    let whole = try parse("undo; include \"log\"", including: ["log": log])
    for (mark, ends) in [("", "\n"), ("", "\r\n"), ("\u{FEFF}", "\n")] {
      let log = mark + log.replacing("\n", with: ends)
      let streamed = try script(log, pieces: length)
      expectEqual(streamed.statements, whole.statements)
      expectEqual(streamed.statements.count, log.contains("add device") ? 3 : 2)
      // Its text is not held, but a changed log is another file.
      expectEqual(streamed.files[1].text, "")
      let other = try script(log.replacing("0010", with: "0011").replacing("ä", with: "ö"), pieces: length)
      expectTrue(streamed.files[1].digest != 0 && streamed.files[1].digest != other.files[1].digest)
    }
  }

  @Test("The file has the line of its error", arguments: [1, 100_000]) func line(length: Int) throws {
    let found = error { try script(Self.input + "\n[ 1.2", pieces: length) }
    expectEqual(found?.errors.first?.position, ScriptPosition(file: 1, line: 11, column: 1))
    expectEqual(found?.files.last?.text, "[ 1.2")
    expectEqual(found?.files.last?.firstLine, 11)
    let block = "[A] Received the following W3C actions: [\n  7\n]\n"
    let other = error { try script("[HTTP] {}\n" + block, pieces: length) }
    expectEqual(other?.errors.first?.position, ScriptPosition(file: 1, line: 3, column: 3))
    expectEqual(other?.files.last?.text, String(block.dropLast()))
    expectEqual(other?.files.last?.firstLine, 2)
  }

  @Test("Broken UTF-8 is an error with its line and column", arguments: [1, 100_000]) func brokenText(
    length: Int
  ) {
    let log = Array(Self.input.utf8) + Array("\n[ä".utf8) + [0xFF] + Array("]\n".utf8)
    let found = error { try script(log, pieces: length) }
    expectEqual(
      found?.errors, [ScriptError(.logLineNotUTF8, at: ScriptPosition(file: 1, line: 11, column: 3))])
  }

  @Test("All recorded touches together have a limit of their own") func limit() throws {
    var limits = Limits()
    limits.scriptBytes = 40
    limits.logBytes = Self.input.utf8.count
    expectEqual(try script(Self.input, pieces: 100, limits: limits).statements.count, 3)
    let found = error { try script(Self.input + "\n", pieces: 100, limits: limits) }
    let exceeded = LimitExceeded(.logBytes, needed: limits.logBytes + 1, allowed: limits.logBytes)
    expectEqual(found?.errors.map(\.problem), [.scene(.limit(exceeded))])
    let stream = #"{"t":0,"id":1,"phase":"down","x":1,"y":2}"#
    limits.logBytes = 2 * stream.utf8.count - 1
    let files = ["a": stream]
    expectEqual(problems(in: "include \"a\"", including: files, limits: limits), [])
    expectEqual(
      problems(in: "include \"a\"; include \"a\"", including: files, limits: limits),
      [.scene(.limit(LimitExceeded(.logBytes, needed: limits.logBytes + 1, allowed: limits.logBytes)))])
    expectEqual(Limits().logBytes, 256 << 20)
  }

  @Test(
    "Recorded touches take memory",
    arguments: [
      input,
      driver,
      #"{"t":0,"id":1,"phase":"down","x":1,"y":2}"#,
      #"{"actions":[{"type":"pointer","id":"f","actions":[{"type":"pointerDown","button":0}]}]}"#,
    ])
  func memory(text: String) {
    var limits = Limits()
    limits.memory = 500
    let found = problems(in: "include \"a\"", including: ["a": text], limits: limits)
    expectEqual(found.count, 1)
    guard case .scene(.limit(let exceeded))? = found.first else {
      expectTrue(false, "\(found)")
      return
    }
    expectEqual(exceeded.kind, .scriptMemory)
    expectEqual(exceeded.allowed, 500)
  }

  @Test("A log is no data") func data() {
    let parser = ScriptParser { path, _ in .log(LogFile(name: path, format: .input) { [] }) }
    #expect(throws: ScriptError.self) { try parser.parse("data x \"a.json\"", name: "s") }
  }
}
