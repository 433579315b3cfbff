import FrameScript
import FrameScene
import TestSupport
import Testing

/// What a layer does after a pan that ends at speed.
@Suite struct MomentumTests {
  /// A finger that moves 10 pixels every 10 ms: 1000 pixels a second.
  private func flick(_ settings: String, rest: Int = 0) -> String {
    var script = "\(settings); set velocity.mix 0; set pan.slop 0\ntouch 1 down 100,100 @0s\n"
    for i in 1...5 { script += "touch 1 move \(100 + 10 * i),100 @\(10 * i)ms\n" }
    return script + "touch 1 up @\(51 + rest)ms\nwait 0s\n"
  }

  private func check(_ text: String) throws {
    try expectEqual(run(text).failedExpectations, [])
  }

  @Test("The layer moves on by its speed, times the rate's sum")
  func distance() throws {
    // 0.998 / 0.002 milliseconds at 1 pixel each, after 50 pixels under the finger.
    try check(flick("set pan.momentum 0.998") + "wait 5s; expect transform 1 0 0 1 549 0 ~1e-6")
    try check(
      flick("set pan.momentum 0.99; set pan.target position") + "wait 5s; expect frame 149,0 300,200 ~1e-6")
    try check(flick("set pan.momentum none") + "wait 5s; expect transform 1 0 0 1 50 0 ~1e-6")
    try check(flick("recognize pan momentum 0.998") + "wait 5s; expect transform 1 0 0 1 549 0 ~1e-6")
  }

  @Test("It loses speed while time passes, in one wait or in many, and with frames or without")
  func decay() throws {
    let flick = flick("set pan.momentum 0.998")
    try check(flick + "expect transform 1 0 0 1 50 0 ~1e-9")
    // After n milliseconds, 0.998^n of the way is left.
    var left = 1.0
    for _ in 0..<300 { left *= 0.998 }
    let expectation = "expect transform 1 0 0 1 \(549 - 499 * left) 0 ~0.6\n"
    let once = flick + "wait 300ms\n" + expectation
    let often = flick + String(repeating: "wait 7ms\n", count: 42) + "wait 6ms\n" + expectation
    for rate in [nil, FrameRate(30)] {
      for script in [once, often] {
        try expectEqual(run(script, context: RunContext(frameRate: rate)).failedExpectations, [])
      }
    }
    let frames = try #require(try run(flick, context: RunContext(frameRate: FrameRate(1000))).timeline)
    let places = (0..<frames.frames).map { frames.scene(at: $0).layers[0].state.transform.tx }
    #expect(places == places.sorted())
    #expect(abs(places[351] - (549 - 499 * left)) < 0.6)
    #expect(try abs(#require(places.last) - 549) < 1e-9)
  }

  @Test("It stops at a limit, after a rest, and not at all for a pan by name")
  func stops() throws {
    try check(
      flick("scale 0.5; limit inside canvas; set pan.momentum 0.998")
        + "wait 5s; expect frame 150,50 150,100 ~1e-6")
    try check(flick("set pan.momentum 0.998", rest: 120) + "wait 5s; expect transform 1 0 0 1 50 0 ~1e-6")
    try check("set pan.momentum 0.998; pan 40,0 over 50ms; wait 5s; expect transform 1 0 0 1 40 0 ~1e-9")
    try check(
      "set pan.momentum 0.998; drag 100,100 to 200,100 over 100ms; wait 5s; let f = frame(photo); expect $f[0] > 300"
    )
  }

  @Test("A gesture by name on another layer is a step of its own")
  func besideNamedGesture() throws {
    let layers = "layer other image at 280,180 size 20,20; layer photo image at 0,0 size 300,200\n"
    let named = """
      select other; pan 30,0; expect transform 1 0 0 1 30 0 ~1e-9
      undo; expect transform 1 0 0 1 0 0
      select photo; wait 5s; expect transform 1 0 0 1 549 0 ~1e-6
      undo; expect transform 1 0 0 1 0 0
      """
    let script = layers + flick("set pan.momentum 0.998") + named
    try expectEqual(run(script, [image(), image()]).failedExpectations, [])
  }

  @Test("A finger stops it where it is seen, also on the layer of a group")
  func caught() throws {
    let stops = """
      wait 200ms
      let seen = toCanvas(photo,0,0)
      expect $seen[0] > 150; expect $seen[0] < 300
      expect hit (($seen[0]+5)),100 photo
      expect hit 20,100 none
      touch 2 down ($seen[0]+5),100 @251ms
      touch 2 up @1251ms
      wait 5s
      expect (toCanvas(photo,0,0)[0]-$seen[0]) 0 ~1e-9
      """
    try check(flick("layer photo image; set pan.momentum 0.998") + stops)
    try check(
      flick("group all { layer photo image }; preset none; recognize pan on all; set pan.momentum 0.998")
        + stops)
    // A finger beside it does not stop it.
    try check(
      flick("layer photo image; set pan.momentum 0.998")
        + "wait 200ms; touch 2 down 20,100 @251ms; touch 2 up @260ms; wait 5s; expect transform 1 0 0 1 549 0"
    )
    // A second flick begins where the first was caught.
    try check(
      flick("layer photo image; set pan.momentum 0.998")
        + """
        wait 200ms
        let seen = frame(photo)
        touch 2 down 290,100 @251ms; touch 2 move 280,100 @261ms; touch 2 move 270,100 @271ms
        touch 2 up @500ms; wait 5s; expect (frame(photo)[0]-$seen[0]) (-20) ~1e-9
        """)
  }

  @Test("A statement that moves the layer ends its momentum, and other statements do not")
  func statements() throws {
    let flick = flick("set pan.momentum 0.998") + "wait 100ms; "
    try check(flick + "reset; wait 5s; expect transform 1 0 0 1 0 0")
    try check(flick + "opacity 50%; wait 5s; expect transform 1 0 0 1 549 0")
    try check(flick + "undo; wait 5s; expect transform 1 0 0 1 0 0")
  }

  @Test("Undo takes a pan back with its momentum")
  func undo() throws {
    try check(flick("set pan.momentum 0.998") + "wait 5s; undo; expect transform 1 0 0 1 0 0")
  }

  @Test("The effect of a gesture includes its momentum")
  func effects() throws {
    for script in [
      flick("set pan.momentum 0.998"), flick("set pan.momentum 0.998") + "wait 1s; touch 2 down 1,1 @9s",
    ] {
      let change = try #require(try run(script).record.gestures.first?.change)
      #expect(abs(change.tx - 549) < 1e-9)
    }
  }
}
