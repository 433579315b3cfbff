import FrameGeometry
import FrameGesture
import TestSupport
import Testing

@Suite("Taps") struct TapTests {
  /// A tap fails when its finger moves by 45 points.
  @Test(
    "A tap fails at its maximum distance", arguments: [(44.999, true), (45, false), (45.001, false)])
  func distance(way: Double, isTap: Bool) throws {
    var player = Player(.tap)
    try player.down(1, 100, 100, at: 0)
    try player.move(1, 100 + way, 100, at: 0.1)
    try player.up(1, at: 0.2)
    expectEqual(player.all, [isTap ? "tap recognized" : "tap failed"])
  }

  @Test(
    "A tap fails at its maximum duration", arguments: [(0.749, true), (0.75, false), (0.751, false)])
  func duration(seconds: Double, isTap: Bool) throws {
    var player = Player(.tap)
    try player.tap(100, 100, at: 0.1, lasting: seconds)
    expectEqual(player.all, [isTap ? "tap recognized" : "tap failed"])
  }

  /// A gap of exactly 350 ms counts, even if floating point cannot represent its ends exactly.
  @Test(
    "A double tap fails after its maximum gap", arguments: [(0.349, true), (0.35, true), (0.351, false)],
    [0, 0.1, 0.2, 0.7, 123.4])
  func gap(_ row: (seconds: Double, isTap: Bool), start: Double) throws {
    var player = Player(.doubleTap)
    try player.down(1, 100, 100, at: start)
    try player.up(1, at: start + 0.1)
    try player.down(1, 100, 100, at: start + 0.1 + row.seconds)
    try player.up(1, at: start + 0.2 + row.seconds)
    player.drain()
    expectEqual(player.told, (row.isTap ? ["double-tap recognized"] : []))
  }

  @Test(
    "A double tap fails before its minimum gap", arguments: [(0.039, false), (0.04, true), (0.041, true)])
  func leastGap(seconds: Double, isTap: Bool) throws {
    var player = Player(.doubleTap, change: { $0.tapMinGap = 0.04 })
    try player.tap(100, 100, at: 0, lasting: 0.1)
    try player.tap(100, 100, at: 0.1 + seconds)
    player.drain()
    expectEqual(player.told, (isTap ? ["double-tap recognized"] : []))
  }

  @Test(
    "A double tap fails at its maximum separation", arguments: [(44.999, true), (45, false), (45.001, false)])
  func separation(way: Double, isTap: Bool) throws {
    var player = Player(.doubleTap)
    try player.tap(100, 100, at: 0)
    try player.tap(100, 100 + way, at: 0.2)
    player.drain()
    expectEqual(player.told, (isTap ? ["double-tap recognized"] : []))
  }

  @Test("A second tap that is too far away begins a new pair", arguments: GesturePreset.allCases)
  func tooFar(preset: GesturePreset) throws {
    var player = Player([RecognizerDescription(.doubleTap, on: 0)])
    player.session.settings = preset.definition.settings
    try player.tap(100, 100, at: 0)
    try player.tap(300, 100, at: 0.2)
    expectEqual(player.all, ["double-tap failed"])
    expectTrue(near(player.events.first?.time, 0.2))
    try player.tap(300, 100, at: 0.4)
    expectEqual(player.told, ["double-tap recognized"])
    expectEqual(player.last("double-tap")?.value.location, Point(x: 300, y: 100))
  }

  @Test("A second tap that is too soon begins a new pair") func tooSoon() throws {
    var player = Player(.doubleTap, change: { $0.tapMinGap = 0.04 })
    try player.tap(100, 100, at: 0)
    try player.tap(100, 100, at: 0.06)
    try player.tap(100, 100, at: 0.2)
    expectEqual(player.all, ["double-tap failed", "double-tap recognized"])
  }

  @Test("A tap that waited for a double tap is recognized when its second tap is too far away")
  func waitingTap() throws {
    var player = Player(.tap, .doubleTap)
    player.session.require(0, toFail: 1)
    try player.tap(100, 100, at: 0)
    try player.down(1, 300, 100, at: 0.2)
    expectEqual(player.told, ["tap recognized"])
    expectTrue(near(player.last("tap")?.time, 0.2))
    expectEqual(player.last("tap")?.value.location, Point(x: 100, y: 100))
    try player.up(1, at: 0.25)
    player.drain()
    expectEqual(player.told, ["tap recognized", "tap recognized"])
    expectEqual(player.last("tap")?.value.location, Point(x: 300, y: 100))
    expectTrue(player.session.isIdle)
  }

