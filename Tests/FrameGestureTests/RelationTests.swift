import FrameGesture
import TestSupport
import Testing

@Suite("Relations between recognizers") struct RelationTests {
  /// Five cases from WinObjC: both recognizers allow each other, neither does (in both orders of attachment), and
  /// only one does (in both orders).
  static let cases: [(allowed: [(Int, Int)], panFirst: Bool, told: [String])] = [
    ([(0, 1), (1, 0)], true, ["pan began", "pinch began"]),
    ([], true, ["pan began"]),
    ([], false, ["pinch began"]),
    ([(0, 1)], true, ["pan began", "pinch began"]),
    ([(1, 0)], false, ["pan began", "pinch began"]),
  ]

  @Test(
    "A recognizer that begins excludes others, unless both are allowed", arguments: cases.indices)
  func exclusion(index: Int) throws {
    let row = Self.cases[index]
    var player = row.panFirst ? Player(.pan, .pinch) : Player(.pinch, .pan)
    for (a, b) in row.allowed { player.session.allowSimultaneous(a, b) }
    try player.frame(0, [.down(1, 100, 100), .down(2, 200, 100)])
    try player.frame(0.1, [.move(1, 100, 150), .move(2, 300, 150)])
    expectEqual(player.told, row.told)
    let loser = row.panFirst ? "pinch" : "pan"
    if row.allowed.isEmpty { expectEqual(player.now(loser), .failed) }
  }

  /// Recognizers on different layers do not affect each other if they share no touch.
  @Test("Recognizers without a common touch do not exclude each other") func noSharedTouch() throws {
    var player = Player([
      RecognizerDescription(.pan, name: "a", on: 1), RecognizerDescription(.pan, name: "b", on: 2),
    ])
    try player.down(1, 0, 0, at: 0, on: [1])
    try player.down(2, 0, 0, at: 0, on: [2])
    try player.move(1, 20, 0, at: 0.1)
    try player.move(2, 20, 0, at: 0.2)
    expectEqual(player.told, ["a began", "b began"])
  }

  /// A touch reaches a layer and the group that contains it. The pan on the layer prevents the tap on the group.
  @Test("Recognizers of a group share the touches of its layers") func groupTouches() throws {
    var player = Player([
      RecognizerDescription(.pan, name: "inner", on: 1), RecognizerDescription(.tap, name: "outer", on: 0),
      RecognizerDescription(.tap, name: "elsewhere", on: 2),
    ])
    try player.down(1, 0, 0, at: 0, on: [1, 0])
    try player.move(1, 20, 0, at: 0.1)
    expectEqual(player.all, ["outer failed", "inner began"])
  }

  /// The order of attachment does not decide between layers.
  @Test(
    "Of recognizers that could begin at once, the one on the deepest layer begins", arguments: [false, true])
  func deepestFirst(groupFirst: Bool) throws {
    let group = RecognizerDescription(.pan, name: "outer", on: 0)
    let layer = RecognizerDescription(.pan, name: "inner", on: 1)
    var player = Player(groupFirst ? [group, layer] : [layer, group])
    try player.down(1, 0, 0, at: 0, on: [1, 0])
    try player.move(1, 20, 0, at: 0.1)
    expectEqual(player.all, ["outer failed", "inner began"])
  }

  @Test("Of two long presses whose time is over at once, the one on the deepest layer begins")
  func deepestTimerFirst() throws {
    var player = Player([
      RecognizerDescription(.longPress, name: "outer", on: 0),
      RecognizerDescription(.longPress, name: "inner", on: 1),
    ])
    try player.down(1, 0, 0, at: 0, on: [1, 0])
    try player.advance(to: 2)
    expectEqual(player.all, ["outer failed", "inner began"])
  }

