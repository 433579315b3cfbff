import FrameGeometry
import FrameGesture
import FrameImage
import FrameScene
import FrameScript
import TestSupport
import Testing

/// Random fingers on scripts with planted bugs, and the fewest touches that show them.
@Suite struct FuzzTests {
  private static func fuzz(
    _ text: String, claim: String? = nil, runs: Int = 1000, seed: UInt64 = 1,
    acts: [RandomFingers.Act] = RandomFingers.Act.allCases
  ) throws -> (ScriptFuzzer.Result, Script) {
    let (script, claims) = try ScriptParser().parse(
      "canvas 400,300\nlayer photo rect 0,0 400,300\n" + text, name: "script.txt",
      claims: claim.map { [ScriptFile(name: "--claim", text: $0)] } ?? [])
    let test = FingerTest(script, claims: claims)
    let fuzzer = ScriptFuzzer(test) { interpreter(test.script) }
    return (try fuzzer.run(runs, seed: seed, acts: acts), script)
  }

  private static func interpreter(_ script: Script) -> Interpreter {
    Interpreter(
      script, limits: Limits(), images: StubLibrary(), typesetter: SquareLetters(),
      context: RunContext(detail: [.trace, .touches]))
  }

  /// Mistakes that are made in apps. Fingers that only tap find the first two.
  private static let bugs: [(name: String, text: String, claim: String?)] = [
    (
      "the first tap of a double tap counts as a tap",
      """
      let taps = 0
      let doubles = 0
      recognize tap on photo
      recognize double-tap on photo
      on tap { let taps = $taps + 1 }
      on double-tap { let doubles = $doubles + 1 }
      """, "$taps == 0 or $doubles == 0"
    ),
    (
      "a tap at the right edge divides by zero",
      """
      let row = 0
      recognize tap on photo
      on tap { let row = 1 / (40 - ceil($x / 10)) }
      """, nil
    ),
    (
      "a canceled pan leaves the layer marked as dragged",
      """
      let isDragged = 0
      recognize pan on photo
      on pan began { let isDragged = 1 }
      on pan ended { let isDragged = 0 }
      expect $isDragged 0
      """, nil
    ),
    ("a pinch has no limit", "recognize pinch on photo", "scaleOf(photo) <= 3"),
    ("a twist has no limit", "recognize rotation on photo", "abs(angleOf(photo)) <= 90"),
    (
      "a pan leaves the canvas", "recognize pan on photo",
      "frame(photo)[0] < 400 and frame(photo)[0] > -400"
    ),
    (
      "a press opens a menu during a drag",
      """
      let isHeld = 0
      let isDragged = 0
      recognize pan on photo
      recognize long-press on photo
      simultaneous pan long-press
      on pan began { let isDragged = 1 }
      on pan ended { let isDragged = 0 }
      on pan cancelled { let isDragged = 0 }
      on long-press began { let isHeld = 1 }
      on long-press ended { let isHeld = 0 }
      on long-press cancelled { let isHeld = 0 }
      """, "$isHeld * $isDragged == 0"
    ),
    (
      "three fingers are not expected",
      """
      let share = 0
      preset photos
      recognize pan on photo
      on pan began { let share = 1 / (3 - $touches) }
      """, nil
    ),
    (
      "pages have no end",
      """
      let page = 0
      recognize swipe-left on photo
      on swipe-left { let page = $page + 1 }
      """, "$page <= 0"
    ),
    (
      "a pinch and a twist at once count as two gestures",
      """
      let gestures = 0
      recognize pinch on photo
      recognize rotation on photo
      simultaneous pinch rotation
      on pinch began { let gestures = $gestures + 1 }
      on pinch ended { let gestures = $gestures - 1 }
      on pinch cancelled { let gestures = $gestures - 1 }
      on rotation began { let gestures = $gestures + 1 }
      on rotation ended { let gestures = $gestures - 1 }
      on rotation cancelled { let gestures = $gestures - 1 }
      """, "$gestures <= 1"
    ),
  ]

