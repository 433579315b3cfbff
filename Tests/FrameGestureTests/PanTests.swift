import FrameGeometry
import FrameGesture
import TestSupport
import Testing

@Suite("Pans") struct PanTests {
  /// The finger goes down at 100 and moves to 104, 112 and 120. Translations exclude the slop if it is consumed, and
  /// otherwise include it.
  @Test(
    "Slop is consumed or included", arguments: [(SlopMode.consume, [2.0, 10]), (.include, [12, 20])])
  func slopModes(mode: SlopMode, ways: [Double]) throws {
    var player = Player(.pan, change: { $0.panSlopMode = mode })
    try player.down(1, 100, 100, at: 0)
    try player.move(1, 104, 100, at: 0.1)
    expectTrue(player.events.isEmpty)
    try player.move(1, 112, 100, at: 0.2)
    try player.move(1, 120, 100, at: 0.3)
    try player.up(1, at: 0.4)
    expectEqual(player.told, ["pan began", "pan changed", "pan ended"])
    expectEqual(player.events.map(\.value.translation.dx), ways + [ways[1]])
    expectEqual(player.events.map(\.value.translationChange.dx), [ways[0], ways[1] - ways[0], 0])
    expectEqual(player.events.map(\.value.location.x), [112, 120, 120])
  }

  /// The slop is consumed along the direction of movement. With a slop of 5, (3, 4) becomes zero and (6, 8) becomes
  /// (3, 4).
  @Test("Slop is consumed along the direction of movement") func slopDirection() throws {
    var player = Player(.pan, change: { $0.panSlop = 5 })
    try player.down(1, 0, 0, at: 0)
    try player.move(1, 3, 4, at: 0.1)
    expectEqual(player.told, ["pan began"])
    expectTrue(near(player.events.last?.value.translation, (0, 0)))
    try player.move(1, 6, 8, at: 0.2)
    expectTrue(near(player.events.last?.value.translation, (3, 4)))
    // The consumed part is fixed when the pan begins, wherever the finger goes.
    try player.move(1, 0, 0, at: 0.3)
    expectTrue(near(player.events.last?.value.translation, (-3, -4)))
  }

  @Test(
    "A pan begins at its slop", arguments: [(9.999, false), (10, true), (10.001, true)])
  func slop(way: Double, begins: Bool) throws {
    var player = Player(.pan)
    try player.down(1, 0, 0, at: 0)
    try player.move(1, 0, way, at: 0.1)
    expectEqual(player.told, (begins ? ["pan began"] : []))
  }

  @Test("Without slop, a pan begins at the first movement") func noSlop() throws {
    var player = Player(.pan, change: { $0.panSlop = 0 })
    try player.down(1, 5, 5, at: 0)
    try player.move(1, 5, 5, at: 0.1)
    expectTrue(player.events.isEmpty)
    try player.move(1, 5.001, 5, at: 0.2)
    expectEqual(player.told, ["pan began"])
    expectTrue(near(player.events.last?.value.translation, (0.001, 0)))
  }

  /// Adding or lifting a finger does not change the translation, even if other fingers move in the same frame.
  @Test("Fingers that come and go do not move a pan") func comingFingers() throws {
    var player = Player(.pan, change: { $0.panSlop = 0 })
    try player.down(1, 0, 0, at: 0)
    try player.move(1, 10, 0, at: 0.1)
    try player.down(2, 300, 300, at: 0.2)
    try player.move(1, 20, 0, at: 0.3)  // the midpoint moves half as far
    expectTrue(near(player.events.last?.value.translation, (15, 0)))
    expectEqual(player.events.last?.value.location, Point(x: 160, y: 150))
    try player.frame(0.4, [.down(3, 900, 900), .move(1, 20, 8)])  // finger 3 is new and does not count
    expectTrue(near(player.events.last?.value.translation, (15, 4)))
    try player.up(3, at: 0.5)
    try player.frame(0.6, [.up(2), .move(1, 20, 18)])
    expectTrue(near(player.events.last?.value.translation, (15, 9)))
    try player.move(1, 20, 28, at: 0.7)
    try player.up(1, at: 0.8)
    expectEqual(player.last("pan")?.state, .ended)
    expectTrue(near(player.last("pan")?.value.translation, (15, 19)))
  }

  @Test("Too many fingers before it begins fail a pan") func tooManyFingers() throws {
    var player = Player(.pan, change: { $0.panMaxTouches = 1 })
    try player.down(1, 0, 0, at: 0)
    try player.down(2, 50, 0, at: 0.1)
    expectEqual(player.all, ["pan failed"])
  }