  /// The first finger of the second tap alone does not tell where the tap will be.
  @Test("A second tap of two fingers that is too far away begins a new pair") func twoFingersTooFar() throws {
    var player = Player([
      RecognizerDescription(.tap, on: 0, touches: 2), RecognizerDescription(.doubleTap, on: 0, touches: 2),
    ])
    player.session.require(0, toFail: 1)
    func tap(_ x: Double, at time: Double) throws {
      try player.down(1, x, 100, at: time)
      try player.down(2, x + 60, 100, at: time + 0.01)
      try player.frame(time + 0.05, [.up(1), .up(2)])
    }
    try tap(100, at: 0)
    try tap(400, at: 0.2)
    expectEqual(player.told, ["tap recognized"])
    try tap(400, at: 0.4)
    expectEqual(player.told, ["tap recognized", "double-tap recognized"])
    expectEqual(player.last("double-tap")?.value.location, Point(x: 430, y: 100))
    player.drain()
    expectTrue(player.session.isIdle)
  }

  @Test("A third tap that is too far away begins a new sequence") func thirdTap() throws {
    var player = Player([RecognizerDescription(.tap, on: 0, taps: 3)])
    for (index, x) in [0.0, 0, 200, 200, 200].enumerated() { try player.tap(x, 0, at: Double(index) / 5) }
    expectEqual(player.all, ["tap failed", "tap recognized"])
  }

  @Test("The timer of a gap reports its deadline") func deadline() throws {
    var player = Player(.doubleTap)
    try player.tap(100, 100, at: 1, lasting: 0.1)
    try player.advance(to: 1.45)
    expectTrue(player.events.isEmpty)
    expectTrue(!player.session.isIdle)
    try player.advance(to: 2)
    expectEqual(player.all, ["double-tap failed"])
    expectTrue(near(player.events.first?.time, 1.45))
  }

  @Test("A tap can have two fingers") func twoFingers() throws {
    var player = Player([RecognizerDescription(.tap, on: 0, touches: 2)])
    try player.down(1, 100, 100, at: 0)
    try player.down(2, 200, 120, at: 0.05)
    try player.up(1, at: 0.1)
    expectTrue(player.events.isEmpty)
    try player.up(2, at: 0.15)
    expectEqual(player.told, ["tap recognized"])
    expectEqual(player.events.last?.value.location, Point(x: 150, y: 110))
    expectEqual(player.events.last?.value.touches, 2)
  }

  @Test("More fingers than its number fail a tap") func moreFingers() throws {
    var player = Player(.tap)
    try player.down(1, 100, 100, at: 0)
    try player.down(2, 200, 100, at: 0.1)
    expectEqual(player.all, ["tap failed"])
  }

  @Test("Fewer fingers than its number fail a tap") func fewerFingers() throws {
    var player = Player([RecognizerDescription(.tap, on: 0, touches: 2)])
    try player.tap(100, 100, at: 0)
    expectEqual(player.all, ["tap failed"])
  }

  @Test("Three taps can be required") func threeTaps() throws {
    var player = Player([RecognizerDescription(.tap, on: 0, taps: 3)])
    for time in [0, 0.2, 0.4] {
      expectTrue(player.told.isEmpty)
      try player.tap(100 + time * 10, 100, at: time)
    }
    expectEqual(player.told, ["tap recognized"])
    expectEqual(player.events.last?.value.location, Point(x: 100, y: 100))
  }

  /// A single tap cannot prevent a double tap, and is recognized only once.
  @Test(
    "Without a requirement, a tap does not exclude a double tap",
    arguments: [[RecognizerKind.tap, .doubleTap], [.doubleTap, .tap]])
  func singleAndDouble(kinds: [RecognizerKind]) throws {
    var player = Player(kinds.map { RecognizerDescription($0, on: 0) })
    try player.tap(100, 100, at: 0)
    expectEqual(player.told, ["tap recognized"])
    expectTrue(near(player.events.last?.time, 0.05))
    try player.tap(100, 100, at: 0.2)
    player.drain()
    expectEqual(player.told, ["tap recognized", "double-tap recognized"])
    expectTrue(near(player.last("double-tap")?.time, 0.25))
    expectTrue(player.session.isIdle)
  }

  /// Without a maximum gap, a second tap may come at any time. Draining the session ends the wait.
  @Test("An unlimited gap ends when no second tap can come") func unlimitedGap() throws {
    var player = Player(.doubleTap, change: { $0.tapMaxGap = .infinity })
    try player.tap(100, 100, at: 0)
    try player.tap(100, 100, at: 1000)
    expectEqual(player.told, ["double-tap recognized"])
    try player.tap(100, 100, at: 2000)
    player.drain()
    expectEqual(player.all.last, "double-tap failed")
    expectTrue(player.session.isIdle)
    expectTrue(near(player.session.now, 2000.05))
  }
}