  @Test("planted bugs are found within 1,000 runs and need at most 4 touches", arguments: 0..<10)
  func planted(_ index: Int) throws {
    let bug = Self.bugs[index]
    for seed in UInt64(1)...3 {
      let (result, _) = try Self.fuzz(bug.text, claim: bug.claim, seed: seed)
      guard let finding = result.finding else {
        Issue.record("\(bug.name), seed \(seed): not found")
        continue
      }
      expectTrue(finding.frames.touches <= 4, "\(bug.name), seed \(seed): \(finding.frames)")
    }
  }

  @Test("fingers that only tap find two of the ten bugs")
  func tapsAlone() throws {
    let found = try Self.bugs.filter { bug in
      try Self.fuzz(bug.text, claim: bug.claim, acts: [.tap]).0.finding != nil
    }
    expectEqual(found.map(\.name), Self.bugs.prefix(2).map(\.name))
  }

  @Test("a right script passes, and its states and blocks are counted")
  func passes() throws {
    let (result, _) = try Self.fuzz(
      """
      limit scale 0.5..3
      limit cover 0,0 400,300
      preset none
      recognize pan on photo
      recognize pinch on photo
      recognize tap on photo
      let taps = 0
      on tap { let taps = $taps + 1 }
      on pan cancelled { expect (1 == 1) }
      expect (scaleOf(photo) <= 3)
      """, claim: "scaleOf(photo) >= 0.5", runs: 300)
    expectEqual(result.finding, nil)
    expectEqual(result.runs, 300)
    expectEqual(result.coverage.recognizers.map(\.name), ["pan", "pinch", "tap"])
    expectTrue(result.coverage.recognizers.allSatisfy(\.unreached.isEmpty))
    expectTrue(result.coverage.blocks.allSatisfy { $0.runs > 0 })
  }

  @Test("the same seed finds the same")
  func sameSeed() throws {
    let bug = Self.bugs[9]
    let first = try Self.fuzz(bug.text, claim: bug.claim, seed: 5).0
    let second = try Self.fuzz(bug.text, claim: bug.claim, seed: 5).0
    expectEqual(first.finding, second.finding)
    expectEqual(first.runs, second.runs)
    expectEqual(first.coverage, second.coverage)
  }

  @Test(
    "expectations of a script with gestures are about these gestures, and an 'on' block's are always checked")
  func expectations() throws {
    let gesture = "recognize pan on photo\ndrag 10,10 to 60,10\nexpect pan ended\n"
    try expectEqual(Self.fuzz(gesture, runs: 20).0.finding, nil)
    let (result, _) = try Self.fuzz(gesture + "on pan began { expect (1 == 2) }", runs: 50)
    guard case .expectation(let error)? = result.finding?.flaw else {
      Issue.record("not found")
      return
    }
    expectEqual(error.position.line, 6)
  }

  @Test("claims that fail without fingers, and errors of the script")
  func beforeFingers() throws {
    let (result, _) = try Self.fuzz("recognize tap on photo\nexpect (1 == 2)")
    expectEqual(result.finding?.frames, [])
    #expect(throws: ScriptError.self) { try Self.fuzz("recognize tap on photo", claim: "$unknown > 1") }
    #expect(throws: ScriptError.self) { try Self.fuzz("recognize tap on photo", claim: "1 +") }
    #expect(throws: ScriptError.self) { try Self.fuzz("rotate (1/0)deg") }
  }

  // MARK: Recordings

  private static func shrink(_ text: String) throws -> (Recording, ScriptFuzzer.Finding)? {
    let script = try ScriptParser().parse(
      "canvas 400,300\nlayer photo rect 0,0 400,300\n" + text, name: "script.txt")
    guard let recording = try Recording(failing: script, Self.interpreter),
      let finding = try ScriptFuzzer(recording.test, { Self.interpreter(recording.test.script) })
        .fewest(recording.frames)
    else { return nil }
    return (recording, finding)
  }

