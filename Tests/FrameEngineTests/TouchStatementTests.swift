import FrameGeometry
import FrameKit
import TestSupport
import Testing

/// `touch` and `wait`: touch frames, clocks, and errors about touches.
@Suite struct TouchStatementTests {
  @Test("Slop is consumed or included, depending on the preset")
  func slop() throws {
    let stream = """
      touch 1 down 100,100 @0ms
      touch 1 move 104,100 @16ms
      touch 1 move 112,100 +16ms
      touch 1 move 120,100 +16ms
      touch 1 up +16ms

      """
    try expectEqual(
      play(stream).trace.filter { $0.contains(" pan ") },
      [
        "0.032 pan began dx=2 dy=0", "0.048 pan changed dx=10 dy=0", "0.064 pan ended dx=10 dy=0",
      ])
    try expectEqual(
      play("preset swiftui\n" + stream).trace.filter { $0.contains(" pan ") },
      [
        "0.032 pan began dx=12 dy=0", "0.048 pan changed dx=20 dy=0", "0.064 pan ended dx=20 dy=0",
      ])
  }

  @Test("Fingers that meet at their center and part again leave the layer where it was")
  func meetingFingers() throws {
    let script = """
      canvas 400,400
      layer photo image placeholder at -1000,-1000 size 2400,2400
      pan 40,20
      touch 1 down 149.2,194.2 @0ms ; touch 2 down 109.8,83.9 @0ms
      touch 1 move 129.5,139.05 @16ms ; touch 2 move 129.5,139.05 @16ms
      touch 1 move 149.2,194.2 @32ms ; touch 2 move 109.8,83.9 @32ms
      touch 1 up @48ms ; touch 2 up @48ms
      expect transform 1 0 0 1 40 20 ~1e-3
      """
    _ = try Edit(script: script).plan()
  }

  @Test("Touches at one time are one touch frame, which any other statement closes")
  func frames() throws {
    let setup = "preset none ; recognize pinch ; recognize rotation ; simultaneous pinch rotation\n"
    let down = "touch 1 down 100,150 @0s ; touch 2 down 200,150 @0s\n"
    let together = try play(setup + down + "touch 1 move 50,150 @1s ; touch 2 move 250,150 @1s")
    expectEqual(together.trace.filter { $0.contains("pinch") }.first, "1.000 pinch began scale=2")
    let apart = try play(
      setup + down + "touch 1 move 50,150 @1s\nexpect pinch began\ntouch 2 move 250,150 @1s")
    expectEqual(apart.trace.filter { $0.contains("pinch") }.first, "1.000 pinch began scale=1.5")
  }

  @Test("@ counts from the last gesture's end, + from the last touch; `wait` lets time pass")
  func clocks() throws {
    let played = try play(
      """
      preset pickview
      tap 150,150
      touch 1 down 150,150 @100ms
      touch 1 up +50ms
      expect tap possible
      wait 351ms
      expect tap recognized
      """)
    // The first tap ends at 400 ms, when the double tap fails.
    expectTrue(played.trace.contains("0.900 tap recognized at 150,150"))
  }

  @Test("At the end of a script, touches are cancelled and timers run out")
  func end() throws {
    let played = try play("touch 1 down 100,100 @0s ; touch 1 move 150,100 @1s")
    expectEqual(played.result.record.fingersLeftDown, [1])
    expectEqual(played.transitions.last, "pan cancelled")
    expectTrue(isClose(try played.transform(), [1, 0, 0, 1, 40, 0]))
    let late = try play("preset pickview\ntouch 1 down 150,150 @0s ; touch 1 up @50ms")
    expectTrue(late.trace.contains("0.400 tap recognized at 150,150"))
  }

