import FrameGeometry
import FrameScene
import FrameScript
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
    try check(flick("set pan.momentum 0.998") + "expect transform 1 0 0 1 549 0 ~1e-6")
    try check(flick("set pan.momentum 0.99; set pan.target position") + "expect frame 149,0 300,200 ~1e-6")
    try check(flick("set pan.momentum none") + "expect transform 1 0 0 1 50 0 ~1e-6")
    try check(flick("recognize pan momentum 0.998") + "expect transform 1 0 0 1 549 0 ~1e-6")
  }

  @Test("Frames show how it loses speed")
  func shown() throws {
    let flick = flick("set pan.momentum 0.998")
    // After n milliseconds, 0.998^n of the way is left.
    var left = 1.0
    for _ in 0..<300 { left *= 0.998 }
    try check(flick + "wait 300ms; expect shown transform 1 0 0 1 \(549 - 499 * left) 0 ~0.6")
    try check(flick + "wait 5s; expect shown transform 1 0 0 1 549 0 ~1e-6")
  }

  @Test("It stops at a limit, after a rest, and not at all for a pan by name")
  func stops() throws {
    try check(
      flick("scale 0.5; limit inside canvas; set pan.momentum 0.998") + "expect frame 150,50 150,100 ~1e-6")
    try check(flick("set pan.momentum 0.998", rest: 120) + "expect transform 1 0 0 1 50 0 ~1e-6")
    try check("set pan.momentum 0.998; pan 40,0 over 50ms; expect transform 1 0 0 1 40 0 ~1e-9")
    try check(
      "set pan.momentum 0.998; drag 100,100 to 200,100 over 100ms; let f = frame(photo); expect $f[0] > 300")
  }

  @Test("Undo takes a pan back with its momentum")
  func undo() throws {
    try check(flick("set pan.momentum 0.998") + "undo; expect transform 1 0 0 1 0 0")
  }
}