  @Test("a recording of many touches shrinks to those that fail an expectation")
  func recording() throws {
    let moves = (1...50).map { "touch 1 move \(100 + $0),100 @\($0 * 16)ms\n" }.joined()
    let taps = (0..<10).map {
      "touch 1 down 20,20 @\(2000 + $0 * 1000)ms\ntouch 1 up @\(2050 + $0 * 1000)ms\n"
    }.joined()
    let (recording, finding) = try #require(
      try Self.shrink(
        "recognize pan on photo\ntouch 1 down 100,100 @0ms\n\(moves)touch 1 up @1s\n\(taps)expect (frame(photo)[0] < 20)"
      ))
    expectEqual(finding.touches, 72)
    expectEqual(finding.frames.touches, 2)
    expectEqual(recording.start.line, 4)
    guard case .claim = finding.flaw else {
      Issue.record("another flaw")
      return
    }
  }

  @Test("an expectation that fails without touches, too, keeps what it found")
  func trivial() throws {
    let (_, finding) = try #require(
      try Self.shrink(
        """
        recognize pan on photo
        touch 1 down 100,100 @0ms
        touch 1 move 120,100 @20ms
        touch 1 move 150,100 @40ms
        touch 1 up @60ms
        expect pan failed
        """))
    guard case .claim(let error, _) = finding.flaw,
      case .expectationFailed(_, _, let found) = error.problem
    else {
      Issue.record("another flaw")
      return
    }
    expectEqual(found, "ended")
    // The finger goes up where it has moved.
    expectEqual(finding.frames.flatMap(\.touches).map(\.phase), [.down, .up])
  }

  @Test("the fewest touches keep the bug: with all fingers up")
  func sameBug() throws {
    let blocks =
      "recognize pan on photo\nlet d = 0\non pan began { let d = 1 }\non pan ended { let d = 0 }\n"
    let (_, finding) = try #require(
      try Self.shrink(
        blocks + """
          touch 1 down 10,10 @0ms
          touch 1 move 60,10 @20ms
          touch 1 up @40ms
          touch 1 down 90,10 @60ms
          touch 1 move 150,10 @80ms
          touch 1 cancel @100ms
          let wanted = 0
          expect $d $wanted
          """))
    expectEqual(finding.frames.flatMap(\.touches).map(\.phase), [.down, .move, .cancel])
  }

  @Test("an error in a block shrinks, too")
  func errorInBlock() throws {
    let touches = (0..<20).map { "touch 1 move \(10 + 5 * $0),10 @\(20 + 20 * $0)ms\n" }.joined()
    let (_, finding) = try #require(
      try Self.shrink(
        "recognize pan on photo\non pan changed { let n = 1 / 0 }\ntouch 1 down 10,10 @0ms\n\(touches)touch 1 up @1s\n"
      ))
    expectTrue(finding.frames.touches <= 3)
  }

  @Test("fingers that the script leaves down stay apart from the random ones")
  func fingersLeftDown() throws {
    let text = "recognize pan on photo\ntouch 7 down 100,100 @0ms\ntouch 7 move 150,100 @10ms\n"
    expectEqual(try Self.fuzz(text, runs: 300).0.finding, nil)
  }

  @Test("a script that does not fail has nothing to shrink; edits between touches are refused")
  func nothing() throws {
    let touches = "recognize tap on photo\ntouch 1 down 10,10 @0ms\ntouch 1 up @50ms\n"
    try expectTrue(Self.shrink(touches + "expect tap recognized") == nil)
    #expect(throws: ScriptError(.noTouches, at: ScriptPosition(line: 3))) {
      try Self.shrink("expect (1 == 2)")
    }
    #expect(throws: ScriptError(.betweenTouches("rotate"), at: ScriptPosition(line: 6))) {
      try Self.shrink(touches + "rotate 3deg\ntouch 1 down 10,10 @1s\nexpect (1 == 2)")
    }
  }
}