  /// Two fingers on two layers of a group: the pan of the group sees both, the pan of the layer one of them.
  @Test("A deeper recognizer begins first on touches of different layers") func deepestOfSeveral() throws {
    var player = Player([
      RecognizerDescription(.pan, name: "outer", on: 0), RecognizerDescription(.pan, name: "inner", on: 1),
    ])
    try player.down(1, 0, 0, at: 0, on: [2, 0])
    try player.down(2, 9, 0, at: 0.1, on: [1, 0])
    try player.frame(0.2, [.move(1, 40, 0), .move(2, 40, 0)])
    expectEqual(player.told, ["inner began"])
  }

  @Test("A tap on a layer prevents an equal tap of the groups around it", arguments: [false, true])
  func equalTaps(groupFirst: Bool) throws {
    let group = RecognizerDescription(.tap, name: "outer", on: 0)
    let layer = RecognizerDescription(.tap, name: "inner", on: 1)
    var player = Player(groupFirst ? [group, layer] : [layer, group])
    try player.down(1, 0, 0, at: 0, on: [1, 0])
    try player.up(1, at: 0.1)
    expectEqual(player.all, ["outer failed", "inner recognized"])
    try player.down(1, 0, 0, at: 1, on: [0])
    try player.up(1, at: 1.1)
    expectEqual(player.all.last, "outer recognized")
  }

  @Test("Equal taps that are simultaneous are both recognized") func simultaneousTaps() throws {
    var player = Player([
      RecognizerDescription(.tap, name: "outer", on: 0), RecognizerDescription(.tap, name: "inner", on: 1),
    ])
    player.session.allowSimultaneous(0, 1)
    try player.down(1, 0, 0, at: 0, on: [1, 0])
    try player.up(1, at: 0.1)
    expectEqual(player.told.sorted(), ["inner recognized", "outer recognized"])
  }

  @Test("Equal taps on one layer are both recognized") func tapsOfOneLayer() throws {
    var player = Player([
      RecognizerDescription(.tap, name: "a", on: 0), RecognizerDescription(.tap, name: "b", on: 0),
    ])
    try player.tap(0, 0, at: 0)
    expectEqual(player.told, ["a recognized", "b recognized"])
  }

  /// The group must not act on the first tap of a double tap on the layer.
  @Test("A tap of a group waits while the tap inside waits for its double tap", arguments: [false, true])
  func waitingTaps(isDouble: Bool) throws {
    var player = Player([
      RecognizerDescription(.tap, name: "outer", on: 0), RecognizerDescription(.tap, name: "inner", on: 1),
      RecognizerDescription(.doubleTap, name: "double", on: 1),
    ])
    player.session.require(1, toFail: 2)
    try player.down(1, 0, 0, at: 0, on: [1, 0])
    try player.up(1, at: 0.05)
    expectTrue(player.all.isEmpty)
    if isDouble {
      try player.down(1, 0, 0, at: 0.2, on: [1, 0])
      try player.up(1, at: 0.25)
    }
    player.drain()
    expectEqual(player.told, [isDouble ? "double recognized" : "inner recognized"])
  }

  @Test("A tap of a group is recognized if the tap inside fails") func tapInsideFails() throws {
    var player = Player([
      RecognizerDescription(.tap, name: "outer", on: 0),
      RecognizerDescription(.tap, name: "inner", on: 1, touches: 2),
    ])
    try player.down(1, 0, 0, at: 0, on: [1, 0])
    try player.up(1, at: 0.1)
    expectEqual(player.all, ["inner failed", "outer recognized"])
  }

  /// A long press that begins on its timer prevents a pan that would begin later on the same touch.
  @Test("The recognizer that began first stays") func firstStays() throws {
    var player = Player(.pan, .longPress)
    try player.down(1, 0, 0, at: 0)
    try player.move(1, 60, 0, at: 1)
    expectEqual(player.all, ["pan failed", "long-press began", "long-press changed"])
  }