  @Test("A cancelled gesture keeps its effect, except that swiftui drops the live part")
  func cancel() throws {
    let drag = "touch 1 down 100,100 @0s ; touch 1 move 150,100 @1s ; touch 1 cancel @2s"
    expectTrue(isClose(try play(drag).transform(), [1, 0, 0, 1, 40, 0]))
    expectTrue(isClose(try play("preset swiftui\n" + drag).transform(), [1, 0, 0, 1, 0, 0]))
    // With several live gestures, the live parts of all of them are dropped.
    let both =
      "preset swiftui\ntouch 1 down 100,150 @0s ; touch 2 down 200,150 @0s\n"
      + "touch 1 move 100,190 @1s ; touch 2 move 260,190 @1s\nexpect pan began ; expect pinch began\n"
      + "touch 1 move 100,220 @2s ; touch 2 move 290,220 @2s\ntouch 1 cancel @3s ; touch 2 cancel @3s"
    expectTrue(isClose(try play(both).transform(), [1, 0, 0, 1, 0, 0]))
    let committed = "preset swiftui\npan 5,6\n" + drag
    expectTrue(isClose(try play(committed).transform(), [1, 0, 0, 1, 5, 6]))
  }

  @Test("Ten thousand moves end where a single move would")
  func manyMoves() throws {
    let path =
      "touch 1 down 100,100 @0s\nrepeat 10000 as i { touch 1 move (100 + ($i + 1) * 0.013),(100 - ($i + 1) * 0.007) +1ms }\n"
    let played = try play("rotate 33deg ; scale 1.7\n" + path + "touch 1 up +1ms")
    let (dx, dy) = (130.0, -70.0)
    let length = Trigonometry.hypot(dx, dy)
    let before = try play("rotate 33deg ; scale 1.7").transform().numbersForTests
    expectTrue(
      isClose(
        try played.transform(),
        before[..<4] + [dx - 10 * dx / length, dy - 10 * dy / length]))
    let two = "touch 1 down 100,150 @0s ; touch 2 down 200,150 @0s\n"
    let turning =
      two + """
        repeat 10000 as i {
          let a = (($i + 1) * 0.0004) ; let r = (50 + ($i + 1) * 0.003)
          touch 1 move (150 - $r * cos($a)),(150 - $r * sin($a)) +1ms
          touch 2 move (150 + $r * cos($a)),(150 + $r * sin($a)) +0ms
        }
        touch 1 up +1ms ; touch 2 up +0ms
        """
    let turned = try play(turning).transform()
    let expected = AffineTransform(rotationAngle: 4).scaledBy(x: 1.6, y: 1.6).numbersForTests
    expectTrue(isClose(turned, expected))
  }

  @Test("A touch reaches the layer under it and the groups around that layer")
  func hitTesting() throws {
    let two = """
      canvas 300,300
      layer left image at 0,0 size 150,300
      layer right image at 150,0 size 150,300

      """
    let played = try play(two + "drag 50,50 to 50,150\ndrag 250,150 to 200,150\ndrag 20,20 to 40,20")
    expectTrue(isClose(try played.transform("left"), [1, 0, 0, 1, 0, 90]))
    expectTrue(isClose(try played.transform("right"), [1, 0, 0, 1, -40, 0]))
    let grouped =
      "canvas 300,300\ngroup g { layer a image untouchable ; layer b image }\nrecognize pan on g as both\n"
    let outer = try play(grouped + "select b ; preset none ; recognize pan on g ; drag 10,10 to 60,10")
    expectTrue(isClose(try outer.transform("g"), [1, 0, 0, 1, 40, 0]))
    try expectTrue(outer.transform("b").isIdentity)
  }

