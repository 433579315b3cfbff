import FrameScript
import TestSupport
import Testing

/// Properties of one recognizer, which others do not have.
@Suite struct RecognizerOptionTests {
  private let boxes = "canvas 300,200; layer a rect 0,0 100,100; layer b rect 100,0 100,100\n"

  private func check(_ text: String) throws {
    try expectEqual(run(boxes + text, []).failedExpectations, [])
  }

  @Test("A tap can need several taps and fingers")
  func taps() throws {
    func taps(_ count: Int, fingers: Int, at start: Double) -> String {
      (0..<count).map { tap in
        let time = start + Double(tap) * 0.1
        let down = (0..<fingers).map { "touch \($0) down \(40 + 10 * $0),50 @\(time)s\n" }.joined()
        return down + (0..<fingers).map { "touch \($0) up @\(time + 0.05)s\n" }.joined()
      }.joined()
    }
    let script = "recognize tap on a taps 3 touches 2\n"
    try check(script + taps(3, fingers: 2, at: 0) + "expect count tap 1")
    try check(script + taps(2, fingers: 2, at: 0) + "wait 1s; expect count tap 0")
    try check(script + taps(3, fingers: 1, at: 0) + "wait 1s; expect count tap 0")
  }

  @Test("A pan with its own slop leaves other pans as they are")
  func slop() throws {
    let script = """
      recognize pan on a slop 0; recognize pan on b as other
      drag 50,50 to 55,50; expect count pan 1
      drag 150,50 to 155,50; expect count other 0
      select a; reset; pan 3,0; expect transform 1 0 0 1 3 0
      """
    try check(script)
    // Settings that are not its own are those of the session, also later.
    try check(
      "recognize pan on a slop 0; set pan.slop-mode include; set pan.slop 99; drag 50,50 to 55,50; expect count pan 1"
    )
  }

  @Test("A pan by name has as many fingers as the recognizer needs")
  func twoFingers() throws {
    try check(
      "recognize pan on a touches 2; select a; pan 30,10; expect transform 1 0 0 1 30 10; expect count pan 1")
    try check("recognize pan on a touches 2; drag 50,50 to 90,50; expect count pan 0")
    try check(
      "recognize pan on a min-touches 3 max-touches none; select a; pan 30,0; expect transform 1 0 0 1 30 0")
    try check(
      "set pan.max-touches none; set pan.min-touches 2; recognize pan on a; select a; pan 7,0; expect count pan 1"
    )
  }

  @Test("A pan's target and other keys of settings can be its own")
  func target() throws {
    try check(
      "recognize pan on a target position; select a; pan 30,0; expect transform 1 0 0 1 0 0; expect frame 30,0 100,100"
    )
    try check(
      "recognize long-press on a duration 100ms; long-press 50,50 for 150ms; expect count long-press 1")
    try check(
      "recognize rotation on a min-delta 20deg as turn; select a; two-finger 30,50 70,50 to 31,47 69,53; expect count turn 0"
    )
    try check(
      "recognize swipe-up on a min-distance 10; drag 50,50 to 50,30 over 50ms; expect count swipe-up 1")
  }

  static let mistakes: [(String, ScriptProblem)] = [
    ("recognize pan on a slopp 0", .unknownSetting("pan.slopp", nearest: "pan.slop")),
    ("recognize pinch on a touches 2", .scene(.withoutMeaning("touches", of: "recognize pinch"))),
    ("recognize pan on a taps 2", .scene(.withoutMeaning("taps", of: "recognize pan"))),
    ("recognize tap on a taps 0", .badSetting("taps", wanted: "a whole number from 1 to 100")),
    ("recognize tap on a touches 1.5", .badSetting("touches", wanted: "a whole number from 1 to 100")),
    ("recognize tap on a max-gap 5", .bareTime("5")),
  ]

  @Test("A property without meaning is an error", arguments: mistakes)
  func mistaken(statement: String, problem: ScriptProblem) throws {
    try expectEqual(failure(of: boxes + statement, []).problem, problem)
  }
}