  /// Pan, pinch and rotation send their actions in this order. All others follow in the order of attachment.
  @Test("Recognizers that begin at once are ordered by attachment") func actionOrder() throws {
    var player = Player(.longPress, .rotation, .pinch, .pan, .swipeRight)
    for a in 0..<5 { for b in 0..<a { player.session.allowSimultaneous(a, b) } }
    try player.frame(0, [.down(1, 100, 100), .down(2, 200, 100)])
    try player.frame(0.1, [.move(1, 100, 130), .move(2, 260, 200)])
    expectEqual(player.told, ["pan began", "pinch began", "rotation began"])
  }

  @Test("Timers are ordered by deadline, then by attachment") func timerOrder() throws {
    var player = Player([
      RecognizerDescription(.longPress, name: "a", on: 0), RecognizerDescription(.tap, on: 0),
      RecognizerDescription(.swipe, on: 0), RecognizerDescription(.longPress, name: "b", on: 0),
    ])
    for a in 0..<4 { for b in 0..<a { player.session.allowSimultaneous(a, b) } }
    try player.down(1, 0, 0, at: 0)
    player.drain()
    expectEqual(player.all, ["a began", "b began", "swipe failed", "tap failed"])
    expectEqual(player.events.map(\.time), [0.5, 0.5, 0.5, 0.75])
  }

  @Suite("Failure requirements") struct RequirementTests {
    static func waiting(_ a: RecognizerKind, for b: RecognizerKind) throws -> Player {
      var player = Player(a, b)
      player.session.require(0, toFail: 1)
      return player
    }

    @Test("A tap waits for the gap of a required double tap") func waitingTap() throws {
      var player = try Self.waiting(.tap, for: .doubleTap)
      try player.tap(100, 100, at: 1)
      expectTrue(player.events.isEmpty)
      expectEqual(player.now("tap"), .possible)
      expectTrue(!player.session.isIdle)
      player.drain()
      expectEqual(player.all, ["double-tap failed", "tap recognized"])
      expectTrue(player.events.allSatisfy { near($0.time, 1.4) })
      expectTrue(player.session.isIdle)
    }

    @Test("A tap fails when the required double tap is recognized") func failingTap() throws {
      var player = try Self.waiting(.tap, for: .doubleTap)
      try player.tap(100, 100, at: 0)
      try player.tap(100, 100, at: 0.2)
      player.drain()
      expectEqual(player.all, ["tap failed", "double-tap recognized"])
    }

    /// The failure requirement applies even if both recognizers may be active at once.
    @Test("A requirement also holds if both may be simultaneous") func requirementFirst() throws {
      var player = try Self.waiting(.pan, for: .swipeUp)
      player.session.allowSimultaneous(0, 1)
      try player.down(1, 0, 100, at: 0)
      try player.move(1, 0, 40, at: 0.1)
      expectEqual(player.all, ["pan failed", "swipe-up recognized"])
    }

    /// The waiting pan fails as soon as the other recognizer begins, not only when it would begin itself.
    @Test("A waiting recognizer fails as soon as the other one begins") func immediateFailure() throws {
      var player = try Self.waiting(.pan, for: .longPress)
      player.session.allowSimultaneous(0, 1)
      try player.down(1, 0, 0, at: 0)
      try player.move(1, 5, 0, at: 0.1)
      player.drain()
      expectEqual(player.all, ["pan failed", "long-press began"])
    }

    /// The pan begins when the other recognizer fails, with its latest value.
    @Test("A waiting pan begins with its latest value") func latestValue() throws {
      var player = try Self.waiting(.pan, for: .swipeUp)
      try player.down(1, 0, 0, at: 0)
      try player.move(1, 15, 0, at: 0.1)
      try player.move(1, 30, 0, at: 0.2)
      expectTrue(player.events.isEmpty)
      try player.move(1, 50, 0, at: 0.7)
      expectEqual(player.all, ["swipe-up failed", "pan began", "pan changed"])
      expectEqual(player.events.map(\.time), [0.5, 0.5, 0.7])
      expectTrue(near(player.events[1].value.translation, (20, 0)))
      expectTrue(near(player.events[2].value.translation, (40, 0)))
    }

