import FrameGesture
import TestSupport
import Testing

@Suite("Sessions") struct GestureSessionTests {
  /// Invalid touch frames and the problems they cause, while finger 1 is down and the time is 1 second.
  static let problems: [(TouchFrame, TouchProblem)] = [
    (TouchFrame(time: 2, touches: [.move(2, 0, 0)]), .notDown(2)),
    (TouchFrame(time: 2, touches: [.up(2)]), .notDown(2)),
    (TouchFrame(time: 2, touches: [.cancel(2)]), .notDown(2)),
    (TouchFrame(time: 2, touches: [.down(1, 0, 0)]), .alreadyDown(1)),
    (TouchFrame(time: 2, touches: [.move(1, 50, 0), .up(1)]), .twice(1)),
    (TouchFrame(time: 2, touches: [.move(1, 50, 0), .down(2, 0, 0), .down(2, 0, 0)]), .twice(2)),
    (TouchFrame(time: 2, touches: [.move(1, .nan, 0)]), .notFinite),
    (TouchFrame(time: 2, touches: [.move(1, 0, .infinity)]), .notFinite),
    (TouchFrame(time: .nan, touches: [.move(1, 50, 0)]), .notFinite),
    (TouchFrame(time: .infinity, touches: []), .notFinite),
    (TouchFrame(time: 0.5, touches: [.move(1, 50, 0)]), .timeGoesBack(from: 1, to: 0.5)),
  ]

  @Test(
    "Invalid touches change nothing", arguments: problems.indices)
  func invalidTouches(index: Int) throws {
    let (frame, problem) = Self.problems[index]
    var player = Player(.pan, .tap, .longPress)
    try player.down(1, 0, 0, at: 1)
    var session = player.session
    expectEqual(session.problem(of: frame), problem)
    let next = TouchFrame(time: 1.2, touches: [.move(1, 30, 0)])
    try expectEqual(session.process(next) { _ in [0] }, player.session.process(next) { _ in [0] })
    expectEqual(session.drain(), player.session.drain())
  }

  @Test("Time may stand still but not go backwards") func time() throws {
    var session = GestureSession()
    session.advance(to: 1)
    session.advance(to: 1)
    session.process(TouchFrame(time: 1, touches: [])) { _ in [] }
    expectEqual(session.problem(of: 0.9), .timeGoesBack(from: 1, to: 0.9))
    expectEqual(session.problem(of: .nan), .notFinite)
    expectEqual(session.now, 1)
  }

  @Test("A copied session does not affect the original") func copies() throws {
    var player = Player(.pan, .longPress)
    try player.down(1, 0, 0, at: 0)
    var rehearsal = player
    rehearsal.drain()
    expectEqual(rehearsal.told, ["long-press began"])
    expectEqual(player.session.now, 0)
    try player.move(1, 20, 0, at: 0.1)
    expectEqual(player.told, ["pan began"])
  }

  @Test("Settings take effect at once") func settings() throws {
    var player = Player(.pan, .longPress)
    try player.down(1, 0, 0, at: 0)
    try player.move(1, 8, 0, at: 0.1)
    player.session.settings.panSlop = 8
    player.session.settings.longPressDuration = 0.3
    try player.advance(to: 0.35)
    expectEqual(player.told, ["long-press began"])
    expectTrue(near(player.events.last?.time, 0.3))
    try player.up(1, at: 0.4)
    try player.down(1, 0, 0, at: 1)
    try player.move(1, 8, 0, at: 1.1)
    expectEqual(player.told.last, "pan began")
  }

  @Test("Touch IDs can be used again") func touchIDs() throws {
    var player = Player(.tap)
    for turn in 0..<3 { try player.tap(0, 0, at: Double(turn)) }
    expectEqual(player.told, ["tap recognized", "tap recognized", "tap recognized"])
    expectTrue(player.session.touchesDown.isEmpty)
  }

  @Test("Recognizer numbers are never used again") func recognizerNumbers() throws {
    var session = GestureSession()
    expectEqual(session.attach(RecognizerDescription(.tap, on: 0)), 0)
    expectEqual(session.attach(RecognizerDescription(.pan, on: 3)), 1)
    session.detach(1)
    expectEqual(session.attach(RecognizerDescription(.pan, on: 4)), 2)
    expectEqual(session.recognizers.map(\.number), [0, 2])
    expectEqual(session.recognizers.map(\.description.target), [0, 4])
    session.removeAll()
    expectTrue(session.recognizers.isEmpty)
    expectEqual(session.attach(RecognizerDescription(.pan, on: 4)), 3)
    expectTrue(session.isAttached(3) && !session.isAttached(2) && !session.isAttached(4))
  }

  /// A touch that is already down does not reach a recognizer that is attached later.
  @Test("A recognizer attached during a touch does not receive it") func lateAttachment() throws {
    var player = Player(.pan)
    try player.down(1, 0, 0, at: 0)
    player.session.removeAll()
    player.session.attach(RecognizerDescription(.pan, on: 0))
    try player.move(1, 50, 0, at: 0.1)
    try player.up(1, at: 0.2)
    expectTrue(player.events.isEmpty)
    try player.drag(from: (0, 0), to: (50, 0), at: 1, over: 0.1)
    expectEqual(player.told.last, "pan ended")
  }

  @Test("Detaching an active recognizer ends it") func detaching() throws {
    var player = Player(.pan)
    try player.down(1, 0, 0, at: 0)
    try player.move(1, 50, 0, at: 0.1)
    player.session.detach(0)
    try player.up(1, at: 0.2)
    expectEqual(player.all, ["pan began"])
    expectTrue(player.session.isIdle)
  }

  @Test("Firing all timers leaves fingers down") func timersOnly() throws {
    var player = Player(.pan, .longPress)
    try player.down(1, 0, 0, at: 0)
    player.drain()
    expectEqual(player.session.now, 0.5)
    expectEqual(player.session.touchesDown, [1])
    expectTrue(!player.session.isIdle)
    player.events += player.session.cancelTouches()
    expectEqual(player.all, ["pan failed", "long-press began", "long-press cancelled"])
    expectTrue(player.session.isIdle)
  }

  /// The order of touches within a frame does not matter: fingers go down before others go up.
  @Test("Touches of a frame are moves, then downs, then ups") func frameOrder() throws {
    let touches: [Touch] = [.up(1), .move(2, 250, 100), .down(3, 0, 0)]
    var results: [[GestureEvent]] = []
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      var player = try Player(preset: .uikit)
      try player.frame(0, [.down(1, 100, 100), .down(2, 200, 100)])
      try player.frame(0.1, order.map { touches[$0] })
      results.append(player.events)
    }
    expectTrue(results[0].contains { $0.state == .began })
    expectTrue(results[1] == results[0] && results[2] == results[0])
  }
}
