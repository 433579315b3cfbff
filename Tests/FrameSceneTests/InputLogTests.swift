import FrameGeometry
import FrameGesture
import FrameImage
import FrameScene
import FrameScript
import TestSupport
import Testing

/// Logs of a touchscreen's input events, as `include` reads them.
@Suite struct InputLogTests {
  private static let listing = """
    add device 1: /dev/input/event2
      name:     "touch"
      events:
        ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                    ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0
                    ABS_MT_POSITION_Y     : value 0, min 0, max 2399, fuzz 0, flat 0, resolution 0

    """

  /// `x 1e8` is `[ 5.25] /dev/input/event2: EV_ABS ABS_MT_POSITION_X 000001e8`.
  private static func log(_ lines: String, device: String = "/dev/input/event2: ") -> String {
    var time = 76312.284316
    return lines.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      let names = [
        "slot": "EV_ABS ABS_MT_SLOT", "id": "EV_ABS ABS_MT_TRACKING_ID", "x": "EV_ABS ABS_MT_POSITION_X",
        "y": "EV_ABS ABS_MT_POSITION_Y", "syn": "EV_SYN SYN_REPORT", "mt": "EV_SYN SYN_MT_REPORT",
        "lost": "EV_SYN SYN_DROPPED",
      ]
      if words[0] == "wait" {
        time += Double(words[1])! / 1000
        return ""
      }
      let value = words.count > 1 ? String(words[1]) : "0"
      return
        "[\(String(time).prefix(13))] \(device)\(names[String(words[0])]!) \(String(repeating: "0", count: max(0, 8 - value.count)))\(value)\n"
    }.joined()
  }

  private static let two = """
    id a2e5
    x 1e8
    y 3d2
    syn
    wait 16
    x 208
    slot 1
    id a2e6
    x 300
    y 400
    syn
    wait 16
    slot 0
    id ffffffff
    syn
    wait 14
    slot 1
    id ffffffff
    syn
    """

  /// The touches as `down 1 488,978 at 0`, in pixels and milliseconds.
  private func touches(_ log: String, _ options: String = "") throws -> [String] {
    let parser = ScriptParser { _, _ in .text(ScriptFile(name: "log", text: log)) }
    let script = try parser.parse(
      "canvas 1080,2400; layer p image placeholder; include \"log\" \(options)", name: "script")
    var interpreter = Interpreter(
      script, limits: Limits(), images: StubLibrary(), typesetter: SquareLetters(),
      context: RunContext(detail: .touches))
    return try interpreter.run().end.record.touches.map {
      "\($0.touch.phase.rawValue) \($0.touch.id) \($0.touch.location.x.trimmed(3)),\($0.touch.location.y.trimmed(3)) at \(($0.time * 1000).trimmed(2))"
    }
  }

  private static let wanted = [
    "down 1 488,978 at 0", "move 1 520,978 at 16", "down 2 768,1024 at 16", "up 1 520,978 at 32",
    "up 2 768,1024 at 46",
  ]

  @Test("Fingers of protocol B, with the axes of a listing before the log, or of the statement")
  func protocolB() throws {
    try expectEqual(touches(Self.listing + Self.log(Self.two)), Self.wanted)
    try expectEqual(touches(Self.log(Self.two, device: ""), "range 0..1079,0..2399"), Self.wanted)
    let half = try touches(Self.listing + Self.log(Self.two), "screen 540,1200")
    expectEqual(half[0], "down 1 244,489 at 0")
  }

  @Test(
    "A turned screen",
    arguments: [
      ("90", "down 1 978,592 at 0"), ("180", "down 1 592,1422 at 0"), ("270", "down 1 1422,488 at 0"),
    ])
  func rotation(degrees: String, first: String) throws {
    try expectEqual(touches(Self.listing + Self.log(Self.two), "rotation \(degrees)")[0], first)
  }

  @Test("Fingers of protocol A, with and without tracking ids", arguments: [true, false]) func protocolA(
    hasIds: Bool
  ) throws {
    let log = """
      id 5
      x 1e8
      y 3d2
      mt
      syn
      wait 16
      id 5
      x 208
      y 3d2
      mt
      id 6
      x 300
      y 400
      mt
      syn
      wait 16
      id 5
      x 208
      y 3d2
      mt
      syn
      wait 14
      mt
      syn
      """
    let lines = log.split(separator: "\n").filter { hasIds || !$0.hasPrefix("id") }.joined(separator: "\n")
    try expectEqual(
      touches(Self.listing + Self.log(lines)),
      [
        "down 1 488,978 at 0", "move 1 520,978 at 16", "down 2 768,1024 at 16", "up 2 768,1024 at 32",
        "up 1 520,978 at 46",
      ])
  }

  @Test("Numbers of getevent -t, and a recording of evemu") func numbers() throws {
    let numbers = Self.log(Self.two).replacing("EV_ABS ABS_MT_SLOT", with: "0003 002f")
      .replacing("EV_ABS ABS_MT_TRACKING_ID", with: "0003 0039").replacing(
        "EV_ABS ABS_MT_POSITION_X", with: "0003 0035"
      )
      .replacing("EV_ABS ABS_MT_POSITION_Y", with: "0003 0036").replacing(
        "EV_SYN SYN_REPORT", with: "0000 0000")
    try expectEqual(touches(Self.listing + numbers), Self.wanted)
    try expectEqual(touches(Self.evemu), ["down 1 488,978 at 0", "up 1 488,978 at 16"])
  }

  private static let evemu = """
    # EVEMU 1.3
    N: touch
    A: 35 0 1079 0 0 0
    A: 36 0 2399 0 0 0
    E: 0.000001 0003 0039 0007
    E: 0.000001 0003 0035 0488
    E: 0.000001 0003 0036 0978
    E: 0.000001 0000 0000 0000
    E: 0.016001 0003 0039 -001
    E: 0.016001 0000 0000 0000
    """

  private static let libinput = """
    # libinput record
    version: 1
    ndevices: 2
    devices:
    - node: /dev/input/event3
      evdev:
        # Name: keys
        #   Event code 2 (SYN_MT_REPORT)
        codes:
          0: [0, 1, 2, 3] # EV_SYN
      events:
      - evdev:
        - [  9, 500000,   1,  30,       1] # EV_KEY / KEY_A 1
        - [  9, 500000,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
    - node: /dev/input/event9
      evdev:
        codes:
          3: [0, 1, 47, 53, 54, 57] # EV_ABS
        absinfo:
          0: [0, 99, 0, 0, 12]
          53: [0, 1079, 0, 0, 12]
          54: [0, 2399, 0, 0, 12]
      events:
      # Current time is 14:51:15
      - evdev:
        - [  2, 984000,   3,  57,      80] # EV_ABS / ABS_MT_TRACKING_ID     80
        - [  2, 984000,   3,  53,     488] # EV_ABS / ABS_MT_POSITION_X     488
        - [  2, 984000,   3,  54,     978] # EV_ABS / ABS_MT_POSITION_Y     978 (-168)
        - [  2, 984000,   3,   0,      48] # EV_ABS / ABS_X                  48
        - [  2, 984000,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
      - evdev:
        - [  3,      0,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID     -1
        - [  3,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +16ms

    """

  @Test("A recording of libinput, whose devices have events of their own") func libinputRecord() throws {
    try expectEqual(touches(Self.libinput), ["down 1 488,978 at 0", "up 1 488,978 at 16"])
    try expectEqual(touches(Self.libinput, "screen 540,1200")[0], "down 1 244,489 at 0")
  }

  @Test(
    "What is wrong with a log is an error with its line",
    arguments: [
      (log(two), InputLogProblem.noRanges, 4), (listing + log("x 5\ny 5\nsyn"), .begun, 9),
      (listing + log("slot 3\nid ffffffff\nsyn"), .begun, 8),
      (
        listing + log("id 1\nx 5\ny 5\nsyn\nwait -1000\nid ffffffff\nsyn"),
        .timeGoesBack(from: 76312.284316, to: 76311.284316), 11
      ),
      (
        listing + log("id 1\nx 5\ny 5\nsyn") + log("id 1", device: "/dev/input/event9: "),
        .devices("/dev/input/event2", "/dev/input/event9"), 11
      ),
      // Swapped axes, and a gap in the middle of a touch.
      (
        listing.replacing("max 1079", with: "max 2399").replacing(
          "Y     : value 0, min 0, max 2399", with: "Y     : value 0, min 0, max 1079")
          + log("id 1\nx 5\ny 800\nsyn"),
        .outside(axis: "Y", 2048, least: 0, greatest: 1079), 10
      ),
      (
        listing + log("id 1\nx 5\ny 5\nsyn\nwait 7200000\nid ffffffff\nsyn"),
        .timeJumps(by: 83512.284316 - 76312.284316), 11
      ),
      // The other formats.
      (evemu + "\nE: 0.01 0003 0039 0008", .timeGoesBack(from: 0.016001, to: 0.01), 11),
      (evemu.replacing("E: 0.000001 0003 0039 0007\n", with: ""), .begun, 7),
      (
        libinput.replacing("  1,  30,       1]", with: "  3,  57,       1]"),
        .devices("/dev/input/event3", "/dev/input/event9"), 26
      ),
      (libinput.replacing("  3,  57,      80]", with: "  3,  58,      80]"), .begun, 30),
      (
        libinput.replacing("[  3,      0,   3,  57", with: "[  1,      0,   3,  57"),
        .timeGoesBack(from: 2.984, to: 1), 32
      ),
      // A number whose last digits are cut off.
      (
        listing + log("id 1\nx 5\ny 5\nsyn")
          + "[   76312.384316] /dev/input/event2: EV_ABS ABS_MT_POSITION_X 000001",
        .line("[   76312.384316] /dev/input/event2: EV_ABS ABS_MT_POSITION_"), 11
      ),
      (evemu + "\nE: 0.1 0003 0039 1e308", .line("E: 0.1 0003 0039 1e308"), 11),
      (evemu + "\nE: nan 0003 0039 5", .line("E: nan 0003 0039 5"), 11),
      (libinput + "  - evdev:\n    - [ 4, 5, 3", .line("    - [ 4, 5, 3"), 35),
      (libinput.replacing("54: [0, 2399", with: "54: [0, 0"), .line("      54: [0, 0, 0, 0, 12]"), 22),
      (listing + log("id 1\nx 5\ny 5\nlost\nsyn"), .dropped, 10),
      (listing + log("id 1\nx 5\ny 5\nsyn") + "[   76312.3", .line("[   76312.3"), 11),
      (
        listing + log("id 1\nx 5\ny 5\nsyn") + "[   76312.384316] /dev/input/event2: EV_ABS",
        .line("[   76312.384316] /dev/input/event2: EV_ABS"), 11
      ),
    ])
  func errors(log: String, problem: InputLogProblem, line: Int) throws {
    do {
      _ = try touches(log)
      expectTrue(false, "no error")
    } catch let error as ScriptError {
      expectEqual(error.errors.map(\.problem), [.inputLog(problem)])
      expectEqual(error.errors.map(\.position.line), [line])
    }
  }

  @Test("Ten fingers come and go") func tenFingers() throws {
    func lines(_ part: (Int) -> String) -> String { (0..<10).map(part).joined(separator: "\n") + "\nsyn\n" }
    let log =
      lines { "slot \($0)\nid \($0)\nx \($0)0\ny 5" } + "wait 16\n" + lines { "slot \($0)\nid ffffffff" }
    let found = try touches(Self.listing + Self.log(log))
    expectEqual(found.count, 20)
    expectEqual(found[9], "down 10 144,5 at 0")
    expectEqual(found[19], "up 10 144,5 at 16")
  }

  @Test(
    "A pause of hours with all fingers up is only a pause, and positions may be just outside of their range")
  func tolerated() throws {
    let log = Self.log("id 1\nx 43a\ny 5\nsyn\nwait 9\nid ffffffff\nsyn\nwait 7200000\nid 2\nx 5\ny 5\nsyn")
    try expectEqual(touches(Self.listing + log).count, 3)
  }

  @Test("A contact that replaces another one at once is another finger")
  func replacement() throws {
    let log = Self.log("id 1\nx 5\ny 5\nsyn\nwait 16\nid 2\nx 6\nsyn\nwait 16\nid ffffffff\nsyn\nid 3\nsyn")
    try expectEqual(
      touches(Self.listing + log),
      ["down 1 5,5 at 0", "up 1 5,5 at 16", "down 2 6,5 at 16", "up 2 6,5 at 32"])
  }

  @Test("Contacts have the limit of fingers", arguments: [false, true]) func manyContacts(isProtocolA: Bool) {
    let lines = (0...1000).flatMap { finger in
      isProtocolA
        ? ["id \(String(finger, radix: 16))", "x 5", "y 5", "mt"]
        : ["slot \(String(finger, radix: 16))", "id 7", "x 5", "y 5"]
    }
    let log = Self.listing + Self.log((lines + ["syn"]).joined(separator: "\n"))
    let error = #expect(throws: ScriptError.self) { try touches(log) }
    guard case .scene(.limit(let exceeded))? = error?.errors.first?.problem else {
      expectTrue(false, "\(String(describing: error))")
      return
    }
    expectEqual(exceeded.kind, .fingers)
  }

  @Test("A damaged log has its touches or an error", arguments: [evemu, libinput, listing + log(two)])
  func damaged(log: String) {
    let parts = [
      "-1", "ffffffff", "80000000", "1e308", "nan", "inf", "-inf", "9223372036854775808", "0.5", "[", "]",
      ":", ",",
      "-", "", "\u{FFFD}", "\0", "53:", "EV_ABS",
    ]
    var random = SplitMix64(seed: 64)
    for _ in 0..<300 {
      var lines = log.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for _ in 0...random.next() % 3 {
        let line = Int(random.next() % UInt64(lines.count))
        var words = lines[line].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        words[Int(random.next() % UInt64(words.count))] = parts[Int(random.next() % UInt64(parts.count))]
        lines[line] = words.joined(separator: " ")
      }
      _ = try? touches(
        lines.joined(separator: "\n"), ["", "rotation 90", "range 0..9,0..9"][Int(random.next() % 3)])
    }
  }

  @Test(
    "Options of include need numbers",
    arguments: ["screen 5", "rotation 45", "range 0..5", "range 5..1,0..1", "screen (2*3),5"])
  func options(text: String) {
    expectTrue((try? touches(Self.listing + Self.log(Self.two), text)) == nil)
  }
}