    /// If the finger moves back while the pan waits, the slop consumes no more than the remaining distance.
    @Test("A waiting pan that returned consumes only its movement") func returnedPan() throws {
      var player = try Self.waiting(.pan, for: .swipeUp)
      try player.down(1, 0, 0, at: 0)
      try player.move(1, 15, 0, at: 0.1)
      try player.move(1, 4, 0, at: 0.2)
      player.drain()
      expectTrue(near(player.first("pan", .began)?.value.translation, (0, 0)))
    }

    @Test("A waiting pan whose finger is up begins and ends") func liftedPan() throws {
      var player = try Self.waiting(.pan, for: .doubleTap)
      try player.drag(from: (0, 0), to: (30, 0), at: 0, over: 0.1)
      expectTrue(player.events.isEmpty)
      player.drain()
      expectEqual(player.all, ["double-tap failed", "pan began", "pan ended"])
      expectTrue(near(player.last("pan")?.value.translation, (20, 0)))
      expectEqual(player.last("pan")?.value.translationChange, .zero)
      expectTrue(player.events.allSatisfy { near($0.time, 0.45) })
      expectTrue(player.session.isIdle)
    }

    @Test("A recognizer without the touches does not block others") func unrelatedBlocker() throws {
      var player = Player([
        RecognizerDescription(.tap, on: 0), RecognizerDescription(.doubleTap, on: 1),
      ])
      player.session.require(0, toFail: 1)
      try player.down(2, 500, 500, at: 0, on: [1])
      try player.tap(0, 0, at: 0.1)
      expectEqual(player.told, ["tap recognized"])
    }

    @Test("A disabled or detached recognizer does not block others") func disabledBlocker() throws {
      var off = try Self.waiting(.tap, for: .doubleTap)
      try off.tap(0, 0, at: 0)
      off.events += off.session.setEnabled(1, false)
      expectEqual(off.all, ["double-tap failed", "tap recognized"])

      var gone = try Self.waiting(.tap, for: .doubleTap)
      try gone.tap(0, 0, at: 0)
      gone.session.detach(1)
      gone.drain()
      expectEqual(gone.all, ["tap recognized"])
      expectTrue(gone.session.isIdle)
    }

    /// A chain of requirements: one tap waits for two, and two wait for three. Only the recognizer with the actual
    /// number of taps is recognized.
    @Test("Requirements can form a chain") func chain() throws {
      var player = Player([
        RecognizerDescription(.tap, name: "one", on: 0),
        RecognizerDescription(.tap, name: "two", on: 0, taps: 2),
        RecognizerDescription(.tap, name: "three", on: 0, taps: 3),
      ])
      player.session.require(0, toFail: 1)
      player.session.require(1, toFail: 2)
      var once = player
      try once.tap(0, 0, at: 0)
      once.drain()
      expectEqual(once.told, ["one recognized"])
      var twice = player
      for time in [0, 0.2] { try twice.tap(0, 0, at: time) }
      twice.drain()
      expectEqual(twice.told, ["two recognized"])
      expectTrue(near(twice.last("two")?.time, 0.6))
      for time in [0, 0.2, 0.4] { try player.tap(0, 0, at: time) }
      player.drain()
      expectEqual(player.told, ["three recognized"])
      expectTrue(near(player.last("three")?.time, 0.45))
    }

    @Test("A cycle of requirements is refused") func cycle() throws {
      var session = GestureSession()
      for _ in 0..<5 { session.attach(RecognizerDescription(.tap, on: 0)) }
      expectTrue(!session.require(2, toFail: 2))
      session.require(0, toFail: 1)
      session.require(1, toFail: 2)
      session.require(0, toFail: 4)
      session.require(2, toFail: 3)
      expectTrue(!session.require(1, toFail: 0))
      expectTrue(!session.require(3, toFail: 0))
      session.detach(1)
      expectTrue(session.require(3, toFail: 0))
    }
  }
}
