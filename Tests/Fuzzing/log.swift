import FrameImage

@testable import FrameScript

/// A harness that reads arbitrary text as a log of touches: of a touchscreen's events, or of a driver's actions. Read in
/// pieces of any length, it gives the same touches and the same errors as in one piece, and touches follow each other.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    let axes = """
        ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                    ABS_MT_POSITION_X     : value 0, min 0, max 99, fuzz 0, flat 0, resolution 0
                    ABS_MT_POSITION_Y     : value 0, min 0, max 99, fuzz 0, flat 0, resolution 0

      """
    func event(_ time: String, _ text: String) -> String { "[ \(time)] /dev/input/event2: \(text)\n" }
    let down =
      event("1.000000", "EV_ABS       ABS_MT_TRACKING_ID   00000007")
      + event("1.000000", "EV_ABS       ABS_MT_POSITION_X    00000021")
      + event("1.000000", "EV_ABS       ABS_MT_POSITION_Y    0000001a")
      + event("1.000000", "EV_SYN       SYN_REPORT           00000000")
    let up =
      event("1.200000", "EV_ABS       ABS_MT_TRACKING_ID   ffffffff")
      + event("1.200000", "EV_SYN       SYN_REPORT           00000000")
    let actions =
      #"{"actions":[{"type":"pointer","id":"f","parameters":{"pointerType":"touch"},"actions":[{"type":"pointerMove","#
      + #""x":3,"y":4},{"type":"pointerDown","button":0},{"type":"pause","duration":9},{"type":"pointerMove","x":1,"y":1,"#
      + #""origin":{"element-6066-11e4-a52e-4f735466cecf":"a"}},{"type":"pointerUp","button":0}]},"#
      + #"{"type":"wheel","id":"w","actions":[{"type":"scroll","x":1,"y":2,"deltaX":3,"deltaY":4}]}]}"#
    return [
      axes + down + up, down + up,
      "# EVEMU 1.3\nN: touch\nA: 35 0 99 0 0 0\nA: 36 0 99 0 0 0\nE: 0.000001 0003 0039 0001\nE: 0.000001 0003 0035 0009\n"
        + "E: 0.000001 0003 0036 0009\nE: 0.000001 0000 0000 0000\nE: 0.100001 0003 0039 -001\nE: 0.100001 0000 0000 0000\n",
      "# libinput record\nversion: 1\ndevices:\n- node: /dev/input/event2\n  evdev:\n    codes:\n      3: [53, 54, 57]\n    absinfo:\n"
        + "      53: [0, 99, 0, 0, 0]\n      54: [0, 99, 0, 0, 0]\n  events:\n  - evdev:\n    - [  0,  1000,   3,  57,       1]\n"
        + "    - [  0,  1000,   3,  53,       9]\n    - [  0,  1000,   3,  54,       9]\n    - [  0,  1000,   0,   0,       0]\n",
      "[HTTP] --> POST /session/1f/actions\n[HTTP] \(actions)\n[HTTP] <-- POST /session/1f/actions 200 5 ms - 14\n",
      "2024-05-01 10:00:00:000 [HTTP] --> POST /session/1f/actions \(actions)\n2024-05-01 10:00:01:000 [HTTP] --> DELETE /session/1f/actions\n",
      "2024-05-01T10:00:00.000Z INFO webdriver: [POST] http://localhost:4723/session/1f/actions\n"
        + "2024-05-01T10:00:00.001Z INFO webdriver: DATA {\n  actions: [\n    { type: 'pointer', id: 'f', parameters: { pointerType: 'touch' },"
        + " actions: [ { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 } ] }\n  ]\n}\n"
        + "2024-05-01T10:00:00.002Z INFO webdriver: RESULT null\n",
    ].map { Array($0.utf8) }
  }

  private static let limits: Limits = {
    var limits = fuzzLimits
    limits.memory = 8 << 20
    limits.touches = 5000
    return limits
  }()

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    guard let format = LogFile.format(of: bytes.prefix(LogFile.startLength)) else { return }
    let whole = read(bytes, format, choice, piece: LogFile.pieceLength)
    hold(read(bytes, format, choice, piece: choice.bit(3) ? 1 : 7) == whole, "pieces give something else")
    var down: Set<String> = []
    for statement in whole.statements {
      guard case .touch(let touch) = statement.kind else { return hold(false, "\(statement) is no touch") }
      let id = "\(touch.id.kind)"
      switch touch.phase {
      case .down: hold(down.insert(id).inserted, "finger \(touch.id) comes down twice")
      case .move: hold(down.contains(id), "finger \(touch.id) moves, but is up")
      case .up, .cancel: hold(down.remove(id) != nil, "finger \(touch.id) goes up twice")
      }
    }
  }

  private struct Recording: Equatable {
    var statements: [Statement] = []
    var errors: [ScriptError] = []
  }

  private static func read(
    _ bytes: [UInt8], _ format: LogFile.Format, _ choice: Choice, piece: Int
  ) -> Recording {
    var rest = bytes[...]
    let log = LogFile(name: "log", format: format) { () throws(ScriptError) in
      let next = rest.prefix(piece)
      rest = rest[next.endIndex...]
      return Array(next)
    }
    let parser = ScriptParser(limits: limits) { _, _ throws(ScriptError) in .log(log) }
    let options: String =
      switch format {
      case .input:
        (choice.bit(0) ? " screen 50,70" : "") + (choice.bit(1) ? " rotation 90" : "")
          + (choice.bit(2) ? " range 0..99,0..99" : "")
      case .driver: choice.bit(0) ? " element a at 5,6" : ""
      }
    do throws(ScriptError) {
      return Recording(statements: try parser.parse("include \"log\"\(options)", name: "script").statements)
    } catch {
      for error in error.errors { hold(error.position.line >= 1 && error.position.column >= 1) }
      return Recording(errors: error.errors)
    }
  }
}
