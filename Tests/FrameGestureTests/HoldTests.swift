import FrameGeometry
import FrameGesture
import TestSupport
import Testing

@Suite("Long presses and swipes") struct HoldTests {
  @Test("A long press begins after its duration and ends when the finger goes up") func beginAndEnd() throws {
    var player = Player(.longPress)
    try player.down(1, 80, 180, at: 0)
    try player.advance(to: 0.499)
    expectTrue(player.events.isEmpty)
    try player.up(1, at: 0.6)
    expectEqual(player.told, ["long-press began", "long-press ended"])
    expectEqual(player.events.map(\.time), [0.5, 0.6])
    expectEqual(player.events.first?.value.location, Point(x: 80, y: 180))
  }

  @Test(
    "A long press fails if the finger goes up before its duration",
    arguments: [(0.499, false), (0.5, true), (0.501, true)])
  func duration(seconds: Double, isLong: Bool) throws {
    var player = Player(.longPress)
    try player.down(1, 0, 0, at: 0.1)
    try player.up(1, at: 0.1 + seconds)
    expectEqual(player.all.first, (isLong ? "long-press began" : "long-press failed"))
  }

  @Test(
    "A long press fails if the finger moves too far before it begins",
    arguments: [(9.999, true), (10, true), (10.001, false)])
  func distance(way: Double, isLong: Bool) throws {
    var player = Player(.longPress)
    try player.down(1, 0, 0, at: 0)
    try player.move(1, 0, way, at: 0.2)
    player.drain()
    expectEqual(player.all, [isLong ? "long-press began" : "long-press failed"])
  }

  @Test("After a long press has begun, the finger can move anywhere") func freeMovement() throws {
    var player = Player(.longPress)
    try player.down(1, 0, 0, at: 0)
    try player.move(1, 500, 0, at: 0.7)
    try player.move(1, 900, 0, at: 0.8)
    try player.up(1, at: 0.9)
    expectEqual(
      player.told, ["long-press began", "long-press changed", "long-press changed", "long-press ended"])
    expectEqual(player.last("long-press")?.value.location, Point(x: 900, y: 0))
  }

  @Test("A long press of two fingers ends when one goes up") func twoFingers() throws {
    var player = Player([RecognizerDescription(.longPress, on: 0, touches: 2)])
    try player.down(1, 0, 0, at: 0)
    try player.down(2, 100, 0, at: 0.3)
    try player.advance(to: 0.79)
    expectTrue(player.events.isEmpty)
    try player.advance(to: 0.9)
    expectEqual(player.told, ["long-press began"])
    expectEqual(player.events.last?.value.location, Point(x: 50, y: 0))
    try player.up(1, at: 1)
    expectEqual(player.told, ["long-press began", "long-press ended"])
  }

  @Test("A long press can require a preceding tap") func afterTap() throws {
    let description = RecognizerDescription(.longPress, on: 0, taps: 1)
    var player = Player([description])
    try player.tap(0, 0, at: 0)
    try player.down(1, 0, 0, at: 0.2)
    try player.up(1, at: 0.8)
    expectEqual(player.told, ["long-press began", "long-press ended"])
    expectTrue(near(player.events.first?.time, 0.7))

    var without = Player([description])
    try without.down(1, 0, 0, at: 0)
    without.drain()
    expectEqual(without.all, ["long-press failed"])

    var late = Player([description])
    try late.tap(0, 0, at: 0)
    late.drain()
    expectEqual(late.all, ["long-press failed"])
  }

  static let swipes: [(RecognizerKind, SwipeDirection, Double, Double)] = [
    (.swipe, .right, 1, 0), (.swipeRight, .right, 1, 0), (.swipeLeft, .left, -1, 0), (.swipeUp, .up, 0, -1),
    (.swipeDown, .down, 0, 1),
  ]

  /// A swipe is recognized while the finger still moves. Its location is where the finger started, and its velocity
  /// is the distance over the time.
  @Test(
    "Swipes are recognized in their direction", arguments: swipes)
  func directions(kind: RecognizerKind, direction: SwipeDirection, x: Double, y: Double) throws {
    for (_, other, dx, dy) in Self.swipes {
      var player = Player(kind)
      try player.down(1, 100, 100, at: 0)
      try player.move(1, 100 + 60 * dx, 100 + 60 * dy, at: 0.2)
      expectEqual(player.told, (other == direction ? ["\(kind.rawValue) recognized"] : []))
      guard other == direction else { continue }
      let value = player.events.last?.value
      expectEqual(value?.location, Point(x: 100, y: 100))
      expectEqual(value?.direction, direction)
      expectTrue(near(value?.panVelocity, (300 * x, 300 * y)))
    }
  }

  /// Movements to the right: distance, sideways drift, time and the resulting event, which is nil while undecided. A
  /// swipe fails if it drifts too far, takes too long or goes the wrong way.
  static let ways: [(Double, Double, Double, String?)] = [
    (49.999, 0, 0.1, nil), (50, 0, 0.1, "swipe recognized"),
    (60, 0, 0.5, "swipe recognized"), (60, 0, 0.501, "swipe failed"),
    (80, 50, 0.1, "swipe recognized"), (80, 50.001, 0.1, "swipe failed"),
    (80, -50, 0.1, "swipe recognized"), (80, -50.001, 0.1, "swipe failed"),
    (50, 49.999, 0.1, "swipe recognized"), (50, 50, 0.1, nil),
    (-50, 0, 0.1, nil), (-50.001, 0, 0.1, "swipe failed"),
  ]

  @Test(
    "Swipes have limits of time, distance and drift", arguments: ways)
  func edges(
    main: Double, drift: Double, time: Double, event: String?
  ) throws {
    var player = Player(.swipe)
    try player.down(1, 0, 0, at: 0)
    try player.move(1, main, drift, at: time)
    expectEqual(player.all, [event].compactMap { $0 })
  }

  @Test("The timer of a swipe reports its deadline") func deadline() throws {
    var player = Player(.swipe)
    try player.down(1, 0, 0, at: 0)
    try player.advance(to: 0.5)
    expectTrue(player.events.isEmpty)
    player.drain()
    expectEqual(player.all, ["swipe failed"])
    expectEqual(player.events.last?.time, 0.5)
  }

  @Test("A swipe fails if its finger goes up early or another one comes down") func failures() throws {
    var lifted = Player(.swipe)
    try lifted.drag(from: (0, 0), to: (40, 0), at: 0, over: 0.1)
    expectEqual(lifted.all, ["swipe failed"])

    var crowded = Player(.swipe)
    try crowded.down(1, 0, 0, at: 0)
    try crowded.down(2, 0, 50, at: 0.1)
    expectEqual(crowded.all, ["swipe failed"])
  }

  @Test("A swipe can have two fingers") func swipeOfTwoFingers() throws {
    var player = Player([RecognizerDescription(.swipe, on: 0, touches: 2)])
    try player.frame(0, [.down(1, 0, 0), .down(2, 0, 40)])
    try player.frame(0.1, [.move(1, 60, 0), .move(2, 60, 40)])
    expectEqual(player.told, ["swipe recognized"])
    expectEqual(player.events.last?.value.location, Point(x: 0, y: 20))
  }
}