  @Test("Further fingers after it began do not affect a pan") func furtherFingers() throws {
    var player = Player(.pan, change: { $0.panMaxTouches = 1 })
    try player.down(1, 0, 0, at: 0)
    try player.move(1, 20, 0, at: 0.1)
    try player.down(2, 50, 0, at: 0.2)
    try player.move(2, 90, 0, at: 0.3)
    try player.up(2, at: 0.4)
    expectEqual(player.told, ["pan began"])
    try player.move(1, 30, 0, at: 0.5)
    expectTrue(near(player.events.last?.value.translation, (20, 0)))
  }

  @Test("A pan can need two fingers") func leastFingers() throws {
    var player = Player(.pan, change: { $0.panMinTouches = 2 })
    try player.down(1, 0, 0, at: 0)
    try player.move(1, 100, 0, at: 0.1)
    expectTrue(player.events.isEmpty)
    try player.down(2, 100, 100, at: 0.2)
    try player.frame(0.3, [.move(1, 120, 0), .move(2, 120, 100)])
    expectEqual(player.told, ["pan began"])
    expectTrue(near(player.events.last?.value.translation, (10, 0)))
    try player.up(1, at: 0.4)
    expectEqual(player.told, ["pan began", "pan ended"])
    try player.move(2, 200, 100, at: 0.5)
    try player.up(2, at: 0.6)
    expectEqual(player.all, ["pan began", "pan ended"])
    expectTrue(player.session.isIdle)
  }

  /// A velocity is three quarters of the latest one and one quarter of the one before. 20 points in 2 seconds after a
  /// velocity of 2 give 0.75 * 10 + 0.25 * 2 = 8.
  @Test("The velocity is a moving average") func velocity() throws {
    var player = Player(.pan, change: { $0.panSlop = 0 })
    try player.down(1, 0, 0, at: 0)
    try player.move(1, 8, 0, at: 3)  // 0.75 * 8/3 = 2
    expectTrue(near(player.events.last?.value.panVelocity, (2, 0)))
    try player.move(1, 28, 0, at: 5)
    expectTrue(near(player.events.last?.value.panVelocity, (8, 0)))
    try player.move(1, 28, 10, at: 6)  // both axes are independent
    expectTrue(near(player.events.last?.value.panVelocity, (2, 7.5)))
  }

  @Test(
    "Intervals below a millisecond give no velocity", arguments: [(0.001, 750.0), (0.0009, 0), (0, 0)])
  func shortInterval(seconds: Double, velocity: Double) throws {
    var player = Player(.pan, change: { $0.panSlop = 0 })
    try player.down(1, 0, 0, at: 1)
    try player.move(1, 1, 0, at: 1 + seconds)
    expectTrue(near(player.events.last?.value.panVelocity, (velocity, 0), 1e-6))
  }

  /// A finger that is lifted at another point moves there first.
  @Test("A finger that goes up elsewhere moves there first") func liftedElsewhere() throws {
    var session = GestureSession()
    session.attach(RecognizerDescription(.pan, on: 0))
    let down = Touch.down(1, 0, 0)
    session.process(TouchFrame(time: 0, touches: [down])) { _ in [0] }
    let up = Touch(id: 1, .up, at: Point(x: 30, y: 0))
    let events = session.process(TouchFrame(time: 0.1, touches: [up])) { _ in [0] }
    expectEqual(events.map(\.state), [.began, .ended])
    expectTrue(near(events.last?.value.translation, (20, 0)))
  }

  @Test(
    "a finger that rests before it goes up leaves no velocity",
    arguments: [(0.0, 1250.0), (0.099, 1250), (0.1, 0), (2, 0)])
  func rest(_ pause: Double, _ velocity: Double) throws {
    var player = Player(.pan) {
      $0.panSlop = 0
      $0.velocityMix = 0
    }
    try player.frame(0, [Touch(id: 1, .down, at: .zero)])
    try player.frame(0.016, [Touch(id: 1, .move, at: Point(x: 20, y: 0))])
    try player.frame(0.032, [Touch(id: 1, .move, at: Point(x: 40, y: 0))])
    try player.frame(0.032 + pause, [Touch(id: 1, .up, at: .zero)])
    let end = try #require(player.events.last)
    expectEqual(end.state, .ended)
    expectTrue(abs(end.value.panVelocity.dx - velocity) < 1e-6)
  }
}