  @Test(
    "An error about touches is reported with its line",
    arguments: [
      ("touch 2 up 1,1 @0s", "1: touch 2 is not down"),
      ("touch 2 up @0s", "1: touch 2 is not down"),
      ("touch 1 down 5,5 @0s\ntouch 1 down 6,6 @1s\nwait 1s", "2: touch 1 is already down"),
      ("touch 1 down 5,5 @0s\ntouch 1 move 6,6 @0s\nwait 1s", "2: touch 1 has two events at the same time"),
      ("touch 1 down 5,5 @0s\ntouch 1 up @0s\nwait 1s", "2: touch 1 has two events at the same time"),
      ("twist 1e30deg", "1: more than 10000000 touch events"),
      ("set pan.min-touches none", "1: 'pan.min-touches' takes a whole number from 1 to 100"),
      (
        "menu m \"M\" { item \"Ok\" { open m ; choose \"Ok\" } }\nopen m ; choose \"Ok\"",
        "1: nested more than 64 levels deep"
      ),
      ("touch 1 down 5,5 @1s\ntouch 1 up @0s", "2: time goes backwards: 0.000s is before 1.000s"),
      ("wait 2s\ntouch 1 down 5,5 @1s", "2: time goes backwards: 1.000s is before 2.000s"),
      ("touch 1 down @1s", "1: touch 1 has no position"),
      ("touch 1 down 5,5 @0s\npan 1,2", "2: 'pan' begins while touch 1 is down"),
      ("touch 1 down 5,5 @0s ; touch 2 down 9,9 @0s\ntap 1,2", "2: 'tap' begins while touches 1, 2 are down"),
      ("define d { tap 1,2 }\non pan { d }\npan 30,0", "1: 'tap' is not allowed in an 'on' block"),
      ("define d { wait 1s }\non pan { d }\npan 30,0", "1: 'wait' is not allowed in an 'on' block"),
      ("tap 1,1 steps 3", "1: 'steps' has no effect on 'tap'"),
      ("drag 1,1 to 2,2 at 3,3", "1: 'at' has no effect on 'drag'"),
      ("pinch 0", "1: a pinch's factor must be more than 0, not 0"),
      ("pan 1,1 steps 0", "1: a number of steps must be a whole number of at least 1, not 0"),
      ("set tap.max-distnce 3", "1: unknown setting 'tap.max-distnce'"),
      ("set tap.max-duration 3", "1: the time has no unit"),
      ("set pivot corner", "1: unknown pivot 'corner'"),
      (
        "require pan fails pinch\nrequire pinch fails rotation\nrequire rotation fails pan",
        "3: the 'require' statements form a cycle: rotation -> pan -> pinch -> rotation"
      ),
      ("require pan fails pan", "1: the 'require' statements form a cycle: pan -> pan"),
      ("require pan fails tap", "1: there is no recognizer 'tap'"),
      ("on tap { }", "1: there is no recognizer 'tap'"),
      (
        "recognize tap\non tap began { }",
        "2: 'tap' never enters the state 'began': its gesture is recognized at a single instant"
      ),
      ("expect tap ended", "1: there is no recognizer 'tap'"),
      ("open m", "1: there is no menu 'm'"),
      ("choose \"x\"", "1: no menu or dialog is open"),
      ("menu m \"M\" { item \"a\" }\nopen m\nchoose \"b\"", "3: \"M\" has no item \"b\""),
      ("menu m \"M\" { }\nmenu m \"M\" { }", "2: there is already a menu 'm'"),
      ("repeat 1001 as i { touch $i down 5,5 @0s }", "1: more than 1000 fingers are down"),
      ("pan 100,0 steps 20000000", "1: more than 10000000 touch events"),
    ])
  func errors(text: String, sentence: String) throws {
    try expectEqual(complaint(of: text), sentence)
  }

  @Test("A touch hits the layer that is under it now, after any change of the scene")
  func hitsAfterChanges() throws {
    let script = """
      canvas 300,300
      let hits = 0
      layer under rect 0,0 300,300
      layer box rect 0,0 20,20
      recognize tap on box
      on tap { let hits = ($hits+1) }
      tap 10,10
      expect $hits 1
      select box ; move 100,0 ; tap 10,10
      expect $hits 1
      tap 110,10
      expect $hits 2
      scale 3 ; tap 135,10 ; expect $hits 3
      hide ; tap 110,10 ; expect $hits 3
      show ; tap 110,10 ; expect $hits 4
      layer over rect 100,0 20,20 ; tap 110,10 ; expect $hits 4
      select over ; clip rect 0,0 5,5 ; tap 110,10 ; expect $hits 5
      group g { layer inner rect 0,200 20,20 }
      recognize tap on inner as other
      on other { let hits = ($hits+10) }
      tap 10,210 ; expect $hits 15
      select g ; translate 50,0 ; tap 10,210 ; expect $hits 15
      tap 60,210 ; expect $hits 25
      """
    #expect(throws: Never.self) { try play(script) }
  }
}
